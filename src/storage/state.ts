import { DomainError, toDomainError } from '../errors.ts'
import type { Log } from '../lib/log.ts'
import { insufficientStorage, storageUnavailable } from './room.ts'
import { ObjectMissing, type Storage } from './storage.ts'

/** Whether objects can be reached, as of the last call. */
export interface StorageState {
  /** The storage; what fails of it is a refusal that a caller can be told. */
  readonly storage: Storage
  /** Looks at the storage, at most once a second, and waits no longer than two. */
  isAvailable(): Promise<boolean>
}

/** No object has this key. */
const PROBE_KEY = 'probe'
const PROBE_CACHE_MS = 1000
const PROBE_MS = 2000

/** Its own file system, or a server of S3's protocol that answers 507. */
function isFull(error: unknown): boolean {
  const { $metadata } = Object(error) as { $metadata?: { httpStatusCode?: number } }
  return $metadata?.httpStatusCode === 507 || toDomainError(error).code === 'insufficient_storage'
}

/** Watches what becomes of a storage's calls. It logs when the storage goes and when it is back. */
export function watchStorage(storage: Storage, log: Log): StorageState {
  let isAway = false

  const there = () => {
    if (isAway) log.info('the storage is back')
    isAway = false
  }
  const failed = (error: unknown) => {
    if (!isAway) log.error({ err: error }, 'the storage cannot be reached')
    isAway = true
  }
  const told = async <T>(work: Promise<T>): Promise<T> => {
    try {
      const result = await work
      there()
      return result
    } catch (error) {
      if (error instanceof ObjectMissing) there()
      if (error instanceof ObjectMissing || error instanceof DomainError) throw error
      // A full one can be reached.
      if (isFull(error)) throw insufficientStorage()
      failed(error)
      throw storageUnavailable(error)
    }
  }

  let probe = { at: Number.NEGATIVE_INFINITY, look: Promise.resolve() }
  const look = async () => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${PROBE_MS} ms`)), PROBE_MS)
    })
    await told(Promise.race([storage.stat(PROBE_KEY), late])).catch(() => {})
    clearTimeout(timer)
  }

  return {
    storage: {
      ...storage,
      putFile: (key, path) => told(storage.putFile(key, path)),
      stat: (key) => told(storage.stat(key)),
      fetch: (key, path) => told(storage.fetch(key, path)),
      remove: (key) => told(storage.remove(key)),
    },
    async isAvailable() {
      const now = performance.now()
      if (now - probe.at > PROBE_CACHE_MS) probe = { at: now, look: look() }
      await probe.look
      return !isAway
    },
  }
}
