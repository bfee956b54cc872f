import { z } from 'zod'
import { isTerminal, STATUSES, type Status } from '../../../task/task.ts'
import { DELIVERY_ID, SUCCEEDED } from './examples.ts'
import * as figures from './figures.ts'
import { answerSchema, idOf, inlineSchema, type JsonSchema, refTo, time } from './schema.ts'
import { VideoTask } from './video-schemas.ts'

type End = 'succeeded' | 'failed' | 'cancelled' | 'rejected'

/** The states that a task ends in, each with an event. */
export const ENDS = STATUSES.filter((status: Status): status is End => isTerminal(status))

const EndedAndDeleted = answerSchema(
  'DeletedVideoTask',
  VideoTask.pick({ id: true, object: true, status: true, usage: true })
    .extend({
      deleted: z.literal(true).meta({ description: 'Always true.' }),
      output: z.null().meta({ description: 'Its video is gone.' }),
    })
    .meta({ description: 'What is left of a task that was deleted before its event could be delivered.' }),
)

const WebhookEvent = answerSchema(
  'WebhookEvent',
  z
    .object({
      id: idOf('evt', 'Names the event: the same on every try, and the same as `webhook-id`.'),
      type: z.enum(ENDS.map((status) => `video.${status}` as const)).meta({ description: 'How the task ended.' }),
      timestamp: time('When it ended.'),
      data: z
        .union([VideoTask, EndedAndDeleted])
        .meta({ description: 'The task, with a download address that is fresh.' }),
    })
    .meta({ description: 'A task has ended.' }),
)

const HEADERS = {
  'webhook-id': 'The event’s id, the same on every try: what has it was received before.',
  'webhook-timestamp': 'Time of this try, in seconds since 1970.',
  'webhook-signature': 'A signature for each secret that holds: `v1,…`, by the rules of Standard Webhooks.',
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
        'Sent to the `webhook_url` of the task, once, when it has ended. What is not answered with 2xx within ' +
        `${figures.WEBHOOK_TIME} is tried again after ${figures.WEBHOOK_DELAYS}, and no sooner than the ` +
        '`Retry-After` of a 429 or 503 says, up to a day. Redirects are not followed.',
      security: [],
      parameters,
      requestBody: { required: true, content: { 'application/json': { schema, ...examples } } },
      responses: {
        '2XX': { description: 'Received; it is not sent again.' },
        '410': { description: 'Not wanted; it is not sent again.' },
        default: { description: 'Not received; it is tried again.' },
      },
    },
  }
}

/** The `webhooks` of the document (docs/rules/webhooks.md#events). */
export function webhookItems(): Record<string, JsonSchema> {
  return Object.fromEntries(ENDS.map((status) => [`video.${status}`, eventOf(status)]))
}
