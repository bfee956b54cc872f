import type { Readable } from 'node:stream'

export interface ObjectStat {
  readonly bytes: number
  readonly modifiedAt: Date
}

/** Where bytes live: a port with one implementation per kind of storage. Keys are slash-separated words. */
export interface Storage {
  /** Stores a finished file durably under a key and removes the source; an existing object of that key is replaced. */
  putFile(key: string, path: string): Promise<ObjectStat>
  /** null when there is no such object. */
  stat(key: string): Promise<ObjectStat | null>
  /** Bytes `start` to `end`, both inclusive; the whole object without a range. */
  read(key: string, range?: { readonly start: number; readonly end: number }): Readable
  /** Copies an object to a local path, for a program that needs random access. */
  fetch(key: string, path: string): Promise<void>
  /** Removes an object; a missing one is no error. */
  remove(key: string): Promise<void>
}
