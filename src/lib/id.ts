import { randomFillSync } from 'node:crypto'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const POOL = Buffer.alloc(8192)
let used = POOL.length

/**
 * A new identifier `<prefix>_<26 characters>`: 48 bits of milliseconds, then 80 random bits (the ULID layout, lower case),
 * so that rows created together are adjacent in an index.
 */
export function newId(prefix: string): string {
  if (used + 16 > POOL.length) {
    randomFillSync(POOL)
    used = 0
  }
  let tail = ''
  for (let i = 0; i < 16; i++) tail += ALPHABET[(POOL[used + i] ?? 0) & 31]
  used += 16
  return idFrom(prefix, Date.now()) + tail
}

/** The smallest identifier of `newId` for a time in milliseconds or later. */
export function idFrom(prefix: string, atMs: number): string {
  let time = atMs
  let head = ''
  for (let i = 0; i < 10; i++) {
    head = ALPHABET[time % 32] + head
    time = Math.floor(time / 32)
  }
  return `${prefix}_${head}`
}
