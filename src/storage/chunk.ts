import { DOWNLOAD_CHUNK_BYTES, DOWNLOAD_SPARE_CHUNKS } from '../limits.ts'

const spare: Buffer[] = []
const lent = new WeakSet<ArrayBufferLike>()

/** A chunk to read into; a returned one if there is one. */
export function takeChunk(): Buffer {
  const chunk = spare.pop() ?? Buffer.allocUnsafeSlow(DOWNLOAD_CHUNK_BYTES)
  lent.add(chunk.buffer)
  return chunk
}

/**
 * Returns a chunk, or the filled part of it, for reuse by the next reader. The caller must not read it any more. This is optional,
 * but with new memory for every chunk the garbage collector used half of a download's time. Other buffers are ignored.
 */
export function giveBack({ buffer }: Buffer): void {
  if (lent.delete(buffer) && spare.length < DOWNLOAD_SPARE_CHUNKS) spare.push(Buffer.from(buffer))
}
