import type { Rooms } from '../../rooms.ts'
import { type Delivery, eventIdOf } from '../../webhook/deliveries.ts'
import { listDeliveries } from '../../webhook/list.ts'
import { replayDelivery } from '../../webhook/replay.ts'
import { rotateSecret } from '../../webhook/rotate.ts'
import { readSecret, type WebhookSecret } from '../../webhook/secret.ts'
import { callerOf } from '../caller.ts'
import type { RestContext } from './context.ts'
import { idempotencyKeyOf, replayHeaders } from './idempotency.ts'
import { listText } from './present.ts'
import { choiceOf, limitOf, queryOf } from './query.ts'
import { json } from './respond.ts'

/** `GET /v1/webhooks/secret` (docs/rules/webhooks.md#signatures). */
export async function getWebhookSecret(rooms: Rooms, c: RestContext): Promise<Response> {
  const caller = await callerOf(rooms, c, 'keys:admin')
  queryOf(c, [])
  return json(200, presentSecret(await readSecret(rooms.resources, caller)))
}

/** `POST /v1/webhooks/secret/rotate`. A body is ignored. */
export async function postWebhookSecretRotate(rooms: Rooms, c: RestContext): Promise<Response> {
  const caller = await callerOf(rooms, c, 'keys:admin')
  queryOf(c, [])
  const { secret, replayed } = await rotateSecret(rooms.resources, caller, idempotencyKeyOf(c.env.incoming))
  return json(200, presentSecret(secret), replayHeaders(replayed))
}

/** `GET /v1/webhooks/deliveries`. */
export async function getWebhookDeliveries(rooms: Rooms, c: RestContext): Promise<Response> {
  const caller = await callerOf(rooms, c, 'videos:read')
  const query = queryOf(c, ['limit', 'after', 'order', 'task_id'])
  const page = await listDeliveries(rooms.resources, caller, {
    limit: limitOf(query),
    after: query.get('after') ?? null,
    order: choiceOf(query, 'order', ['asc', 'desc']) ?? 'desc',
    taskId: query.get('task_id') ?? null,
  })
  return json(200, listText(page, page.items.map(presentDelivery)))
}

/** `POST /v1/webhooks/deliveries/{id}/replay`. A body is ignored. */
export async function postWebhookReplay(rooms: Rooms, c: RestContext): Promise<Response> {
  const caller = await callerOf(rooms, c, 'videos:write')
  queryOf(c, [])
  const call = { id: c.req.param('id') ?? '', idempotencyKey: idempotencyKeyOf(c.env.incoming) }
  const { delivery, replayed } = await replayDelivery(rooms.resources, caller, call)
  return json(200, presentDelivery(delivery), replayHeaders(replayed))
}

function presentSecret({ secret, createdAt, previousUntil }: WebhookSecret): string {
  const previous = previousUntil && { expires_at: previousUntil }
  return JSON.stringify({ object: 'webhook.secret', secret, created_at: createdAt, previous })
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
