import type { ServerResponse } from 'node:http'
import { EVENTS_KEEPALIVE_MS, EVENTS_RETRY_MS, EVENTS_STALL_MS } from '../../limits.ts'
import { EVENT_STREAM_HEADERS } from '../event-stream-head.ts'

/** An answer as Server-Sent Events (HTML standard, 9.2). */
export interface EventStream {
  /** Settles once the network has taken it, so that a slow reader slows its own subscription down; at once where it is gone. */
  send(id: number, data: string): Promise<void>
  end(): void
  /** Ends the answer now: a reader that has not taken what was written loses the connection. */
  cut(): void
}

/** Begins the answer. It is kept alive while nothing happens; a reader that stalls is cut off. */
export function openEventStream(response: ServerResponse): EventStream {
  let unsent = 0

  const write = (text: string): Promise<void> => {
    if (response.destroyed || response.writableEnded) return Promise.resolve()
    return new Promise((resolve) => {
      const cut = setTimeout(() => response.destroy(), EVENTS_STALL_MS)
      let isWaiting = true
      const taken = () => {
        if (!isWaiting) return
        isWaiting = false
        clearTimeout(cut)
        response.off('close', taken)
        unsent -= 1
        resolve()
      }
      unsent += 1
      // Nobody calls back for what a reader who has left did not take.
      response.once('close', taken)
      response.write(text, taken)
    })
  }

  const keepAlive = setInterval(() => {
    if (unsent === 0) void write(':\n\n')
  }, EVENTS_KEEPALIVE_MS)
  response.once('close', () => clearInterval(keepAlive))
  response.writeHead(200, EVENT_STREAM_HEADERS)
  void write(`retry: ${EVENTS_RETRY_MS}\n\n`)
  const end = () => {
    if (!response.destroyed) response.end()
  }
  return {
    send: (id, data) => write(`id: ${id}\ndata: ${onLines(data)}\n\n`),
    end,
    cut() {
      if (unsent > 0) response.destroy()
      else end()
    },
  }
}

/** JSON text has line breaks only where the caller's own `metadata` was written with some; a reader puts the lines together. */
function onLines(data: string): string {
  return data.replace(/\r\n|\r|\n/g, '\ndata: ')
}
