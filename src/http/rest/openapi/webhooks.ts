import { z } from 'zod'
import { DELIVERY_ID, pageOf, VIDEO_ID } from './examples.ts'
import * as figures from './figures.ts'
import { jsonContent, type Operation } from './operation.ts'
import { answerSchema, idOf, kindOf, time } from './schema.ts'
import * as shared from './shared.ts'
import { ENDS } from './webhook-events.ts'

const WebhookSecret = answerSchema(
  'WebhookSecret',
  z
    .object({
      object: kindOf('webhook.secret'),
      secret: z.string().meta({ description: 'The secret.', pattern: '^whsec_[A-Za-z0-9+/]+={0,2}$' }),
      created_at: time('When it was created.'),
      previous: z
        .object({ expires_at: time('When it expires.') })
        .nullable()
        .meta({ description: 'The previous secret, which also signs until it expires; null if there is none.' }),
    })
    .meta({ description: 'The secret that signs the account’s webhooks.' }),
)

const WebhookDelivery = answerSchema(
  'WebhookDelivery',
  z
    .object({
      id: idOf('whd', 'Id of the delivery.'),
      object: kindOf('webhook.delivery'),
      event_id: idOf('evt', 'The `webhook-id` of every try.'),
      task_id: idOf('vid', 'The task that ended.'),
      type: z.enum(ENDS.map((status) => `video.${status}` as const)).meta({ description: 'Type of the event.' }),
      url: z.string().meta({ description: 'URL that it is sent to.', format: 'uri' }),
      status: z.enum(['pending', 'delivered', 'failed']).meta({ description: 'Status of the delivery.' }),
      tries: z.int().min(0).meta({ description: 'Tries so far.' }),
      last_status: z.int().nullable().meta({ description: 'HTTP status of the last answer; null if there was none.' }),
      last_error: z.string().nullable().meta({ description: 'Why the last try failed, for people.' }),
      next_try_at: time('When it is tried next.').nullable(),
      created_at: time('When the task ended.'),
      delivered_at: time('When the receiver accepted it.').nullable(),
    })
    .meta({ description: 'An event that is sent to a `webhook_url`.' }),
)

const SECRET = {
  object: 'webhook.secret',
  secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDm2N9YzRjS0k=',
  created_at: '2026-11-20T08:00:00.000Z',
  previous: null,
}

const DELIVERY = {
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

const DeliveryList = shared.listSchema('WebhookDeliveryList', WebhookDelivery, 'deliveries')

export const WEBHOOK_OPERATIONS: readonly Operation[] = [
  {
    method: 'get',
    path: '/v1/webhooks/secret',
    id: 'getWebhookSecret',
    tag: 'Webhooks',
    need: 'keys:admin',
    summary: 'Get the signing secret',
    description: 'The secret that signs this account’s webhooks, by the rules of Standard Webhooks.',
    answers: { 200: { description: 'The secret.', content: jsonContent(WebhookSecret, { secret: SECRET }) } },
  },
  {
    method: 'post',
    path: '/v1/webhooks/secret/rotate',
    id: 'rotateWebhookSecret',
    tag: 'Webhooks',
    need: 'keys:admin',
    idempotent: 'kept',
    summary: 'Rotate the signing secret',
    description: `Creates a new secret. Webhooks are also signed with the previous one for ${figures.SECRET_TIME}. A body is ignored.`,
    answers: {
      200: {
        description: 'The new secret.',
        content: jsonContent(WebhookSecret, {
          rotated: { ...SECRET, previous: { expires_at: '2026-11-28T21:57:00.000Z' } },
        }),
        ...shared.REPLAYABLE,
      },
    },
  },
  {
    method: 'get',
    path: '/v1/webhooks/deliveries',
    id: 'listWebhookDeliveries',
    tag: 'Webhooks',
    need: 'videos:read',
    summary: 'List deliveries',
    description: `Events that were or will be sent to a \`webhook_url\`, page by page. They are kept for ${figures.DELIVERY_TIME}.`,
    parameters: [
      shared.LIMIT,
      shared.afterParameter('whd'),
      shared.ORDER,
      shared.query('task_id', z.string().meta({ description: 'Only deliveries of this task.', examples: [VIDEO_ID] })),
    ],
    answers: { 200: { description: 'A page.', content: jsonContent(DeliveryList, { page: pageOf(DELIVERY) }) } },
    refusals: { 400: ['invalid_cursor'] },
  },
  {
    method: 'post',
    path: '/v1/webhooks/deliveries/{id}/replay',
    id: 'replayWebhookDelivery',
    tag: 'Webhooks',
    need: 'videos:write',
    idempotent: 'kept',
    summary: 'Deliver an event again',
    description:
      'Delivers the event again, whatever its status. Its tries start from the first and its id stays. A body is ignored.',
    parameters: [shared.idParameter('whd', 'Id of the delivery.', DELIVERY_ID)],
    answers: {
      200: {
        description: 'The delivery, which is due now.',
        content: jsonContent(WebhookDelivery, {
          due: {
            ...DELIVERY,
            status: 'pending',
            tries: 0,
            last_status: null,
            delivered_at: null,
            next_try_at: DELIVERY.created_at,
          },
        }),
        ...shared.REPLAYABLE,
      },
    },
    refusals: { 404: ['delivery_not_found'] },
  },
]
