import { isTerminal, STATUSES, type Status } from '../../../task/task.ts'
import { DELIVERY_ID, SUCCEEDED } from '../routes/videos/examples.ts'
import { TASK_FIELDS, VideoTask } from '../routes/videos/schema.ts'
import * as figures from './figures.ts'
import { always, choice, currency, idOf, type JsonSchema, named, object, price, time } from './schema.ts'

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

export const BALANCE_LOW = 'account.balance_low'

const AccountEvent = named(
  'AccountEvent',
  object('The available credit of the account fell below the threshold of `balance_low`.', {
    id: idOf('evt', 'Id of the event, the same on every try and the same as `webhook-id`.'),
    type: always(BALANCE_LOW),
    timestamp: time('When it fell below.'),
    data: object('The balance at that time.', {
      id: idOf('acc', 'Id of the account.'),
      object: always('account'),
      available_micro: price('Available credit.'),
      balance_micro: price('Balance.'),
      frozen_micro: price('Part of the balance that is set aside for unfinished tasks.'),
      threshold_micro: price('The threshold.'),
      currency,
    }),
  }),
)

export const TEST = 'webhook.test'

const TestEvent = named(
  'TestEvent',
  object('A test of an address that receives webhooks.', {
    id: idOf('evt', 'Id of the event, the same on every try and the same as `webhook-id`.'),
    type: always(TEST),
    timestamp: time('When it was ordered.'),
    data: object('The account that ordered it.', { id: idOf('acc', 'Id of the account.'), object: always('account') }),
  }),
)

const ACCOUNT_ID = 'acc_01k5x1z9y8x7w6v5t4s3r2q1p1'

const BALANCE_LOW_EXAMPLE = {
  id: DELIVERY_ID.replace('whd_', 'evt_'),
  type: BALANCE_LOW,
  timestamp: SUCCEEDED.created_at,
  data: {
    id: ACCOUNT_ID,
    object: 'account',
    available_micro: 48_300_000,
    balance_micro: 55_860_000,
    frozen_micro: 7_560_000,
    threshold_micro: 50_000_000,
    currency: 'CNY',
  },
}

const HEADERS = {
  'webhook-id': 'Id of the event, the same on every try. Recognise repeats by it.',
  'webhook-timestamp': 'Time of this try, in seconds since 1970.',
  'webhook-signature': 'A signature for each valid secret: `v1,…`, by the rules of Standard Webhooks.',
}

const parameters = Object.entries(HEADERS).map(([name, description]) => {
  return { in: 'header', name, required: true, description, schema: { type: 'string' } }
})

interface Sent {
  readonly type: string
  readonly summary: string
  readonly when: string
  readonly schema: JsonSchema
  readonly example: { readonly name: string; readonly value: unknown } | null
}

function endOf(status: End): Sent {
  const type = `video.${status}`
  const value = { id: DELIVERY_ID.replace('whd_', 'evt_'), type, timestamp: SUCCEEDED.completed_at, data: SUCCEEDED }
  return {
    type,
    summary: `A task has ${status === 'failed' || status === 'succeeded' ? '' : 'been '}${status}`,
    when: 'Sent once to the `webhook_url` of the task, when it has ended.',
    schema: { allOf: [WebhookEvent, { properties: { type: { const: type } } }] },
    example: status === 'succeeded' ? { name: status, value } : null,
  }
}

const LOW: Sent = {
  type: BALANCE_LOW,
  summary: 'Little credit is left',
  when:
    'Sent to the `webhook_url` of the account’s `balance_low` when the available credit falls below its threshold: once, and ' +
    'again only after it was at the threshold or above.',
  schema: AccountEvent,
  example: { name: 'low', value: BALANCE_LOW_EXAMPLE },
}

const TESTED: Sent = {
  type: TEST,
  summary: 'A test',
  when: 'Sent to the `url` of `POST /v1/webhooks/test`.',
  schema: TestEvent,
  example: {
    name: 'test',
    value: {
      id: DELIVERY_ID.replace('whd_', 'evt_'),
      type: TEST,
      timestamp: SUCCEEDED.created_at,
      data: { id: ACCOUNT_ID, object: 'account' },
    },
  },
}

function itemOf({ type, summary, when, schema, example }: Sent): JsonSchema {
  const examples = example ? { examples: { [example.name]: { value: example.value } } } : {}
  return {
    post: {
      operationId: `on${type.replace(/(^|[._])(.)/g, (_, __, letter: string) => letter.toUpperCase())}`,
      tags: ['Webhooks'],
      summary,
      description:
        `${when} An event that is not answered with 2xx within ` +
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
  return Object.fromEntries([...ENDS.map(endOf), LOW, TESTED].map((sent) => [sent.type, itemOf(sent)]))
}
