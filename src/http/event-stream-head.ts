/** The head of every answer that is Server-Sent Events, by whichever door. */
export const EVENT_STREAM_HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  // Of nginx, which would gather what is written.
  'X-Accel-Buffering': 'no',
} as const

/** What Yoga puts beside them: a coding that is none, for which proxies and clients look in vain, and Node's own to say. */
const FOREIGN = ['Content-Encoding', 'Connection']

/** Gives a head that Yoga has made for Server-Sent Events the form of all others; leaves other answers alone. */
export function sameHead(headers: Headers): void {
  if (!headers.get('Content-Type')?.startsWith(EVENT_STREAM_HEADERS['Content-Type'])) return
  for (const name of FOREIGN) headers.delete(name)
  for (const [name, value] of Object.entries(EVENT_STREAM_HEADERS)) headers.set(name, value)
}
