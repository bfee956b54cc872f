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
    if (!isLong(chunk)) return super.write(chunk as never, ...(rest as []))
    this.#queue = []
    const [encoding] = rest
    const coding = typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, coding) : chunk
    this.#writeFrom(bytes, 0, callbackOf(rest))
    return false
  }

  override end(...args: unknown[]): this {
    const [chunk, encoding] = args
    if (!this.#queue && !isLong(chunk)) return super.end(...(args as []))
    const hasChunk = chunk !== undefined && chunk !== null && typeof chunk !== 'function'
    if (hasChunk) this.write(chunk, typeof encoding === 'string' ? encoding : undefined)
    this.#queue?.push(() => super.end(callbackOf(args)))
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

function isLong(chunk: unknown): chunk is string | Uint8Array {
  return (typeof chunk === 'string' || chunk instanceof Uint8Array) && chunk.length > RESPONSE_SLICE_BYTES
}

/** The callback of `write` and `end` is their last argument. */
function callbackOf(args: readonly unknown[]): Written | undefined {
  return args.findLast((each): each is Written => typeof each === 'function')
}
