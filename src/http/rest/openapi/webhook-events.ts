import { z } from 'zod'
import { isTerminal, STATUSES, type Status } from '../../../task/task.ts'
import { DELIVERY_ID, SUCCEEDED } from './examples.ts'
import * as figures from './figures.ts'
import { answerSchema, idOf, inlineSchema, type JsonSchema, refTo, time } from './schema.ts'
import { VideoTask } from './video-schemas.ts'

type End = 'succeeded' | 'failed' | 'cancelled' | 'rejected'

/** The final states of a task, each with an event. */
export const ENDS = STATUSES.filter((status: Status): status is End => isTerminal(status))

const EndedAndDeleted = answerSchema(
  'DeletedVideoTask',
  VideoTask.pick({ id: true, object: true, status: true, usage: true })
    .extend({
      deleted: z.literal(true).meta({ description: 'Always true.' }),
      output: z.null().meta({ description: 'Always null: its video is deleted.' }),
    })
    .meta({ description: 'What remains of a task that was deleted before its event was delivered.' }),
)

const WebhookEvent = answerSchema(
  'WebhookEvent',
  z
    .object({
      id: idOf('evt', 'Id of the event, the same on every try and the same as `webhook-id`.'),
      type: z.enum(ENDS.map((status) => `video.${status}` as const)).meta({ description: 'How the task ended.' }),
      timestamp: time('When it ended.'),
      data: z.union([VideoTask, EndedAndDeleted]).meta({ description: 'The task, with a new download URL.' }),
    })
    .meta({ description: 'A task has ended.' }),
)

const HEADERS = {
  'webhook-id': 'Id of the event, the same on every try. Recognise repeats by it.',
  'webhook-timestamp': 'Time of this try, in seconds since 1970.',
  'webhook-signature': 'A signature for each valid secret: `v1,…`, by the rules of Standard Webhooks.',
}

const parameters = Object.entries(HEADERS).map(([name, description]) => {
  return { in: 'header', name, required: true, description, schema: inlineSchema(z.string()) }
})

function eventOf(status: End): JsonSchema {
  const type = `video.${status}`
  const example = { id: DELIVERY_ID.replace('whd_', 'evt_'), type, timestamp: SUCCEEDED.completed_at, data: SUCCEEDED }
  const examples = status === 'succeeded' ? { examples: { succeeded: { value: example } } } : {}
  const schema = { allOf: [refTo(WebhookEvent), { properties: { type: { const: type } } }] }
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
