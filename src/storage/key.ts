/** Suffix of incomplete files. No key ends with it. */
export const UNFINISHED = '.part'

/** Lower case for case-insensitive file systems; short enough for a file name and, with a prefix, for S3. */
const WORD = '[a-z0-9_-][a-z0-9_.-]{0,149}'
const KEY = new RegExp(`^${WORD}(/${WORD})*$`)
const PREFIX = new RegExp(`^(${WORD}(/${WORD})*/?)?$`)
const KEY_MAX = 512

export function isKey(text: string): boolean {
  return KEY.test(text) && text.length <= KEY_MAX && !text.endsWith(UNFINISHED)
}

export function assertKey(key: string): void {
  if (!isKey(key)) throw new Error(`not an object key: ${key}`)
}

export function assertPrefix(prefix: string): void {
  if (!PREFIX.test(prefix)) throw new Error(`not a prefix of object keys: ${prefix}`)
}
