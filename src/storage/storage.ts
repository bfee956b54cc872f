import type { Readable } from 'node:stream'

export interface ObjectStat {
  readonly bytes: number
  /** When it was stored. */
  readonly modifiedAt: Date
}

export interface ListedObject extends ObjectStat {
  readonly key: string
}

/** Bytes `start` to `end`, both inclusive, `start` not beyond `end`, up to the end of the object. */
export interface ReadRange {
  readonly start: number
  readonly end: number
}

/** Headers of an answer that the storage itself gives to a client. */
export interface DirectHeaders {
  readonly type: string
  readonly disposition: string
  readonly cacheControl: string
}

/** Signed addresses at which clients reach objects without the gateway. */
export interface DirectLinks {
  /** Origin of all addresses. */
  readonly origin: string
  /** An address of one object for one method, valid for `DIRECT_LINK_SECONDS`. It does not check that the object exists. */
  sign(key: string, method: 'GET' | 'HEAD', headers: DirectHeaders): Promise<string>
}

/** There is no object with this key. */
export class ObjectMissing extends Error {
  constructor(key: string, options?: ErrorOptions) {
    super(`there is no object ${key}`, options)
    this.name = 'ObjectMissing'
  }
}

/**
 * The storage port, with one implementation per kind of storage; a test checks that all behave alike. Keys are names separated by
 * slashes (`key.ts`); a key is never the folder of another. Other keys are refused with a plain Error.
 */
export interface Storage {
  readonly kind: 'disk' | 's3'
  /**
   * A local folder for files that are being received, so that `putFile` need not copy them: with disk storage it
   * is on the objects' file system. Names in it must be unique; `sweepTemporary` removes leftovers of crashes.
   */
  readonly tempDir: string
  /**
   * Stores a finished file durably under a key and removes the source; an existing object of that key is replaced. When it
   * fails, the key has what it had before.
   */
  putFile(key: string, path: string): Promise<ObjectStat>
  /** null when there is no such object. */
  stat(key: string): Promise<ObjectStat | null>
  /**
   * The whole object, or a range of it. Read as fast as it is taken; destroying it early frees what it holds. Who is done with
   * a chunk may give it back (`chunk.ts`).
   * The stream fails with ObjectMissing before its first byte when there is no such object.
   */
  read(key: string, range?: ReadRange): Readable
  /** null if clients get objects only through the gateway. */
  readonly direct: DirectLinks | null
  /**
   * Copies an object to a local path, for a program that needs random access. The path is there only once it is whole.
   * @throws ObjectMissing
   */
  fetch(key: string, path: string): Promise<void>
  /** Removes an object; a missing one is not an error. */
  remove(key: string): Promise<void>
  /** All complete objects whose keys start with `prefix` ('' for all), in no particular order. */
  list(prefix: string): AsyncIterable<ListedObject>
  /**
   * Removes incomplete leftovers of crashes older than `olderThanMs`: files in `tempDir`, copies that were
   * never named, uploads that were never completed.
   * @returns how many were removed
   */
  sweepTemporary(now: Date, olderThanMs: number): Promise<number>
}
