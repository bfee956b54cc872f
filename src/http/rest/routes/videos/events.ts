import type { ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Caller } from '../../../../key/caller.ts'
import { isEarlier } from '../../../../key/version.ts'
import type { Rooms } from '../../../../rooms.ts'
import type { TaskChange } from '../../../../task/change.ts'
import { readQueuePositions } from '../../../../task/queue-position.ts'
import { isTerminal } from '../../../../task/task.ts'
import { watchTask } from '../../../../task/watch.ts'
import { authorizationOf } from '../../../caller.ts'
import { takeEventSlot } from '../../../event-slot.ts'
import { EVENT_STREAM_HEADERS } from '../../../event-stream-head.ts'
import { type EventStream, openEventStream } from '../../event-stream.ts'
import { TOKEN_TEXT } from '../../openapi/intro.ts'
import { count, text } from '../../openapi/schema.ts'
import { invalid, type Parameter } from '../../query.ts'
import { route } from '../../route.ts'
import { SUCCEEDED } from './examples.ts'
import { presenterFor } from './present.ts'
import { VIDEO } from './schema.ts'

type Changes = ReturnType<typeof watchTask>
type Next = ReturnType<Changes['next']>

/** A resumed EventSource sends the header, with a later seq than its URL has. */
const afterSeq: Parameter<number | null> = {
  schema: count('Start after the event with this `id`. Last-Event-ID takes precedence.'),
  read(given, name, _caller, { env }) {
    const header = env.incoming.headers['last-event-id']
    const [param, value] = header === undefined ? [name, given] : ['Last-Event-ID', String(header)]
    if (value === undefined) return null
    if (!/^[0-9]{1,10}$/.test(value)) throw invalid(param, 'must be the id of an event, a whole number')
    return Number(value)
  },
}

/**
 * docs/rules/push.md#event-streams: the task as `GET /v1/videos/{id}` gives it, now and after every change, as Server-Sent
 * Events without a name, for which browsers call `onmessage` and stock SDKs read JSON; `id` is the seq. After the last state the
 * answer ends. A browser then comes back with that seq and is answered with 204, which stops an EventSource.
 */
route('GET', '/v1/videos/:id/events', {
  name: 'watchVideo',
  tag: 'Videos',
  need: 'task:read',
  lets: ['ReadTokenInQuery'],
  summary: 'Watch a video',
  description:
    'Streams the task now and after every change, as Server-Sent Events without a name. `data` is the task as in ' +
    '`GET /v1/videos/{id}`, `id` counts its changes. The stream ends with the task. A client that reconnects with the last `id` ' +
    'receives the changes that it missed, or 204 if no more will follow, which stops a browser’s EventSource. Lines with `:` ' +
    `keep the connection alive. ${TOKEN_TEXT}`,
  id: VIDEO,
  query: { after_seq: afterSeq },
  headers: ['Last-Event-ID'],
  answers: {
    200: {
      description: 'The stream.',
      content: [
        {
          type: 'text/event-stream',
          schema: text('Events with `id` and `data`.'),
          examples: { stream: `retry: 1000\n\nid: 7\ndata: ${JSON.stringify(SUCCEEDED)}\n\n` },
        },
      ],
      headers: ['Cache-Control'],
    },
    204: { description: 'No more events will follow.', headers: ['Cache-Control'] },
  },
  async handle({ rooms, c, caller, id, query: { after_seq: seq } }) {
    const { outgoing } = c.env
    const changes = watchTask(rooms.resources, rooms.bus, caller, id, seq)
    try {
      await changes.ready()
      const next = changes.next()
      const known = await atOnce(next)
      // No more events follow, or only a last state that the client already has; or the client has left.
      const isOver = known !== null && (known.done || isKnownEnd(known.value, seq))
      if (isOver || outgoing.destroyed) {
        return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } })
      }
      if (c.req.method === 'HEAD') return new Response(null, { headers: EVENT_STREAM_HEADERS })
      // From here on the end of the answer closes the changes.
      return stream(rooms, outgoing, { caller, authorization: authorizationOf(c) ?? '', changes, next })
    } finally {
      if (!outgoing.headersSent) await changes.return?.()
    }
  },
})

/** First item of a started stream, if it is available at once; otherwise null, and the answer starts without it. */
function atOnce<T>(next: Promise<T>): Promise<T | null> {
  return Promise.race([next, new Promise<null>((resolve) => setImmediate(resolve, null))])
}

function isKnownEnd({ task, seq }: TaskChange, afterSeq: number | null): boolean {
  return isTerminal(task.status) && seq <= (afterSeq ?? 0)
}

interface Watch {
  readonly caller: Caller
  readonly authorization: string
  readonly changes: Changes
  /** The first change, already requested. */
  readonly next: Next
}

function stream(rooms: Rooms, response: ServerResponse, { caller, authorization, changes, next }: Watch): Response {
  takeEventSlot(rooms, caller.keyId, response)
  const events = openEventStream(response)
  const leave = () => void changes.return?.()
  const release = rooms.keyGuard.hold(authorization, () => {
    leave()
    events.cut()
  })
  response.once('close', () => {
    leave()
    release()
  })
  sendAll(rooms, events, { caller, changes, next }).catch((error) => {
    rooms.resources.log.error({ err: error }, 'an event stream ended early')
    response.destroy()
  })
  return RESPONSE_ALREADY_SENT
}

type Opened = Pick<Watch, 'caller' | 'changes' | 'next'>

async function sendAll(rooms: Rooms, events: EventStream, { caller, changes, next: first }: Opened): Promise<void> {
  const texts = isEarlier(caller) ? EARLIER_TEXTS : TEXTS
  for (let next = await first; !next.done; next = await changes.next()) {
    const change = next.value
    const text = texts.get(change) ?? present(rooms, caller, change)
    texts.set(change, text)
    await events.send(change.seq, await text)
  }
  events.end()
}

/** All watchers of a task receive the same change object, so each version's text is built once. */
const TEXTS = new WeakMap<TaskChange, Promise<string>>()
const EARLIER_TEXTS = new WeakMap<TaskChange, Promise<string>>()

async function present(rooms: Rooms, caller: Caller, { task }: TaskChange): Promise<string> {
  const queuePositions = await readQueuePositions(rooms.resources, [task])
  return presenterFor(caller)(task, rooms, queuePositions.get(task.id))
}
