import { statfs } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { DomainError, insufficientStorage } from '../errors.ts'
import type { Storage } from './storage.ts'

/** File systems of servers (statfs(2)): NFS, SMB, CIFS, Ceph, Lustre, GPFS, FUSE. */
const SHARED: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xfe534d42, 0xff534d42, 0x00c36400, 0x0bd00bd0, 0x47504653, 0x65735546,
])

/** Space on the file system where this process receives files. */
export interface FreeSpace {
  readonly freeBytes: number
  readonly isFull: boolean
  /** Whether only this machine uses it; a shared one would be full for all. */
  readonly isOwn: boolean
}

type Needs = { readonly storage: Pick<Storage, 'tempDir'>; readonly config: Pick<Config, 'diskReserveBytes'> }

/** null if the folder is missing. */
export async function readFreeSpace({ storage, config }: Needs): Promise<FreeSpace | null> {
  try {
    const { bavail, bsize, type } = await statfs(storage.tempDir)
    const freeBytes = bavail * bsize
    return { freeBytes, isFull: freeBytes < config.diskReserveBytes, isOwn: !SHARED.has(type) }
  } catch {
    return null
  }
}

/**
 * Before a file is received.
 * @throws DomainError 507 insufficient_storage, 503 storage_unavailable
 */
export async function assertFreeSpace(needs: Needs): Promise<void> {
  const space = await readFreeSpace(needs)
  if (!space) throw storageUnavailable()
  if (space.isFull) throw insufficientStorage()
}

const RETRY_S = 5

/** @param cause for the operator */
export function storageUnavailable(cause?: unknown): DomainError {
  const message = 'The storage of the service cannot be reached; try again shortly.'
  return Object.assign(new DomainError('storage_unavailable', message, { retryAfter: RETRY_S }), { cause })
}
