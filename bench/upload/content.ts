import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const VIDEO = readFileSync(new URL('../../test/corpus/black-10s.mp4', import.meta.url))
const ZEROS = Buffer.alloc(1024 * 1024)

/** The metadata of every file. */
export const DURATION_MS = 10_000

/** A real video, extended to this length by a `free` box at its end. */
export function* contentOf(bytes: number): Generator<Buffer> {
  const padding = bytes - VIDEO.length
  const box = Buffer.alloc(8)
  box.writeUInt32BE(padding, 0)
  box.write('free', 4, 'latin1')
  yield VIDEO
  yield box
  for (let left = padding - box.length; left > 0; left -= ZEROS.length) {
    yield left < ZEROS.length ? ZEROS.subarray(0, left) : ZEROS
  }
}

export function sha256Of(bytes: number): string {
  const hash = createHash('sha256')
  for (const chunk of contentOf(bytes)) hash.update(chunk)
  return hash.digest('hex')
}
