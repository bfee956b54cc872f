import { DOWNLOAD_CHUNK_BYTES, DOWNLOAD_SPARE_CHUNKS } from '../limits.ts'

const spare: Buffer[] = []
const lent = new WeakSet<ArrayBufferLike>()

/** A chunk to read into; one that was given back, where there is one. */
export function takeChunk(): Buffer {
  const chunk = spare.pop() ?? Buffer.allocUnsafeSlow(DOWNLOAD_CHUNK_BYTES)
  lent.add(chunk.buffer)
  return chunk
}

/**
 * Gives a chunk, or the part of it that was filled, to the next reader: nobody may look at it any more. Readers need not; but
 * new memory for every chunk kept the garbage collector busy for half of a download's time. Other buffers are left alone.
 */
export function giveBack({ buffer }: Buffer): void {
  if (lent.delete(buffer) && spare.length < DOWNLOAD_SPARE_CHUNKS) spare.push(Buffer.from(buffer))
}
