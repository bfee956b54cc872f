import type { IncomingMessage } from 'node:http'
import { DRAIN_MAX_BYTES, DRAIN_MS } from '../limits.ts'

/**
 * Reads what is left of a refused body and throws it away, so that the answer reaches a client that is still sending. One
 * that goes on for too long finds its connection closed.
 * @returns whether the body came to its end, so that the connection can be used again
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
