import { DomainError, insufficientStorage, toDomainError } from '../errors.ts'
import { createLasting } from '../lib/lasting.ts'
import type { Log } from '../lib/log.ts'
import { within } from '../lib/within.ts'
import { storageUnavailable } from './free-space.ts'
import { ObjectMissing, type Storage } from './storage.ts'

/** Whether the last call reached the storage. */
export interface StorageState {
  /** The storage, with errors for callers. */
  readonly storage: Storage
  /** Checks the storage at most once a second, for at most two seconds. */
  isAvailable(): Promise<boolean>
}

/** No object has this key. */
const PROBE_KEY = 'probe'
const PROBE_CACHE_MS = 1000
const PROBE_MS = 2000

/** The local file system, or an S3 server that answers 507. */
function isFull(error: unknown): boolean {
  const { $metadata } = Object(error) as { $metadata?: { httpStatusCode?: number } }
  return $metadata?.httpStatusCode === 507 || toDomainError(error).code === 'insufficient_storage'
}

const MESSAGES = {
  begins: 'the storage cannot be reached',
  lasts: 'the storage still cannot be reached',
  ends: 'the storage can be reached again',
}

/** Derives the state of a storage from the outcome of its calls, and logs while it is unreachable. */
export function watchStorage(storage: Storage, log: Log): StorageState {
  const away = createLasting(log, MESSAGES)
  let isAway = false

  const there = () => {
    away.ends()
    isAway = false
  }
  const failed = (error: unknown) => {
    away.holds({ err: error })
    isAway = true
  }
  const watched = async <T>(work: Promise<T>): Promise<T> => {
    try {
      const result = await work
      there()
      return result
    } catch (error) {
      if (error instanceof ObjectMissing) there()
      if (error instanceof ObjectMissing || error instanceof DomainError) throw error
      // A full storage is reachable.
      if (isFull(error)) throw insufficientStorage()
      failed(error)
      throw storageUnavailable(error)
    }
  }

  let probe = { at: Number.NEGATIVE_INFINITY, look: Promise.resolve() }
  const look = async () => {
    await watched(within(PROBE_MS, storage.stat(PROBE_KEY))).catch(() => {})
  }

  const { direct } = storage
  return {
    storage: {
      ...storage,
      // Without credentials no address can be signed.
      direct: direct && { ...direct, sign: (...object) => watched(direct.sign(...object)) },
      putFile: (key, path) => watched(storage.putFile(key, path)),
      stat: (key) => watched(storage.stat(key)),
      fetch: (key, path) => watched(storage.fetch(key, path)),
      remove: (key) => watched(storage.remove(key)),
    },
    async isAvailable() {
      const now = performance.now()
      if (now - probe.at > PROBE_CACHE_MS) probe = { at: now, look: look() }
      await probe.look
      return !isAway
    },
  }
}
