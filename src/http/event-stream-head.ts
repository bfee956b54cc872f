/** Headers of every response of Server-Sent Events, from either door (docs/rules/push.md#stream-headers). */
export const EVENT_STREAM_HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  // Without it nginx buffers the events.
  'X-Accel-Buffering': 'no',
} as const

/** Headers of Yoga to remove: `Content-Encoding: none` names no coding, and `Connection` is Node's to set. */
const FOREIGN = ['Content-Encoding', 'Connection']

/** Gives a head that Yoga has made for Server-Sent Events the form of all others; leaves other answers alone. */
export function sameHead(headers: Headers): void {
  if (!headers.get('Content-Type')?.startsWith(EVENT_STREAM_HEADERS['Content-Type'])) return
  for (const name of FOREIGN) headers.delete(name)
  for (const [name, value] of Object.entries(EVENT_STREAM_HEADERS)) headers.set(name, value)
}
