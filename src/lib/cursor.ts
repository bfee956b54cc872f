import { createHash } from 'node:crypto'
import { DomainError } from '../errors.ts'

const CHECK_BYTES = 6
/** Largest number in a cursor; it fits into the database's types. */
const INT64_MAX = 2n ** 63n - 1n
/** A thousand pairs of numbers of full length: far more than any stream writes. */
const TEXT_MAX = 32 * 1024

/**
 * An opaque position in a stream: whole numbers, seven bits per byte, after a check over them and the stream's name. The check
 * detects cursors that are made up or of another stream. It is not secret: a forged cursor shows only the caller's own stream.
 */
export function sealCursor(stream: string, numbers: Iterable<bigint>): string {
  const bytes: number[] = []
  for (let number of numbers) {
    for (; number > 127n; number >>= 7n) bytes.push(Number(number & 127n) | 128)
    bytes.push(Number(number))
  }
  return Buffer.from([...checkOf(stream, bytes), ...bytes]).toString('base64url')
}

/** The numbers of a cursor of this stream. @throws DomainError 400 invalid_cursor */
export function openCursor(stream: string, cursor: string): bigint[] {
  const all = Buffer.from(cursor.slice(0, TEXT_MAX), 'base64url')
  const bytes = all.subarray(CHECK_BYTES)
  // Encoded again for comparison, because decoding skips invalid characters.
  const isWhole = all.toString('base64url') === cursor
  if (!isWhole || !all.subarray(0, CHECK_BYTES).equals(checkOf(stream, bytes))) throw invalidCursor()
  const numbers: bigint[] = []
  let number = 0n
  let shift = 0n
  for (const byte of bytes) {
    number |= BigInt(byte & 127) << shift
    shift += 7n
    if (byte > 127) continue
    if (number > INT64_MAX) throw invalidCursor()
    numbers.push(number)
    number = 0n
    shift = 0n
  }
  return numbers
}

export function invalidCursor(): DomainError {
  return new DomainError('invalid_cursor', 'after is not a cursor of this stream.', { param: 'after' })
}

function checkOf(stream: string, bytes: ArrayLike<number>): Buffer {
  return createHash('sha256').update(`${stream}\n`).update(Uint8Array.from(bytes)).digest().subarray(0, CHECK_BYTES)
}
