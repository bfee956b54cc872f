import { isTerminal, STATUSES, type Status } from '../../../task/task.ts'
import { DELIVERY_ID, SUCCEEDED } from '../routes/videos/examples.ts'
import { TASK_FIELDS, VideoTask } from '../routes/videos/schema.ts'
import * as figures from './figures.ts'
import { always, choice, idOf, type JsonSchema, named, object, time } from './schema.ts'

type End = 'succeeded' | 'failed' | 'cancelled' | 'rejected'

/** The final states of a task, each with an event. */
const ENDS = STATUSES.filter((status: Status): status is End => isTerminal(status))

export const EVENT_TYPES = ENDS.map((status) => `video.${status}` as const)

const EndedAndDeleted = named(
  'DeletedVideoTask',
  object('What remains of a task that was deleted before its event was delivered.', {
    id: TASK_FIELDS.id,
    object: TASK_FIELDS.object,
    status: TASK_FIELDS.status,
    usage: TASK_FIELDS.usage,
    deleted: always(true, 'Always true.'),
    output: { type: 'null', description: 'Always null: its video is deleted.' },
  }),
)

const WebhookEvent = named(
  'WebhookEvent',
  object('A task has ended.', {
    id: idOf('evt', 'Id of the event, the same on every try and the same as `webhook-id`.'),
    type: choice(EVENT_TYPES, 'How the task ended.'),
    timestamp: time('When it ended.'),
    data: { anyOf: [VideoTask, EndedAndDeleted], description: 'The task, with a new download URL.' },
  }),
)

const HEADERS = {
  'webhook-id': 'Id of the event, the same on every try. Recognise repeats by it.',
  'webhook-timestamp': 'Time of this try, in seconds since 1970.',
  'webhook-signature': 'A signature for each valid secret: `v1,…`, by the rules of Standard Webhooks.',
}

const parameters = Object.entries(HEADERS).map(([name, description]) => {
  return { in: 'header', name, required: true, description, schema: { type: 'string' } }
})

function eventOf(status: End): JsonSchema {
  const type = `video.${status}`
  const example = { id: DELIVERY_ID.replace('whd_', 'evt_'), type, timestamp: SUCCEEDED.completed_at, data: SUCCEEDED }
  const examples = status === 'succeeded' ? { examples: { succeeded: { value: example } } } : {}
  const schema = { allOf: [WebhookEvent, { properties: { type: { const: type } } }] }
  return {
    post: {
      operationId: `on${type.replace(/(^|\.)(.)/g, (_, __, letter: string) => letter.toUpperCase())}`,
      tags: ['Webhooks'],
      summary: `A task has ${status === 'failed' || status === 'succeeded' ? '' : 'been '}${status}`,
      description:
        'Sent once to the `webhook_url` of the task, when it has ended. An event that is not answered with 2xx within ' +
        `${figures.WEBHOOK_TIME} is tried again after ${figures.WEBHOOK_DELAYS}, and not before the ` +
        '`Retry-After` of a 429 or 503 has passed (at most a day). Redirects are not followed.',
      security: [],
      parameters,
      requestBody: { required: true, content: { 'application/json': { schema, ...examples } } },
      responses: {
        '2XX': { description: 'Received. It is not sent again.' },
        '410': { description: 'Not wanted. It is not sent again.' },
        default: { description: 'Not received. It is tried again.' },
      },
    },
  }
}

/** The `webhooks` of the document (docs/rules/webhooks.md#events). */
export function webhookItems(): Record<string, JsonSchema> {
  return Object.fromEntries(ENDS.map((status) => [`video.${status}`, eventOf(status)]))
}
