import { stat } from 'node:fs/promises'
import { assertKey } from '../../src/storage/key.ts'
import { ObjectMissing, type Storage } from '../../src/storage/storage.ts'

/** The storage could not be read or written: it is full, broken or unreachable. */
export class StorageFailure extends Error {
  constructor(cause: unknown) {
    super(`the storage failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = 'StorageFailure'
  }
}

/**
 * A storage that marks its own failures. Invalid keys and missing source files are errors of the engine, and a missing object is
 * reported as before.
 */
export function namingFailures(storage: Storage): Storage {
  return {
    ...storage,
    async putFile(key, path) {
      assertKey(key)
      if (!(await stat(path)).isFile()) throw new Error(`not a file: ${path}`)
      return storage.putFile(key, path).catch(throwNamed)
    },
    async fetch(key, path) {
      assertKey(key)
      return storage.fetch(key, path).catch(throwNamed)
    },
  }
}

function throwNamed(error: unknown): never {
  if (error instanceof ObjectMissing) throw error
  throw new StorageFailure(error instanceof Error && error.cause instanceof Error ? error.cause : error)
}
