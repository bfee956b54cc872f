import { WEBHOOK_HISTORY } from '../../../limits.ts'
import { taskFromRow } from '../../../task/task.ts'
import { type Delivery, eventIdOf } from '../../../webhook/deliveries.ts'
import { type DeliveryDetail, readDelivery } from '../../../webhook/history.ts'
import { listDeliveries } from '../../../webhook/list.ts'
import { replayDelivery } from '../../../webhook/replay.ts'
import { sendTestEvent, TestEventBody } from '../../../webhook/test-event.ts'
import { jsonBody } from '../body.ts'
import { jsonAnswer, listAnswer } from '../openapi/answer.ts'
import * as figures from '../openapi/figures.ts'
import * as schema from '../openapi/schema.ts'
import { always, choice, count, idOf, int, named, object, orNull, text, time } from '../openapi/schema.ts'
import { BALANCE_LOW, EVENT_TYPES, TEST } from '../openapi/webhook-events.ts'
import { anyText, ordered } from '../query.ts'
import { json, listText, replayHeaders } from '../respond.ts'
import { pathId, route } from '../route.ts'
import { DELIVERY_ID, SUCCEEDED, VIDEO_ID } from './videos/examples.ts'
import { presentEnded } from './videos/present.ts'

const DELIVERY_FIELDS = {
  id: idOf('whd', 'Id of the delivery.'),
  object: always('webhook.delivery'),
  event_id: idOf('evt', 'The `webhook-id` of every try.'),
  task_id: orNull(idOf('vid', 'The task that ended; null for an event of the account.')),
  type: choice([...EVENT_TYPES, BALANCE_LOW, TEST], 'Type of the event.'),
  url: text('URL that it is sent to.', { format: 'uri' }),
  status: choice(['pending', 'delivered', 'failed'], 'Status of the delivery.'),
  tries: count('Tries so far.'),
  last_status: orNull(int('HTTP status of the last answer; null if there was none.')),
  last_error: orNull(text('Why the last try failed, for people.')),
  next_try_at: orNull(time('When it is tried next.')),
  created_at: time('When the event happened.'),
  delivered_at: orNull(time('When the receiver accepted it.')),
}

const WebhookDelivery = named('WebhookDelivery', object('An event that is sent to a `webhook_url`.', DELIVERY_FIELDS))

const WebhookTry = named(
  'WebhookTry',
  object('A try of a delivery.', {
    number: schema.positive('Number of the try, from 1. It starts again when the event is delivered again.'),
    at: time('When it began.'),
    duration_ms: count('Milliseconds that it took.'),
    status: orNull(int('HTTP status of the answer; null if there was none.')),
    error: orNull(text('Why it failed, for people; null if it did not.')),
    answer: orNull(
      text(`The first ${WEBHOOK_HISTORY.answerBytes} bytes of the answer’s body, as text; null without an answer.`),
    ),
  }),
)

const WebhookDeliveryDetail = named(
  'WebhookDeliveryDetail',
  object('A delivery with its payload and its tries.', {
    ...DELIVERY_FIELDS,
    payload: schema.anyObject('The body as a try would send it now. Each try signs it, and its links, again.'),
    history: schema.list(
      WebhookTry,
      `The newest tries, at most ${WEBHOOK_HISTORY.tries}, newest first. Those before it was delivered again are included.`,
    ),
  }),
)

const SendTestWebhook = schema.requestSchema('SendTestWebhook', TestEventBody, 'A test event.', {
  url: { description: 'URL that receives it; https only.', format: 'uri' },
})

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

const TESTED = { ...DUE, task_id: null, type: TEST }

const TRIED = { number: 1, at: EXAMPLE.created_at, duration_ms: 137, status: 200, error: null, answer: 'ok' }

const DETAIL = {
  ...EXAMPLE,
  payload: {
    id: EXAMPLE.event_id,
    type: EXAMPLE.type,
    timestamp: EXAMPLE.created_at,
    data: SUCCEEDED,
  },
  history: [TRIED],
}

function presentDetail({ delivery, payload, history }: DeliveryDetail): string {
  const tries = history.map(({ durationMs, ...rest }) => ({ ...rest, duration_ms: durationMs }))
  return `${presentDelivery(delivery).slice(0, -1)},"payload":${payload},"history":${JSON.stringify(tries)}}`
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

route('GET', '/v1/webhooks/deliveries/:id', {
  name: 'getWebhookDelivery',
  tag: 'Webhooks',
  need: 'videos:read',
  summary: 'Get a delivery',
  description: 'A delivery with its payload and its tries, with the beginning of each answer.',
  id: pathId(DELIVERY_ID, 'Id of the delivery.', 'delivery_not_found'),
  answers: { 200: jsonAnswer('The delivery.', WebhookDeliveryDetail, { delivered: DETAIL }) },
  async handle({ rooms, caller, id }) {
    const bodyOf = (row: Readonly<Record<string, unknown>>) => presentEnded(taskFromRow(row), rooms)
    return json(200, presentDetail(await readDelivery(rooms.resources, caller, id, bodyOf)))
  },
})

route('POST', '/v1/webhooks/test', {
  name: 'sendTestWebhook',
  tag: 'Webhooks',
  need: 'videos:write',
  idempotent: 'kept',
  summary: 'Send a test event',
  description:
    'Sends an event `webhook.test` to an address, signed and tried again like any other. It is listed with the deliveries.',
  body: jsonBody(SendTestWebhook, { test: { url: EXAMPLE.url } }),
  answers: { 200: jsonAnswer('The delivery, which is due now.', WebhookDelivery, { due: TESTED }) },
  async handle({ rooms, caller, body, idempotencyKey }) {
    const { delivery, replayed } = await sendTestEvent(rooms.resources, caller, { body, idempotencyKey })
    return json(200, presentDelivery(delivery), replayHeaders(replayed))
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
