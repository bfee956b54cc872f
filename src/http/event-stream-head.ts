export const EVENT_STREAM = 'text/event-stream'

/** Headers of all Server-Sent Events, of REST and GraphQL (docs/rules/push.md#stream-headers). */
export const EVENT_STREAM_HEADERS = {
  'Content-Type': EVENT_STREAM,
  'Cache-Control': 'no-store',
  // Without it nginx buffers the events.
  'X-Accel-Buffering': 'no',
} as const

/** Headers of Yoga to remove: `Content-Encoding: none` is not a coding, and Node sets `Connection`. */
const FOREIGN = ['Content-Encoding', 'Connection']

/** Replaces the headers of Yoga for Server-Sent Events with these; does not change other answers. */
export function sameHead(headers: Headers): void {
  if (!headers.get('Content-Type')?.startsWith(EVENT_STREAM_HEADERS['Content-Type'])) return
  for (const name of FOREIGN) headers.delete(name)
  for (const [name, value] of Object.entries(EVENT_STREAM_HEADERS)) headers.set(name, value)
}
