import type { ServerResponse } from 'node:http'
import { EVENTS_KEEPALIVE_MS, EVENTS_RETRY_MS, EVENTS_STALL_MS } from '../../limits.ts'
import { EVENT_STREAM_HEADERS } from '../event-stream-head.ts'

/** An answer as Server-Sent Events (HTML standard, 9.2). */
export interface EventStream {
  /** Settles once the network has accepted it, so that a slow reader slows only its own subscription; at once if the reader left. */
  send(id: number, data: string): Promise<void>
  end(): void
  /** Ends the answer now. A reader with unread data loses its connection. */
  cut(): void
}

/** Starts the answer. Comments keep it alive; a stalled reader is disconnected. */
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
      // There is no callback for data that a reader did not read before it left.
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

/** JSON text has line breaks only in the caller's `metadata`; clients join the lines again. */
function onLines(data: string): string {
  return data.replace(/\r\n|\r|\n/g, '\ndata: ')
}
