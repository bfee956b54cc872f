import type { IncomingMessage } from 'node:http'
import { DRAIN_MAX_BYTES, DRAIN_MS } from '../limits.ts'

/**
 * Reads and discards the rest of a refused body, so that the answer reaches a client that is still sending. If that takes too
 * long, the connection is closed.
 * @returns whether the body ended, so that the connection can be reused
 */
export function drain(incoming: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    let left = DRAIN_MAX_BYTES
    const settle = (isWhole: boolean) => {
      clearTimeout(timer)
      incoming.off('data', count).off('end', ended).off('close', closed).off('error', closed)
      resolve(isWhole)
    }
    const count = (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) settle(false)
    }
    const ended = () => settle(true)
    const closed = () => settle(incoming.complete)
    const timer = setTimeout(() => settle(false), DRAIN_MS)
    if (incoming.readableEnded || incoming.destroyed) closed()
    else incoming.on('data', count).on('end', ended).on('close', closed).on('error', closed).resume()
  })
}
