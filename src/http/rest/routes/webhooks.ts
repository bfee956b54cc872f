import { type Delivery, eventIdOf } from '../../../webhook/deliveries.ts'
import { listDeliveries } from '../../../webhook/list.ts'
import { replayDelivery } from '../../../webhook/replay.ts'
import { rotateSecret } from '../../../webhook/rotate.ts'
import { readSecret, type WebhookSecret as Secret } from '../../../webhook/secret.ts'
import { jsonAnswer, listAnswer } from '../openapi/answer.ts'
import * as figures from '../openapi/figures.ts'
import { always, choice, count, idOf, int, named, object, orNull, text, time } from '../openapi/schema.ts'
import { BALANCE_LOW, EVENT_TYPES } from '../openapi/webhook-events.ts'
import { anyText, ordered } from '../query.ts'
import { json, listText, replayHeaders } from '../respond.ts'
import { pathId, route } from '../route.ts'
import { DELIVERY_ID, VIDEO_ID } from './videos/examples.ts'

const WebhookSecret = named(
  'WebhookSecret',
  object('The secret that signs the account’s webhooks.', {
    object: always('webhook.secret'),
    secret: text('The secret.', { pattern: '^whsec_[A-Za-z0-9+/]+={0,2}$' }),
    created_at: time('When it was created.'),
    previous: orNull(
      object('The previous secret, which also signs until it expires; null if there is none.', {
        expires_at: time('When it expires.'),
      }),
    ),
  }),
)

const SECRET = {
  object: 'webhook.secret',
  secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDm2N9YzRjS0k=',
  created_at: '2026-11-20T08:00:00.000Z',
  previous: null,
}

function presentSecret({ secret, createdAt, previousUntil }: Secret): string {
  const previous = previousUntil && { expires_at: previousUntil }
  return JSON.stringify({ object: 'webhook.secret', secret, created_at: createdAt, previous })
}

/** docs/rules/webhooks.md#signatures */
route('GET', '/v1/webhooks/secret', {
  name: 'getWebhookSecret',
  tag: 'Webhooks',
  need: 'keys:admin',
  summary: 'Get the signing secret',
  description: 'The secret that signs this account’s webhooks, by the rules of Standard Webhooks.',
  answers: { 200: jsonAnswer('The secret.', WebhookSecret, { secret: SECRET }) },
  async handle({ rooms, caller }) {
    return json(200, presentSecret(await readSecret(rooms.resources, caller)))
  },
})

route('POST', '/v1/webhooks/secret/rotate', {
  name: 'rotateWebhookSecret',
  tag: 'Webhooks',
  need: 'keys:admin',
  idempotent: 'kept',
  summary: 'Rotate the signing secret',
  description: `Creates a new secret. Webhooks are also signed with the previous one for ${figures.SECRET_TIME}. A body is ignored.`,
  answers: {
    200: jsonAnswer('The new secret.', WebhookSecret, {
      rotated: { ...SECRET, previous: { expires_at: '2026-11-28T21:57:00.000Z' } },
    }),
  },
  async handle({ rooms, caller, idempotencyKey }) {
    const { secret, replayed } = await rotateSecret(rooms.resources, caller, idempotencyKey)
    return json(200, presentSecret(secret), replayHeaders(replayed))
  },
})

const WebhookDelivery = named(
  'WebhookDelivery',
  object('An event that is sent to a `webhook_url`.', {
    id: idOf('whd', 'Id of the delivery.'),
    object: always('webhook.delivery'),
    event_id: idOf('evt', 'The `webhook-id` of every try.'),
    task_id: orNull(idOf('vid', 'The task that ended; null for an event of the account.')),
    type: choice([...EVENT_TYPES, BALANCE_LOW], 'Type of the event.'),
    url: text('URL that it is sent to.', { format: 'uri' }),
    status: choice(['pending', 'delivered', 'failed'], 'Status of the delivery.'),
    tries: count('Tries so far.'),
    last_status: orNull(int('HTTP status of the last answer; null if there was none.')),
    last_error: orNull(text('Why the last try failed, for people.')),
    next_try_at: orNull(time('When it is tried next.')),
    created_at: time('When the event happened.'),
    delivered_at: orNull(time('When the receiver accepted it.')),
  }),
)

const EXAMPLE = {
  id: DELIVERY_ID,
  object: 'webhook.delivery',
  event_id: DELIVERY_ID.replace('whd_', 'evt_'),
  task_id: VIDEO_ID,
  type: 'video.succeeded',
  url: 'https://example.com/hooks/video',
  status: 'delivered',
  tries: 1,
  last_status: 200,
  last_error: null,
  next_try_at: null,
  created_at: '2026-11-27T21:58:12.907Z',
  delivered_at: '2026-11-27T21:58:13.044Z',
}

const DUE = {
  ...EXAMPLE,
  status: 'pending',
  tries: 0,
  last_status: null,
  delivered_at: null,
  next_try_at: EXAMPLE.created_at,
}

function presentDelivery(delivery: Delivery): string {
  return JSON.stringify({
    id: delivery.id,
    object: 'webhook.delivery',
    event_id: eventIdOf(delivery.id),
    task_id: delivery.taskId,
    type: delivery.type,
    url: delivery.url,
    status: delivery.status,
    tries: delivery.tries,
    last_status: delivery.lastStatus,
    last_error: delivery.lastError,
    next_try_at: delivery.nextTryAt,
    created_at: delivery.createdAt,
    delivered_at: delivery.deliveredAt,
  })
}

route('GET', '/v1/webhooks/deliveries', {
  name: 'listWebhookDeliveries',
  tag: 'Webhooks',
  need: 'videos:read',
  summary: 'List deliveries',
  description: `Events that were or will be sent to a \`webhook_url\`, page by page. They are kept for ${figures.DELIVERY_TIME}.`,
  query: {
    ...ordered('whd'),
    task_id: anyText(text('Only deliveries of this task.', { examples: [VIDEO_ID] })),
  },
  answers: { 200: listAnswer('WebhookDeliveryList', WebhookDelivery, 'deliveries', EXAMPLE) },
  async handle({ rooms, caller, query: { task_id: taskId, ...listing } }) {
    const deliveries = await listDeliveries(rooms.resources, caller, { ...listing, taskId })
    return json(200, listText(deliveries, presentDelivery))
  },
})

route('POST', '/v1/webhooks/deliveries/:id/replay', {
  name: 'replayWebhookDelivery',
  tag: 'Webhooks',
  need: 'videos:write',
  idempotent: 'kept',
  summary: 'Deliver an event again',
  description:
    'Delivers the event again, whatever its status. Its tries start from the first and its id stays. A body is ignored.',
  id: pathId(DELIVERY_ID, 'Id of the delivery.', 'delivery_not_found'),
  answers: { 200: jsonAnswer('The delivery, which is due now.', WebhookDelivery, { due: DUE }) },
  async handle({ rooms, caller, id, idempotencyKey }) {
    const { delivery, replayed } = await replayDelivery(rooms.resources, caller, { id, idempotencyKey })
    return json(200, presentDelivery(delivery), replayHeaders(replayed))
  },
})
