import { type IncomingMessage, ServerResponse } from 'node:http'
import { RESPONSE_SLICE_BYTES } from './limits.ts'

type Written = (error?: Error | null) => void

/**
 * A response that writes a long chunk to the kernel in slices, each after the previous one. The kernel accepts megabytes of a
 * connection at once, and copying those of many connections without a pause delays all other requests.
 */
export class SlicedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** Writes after the current chunk. */
  #queue: (() => void)[] | null = null

  override write(chunk: unknown, ...rest: unknown[]): boolean {
    if (this.#queue) {
      this.#queue.push(() => this.write(chunk, ...rest))
      return false
    }
    const bytes = longBytes(chunk, rest[0])
    if (!bytes) return super.write(chunk as never, ...(rest as []))
    this.#queue = []
    this.#writeFrom(bytes, 0, rest.findLast((each) => typeof each === 'function') as Written | undefined)
    return false
  }

  override end(...args: unknown[]): this {
    const [chunk, encoding] = args
    if (!this.#queue && !longBytes(chunk, encoding)) return super.end(...(args as []))
    const hasChunk = chunk !== undefined && chunk !== null && typeof chunk !== 'function'
    if (hasChunk) this.write(chunk, typeof encoding === 'string' ? encoding : undefined)
    const ended = args.findLast((each) => typeof each === 'function') as (() => void) | undefined
    this.#queue?.push(() => super.end(ended))
    return this
  }

  #writeFrom(bytes: Uint8Array, start: number, written: Written | undefined): void {
    const slice = bytes.subarray(start, start + RESPONSE_SLICE_BYTES)
    super.write(slice, (error) => {
      if (!error && start + slice.length < bytes.length) {
        this.#writeFrom(bytes, start + slice.length, written)
        return
      }
      written?.(error)
      const queue = this.#queue ?? []
      this.#queue = null
      if (!error) this.#goOn(queue)
    })
  }

  #goOn(queue: (() => void)[]): void {
    for (let next = queue.shift(); next; next = queue.shift()) {
      next()
      if (!this.#queue) continue
      // Another long chunk is being written.
      this.#queue.push(...queue)
      return
    }
    if (!this.writableEnded) this.emit('drain')
  }
}

function longBytes(chunk: unknown, encoding: unknown): Uint8Array | null {
  if (typeof chunk === 'string') {
    if (chunk.length <= RESPONSE_SLICE_BYTES) return null
    return Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8')
  }
  return chunk instanceof Uint8Array && chunk.length > RESPONSE_SLICE_BYTES ? chunk : null
}
