import { idempotencyOf } from '../admission/idempotency.ts'
import { once } from '../admission/once.ts'
import { assertScope, type Caller } from '../key/caller.ts'
import { statement } from '../lib/sql.ts'
import type { Resources } from '../resources.ts'
import { type Delivery, deliveryNotFound, deliveryOf, isDeliveryId } from './deliveries.ts'
import { FORGET_TRIES } from './history.ts'

/** A running try no longer counts, because the row has another lease. */
const REPLAY = statement('webhook_replay')`
    update webhook_delivery set status = 'pending', tries = 0, last_status = null, last_error = null,
      next_try_at = now(), delivered_at = null
    where account_id = $1 and id = $2`

/**
 * Delivers an event again, whatever its status (docs/rules/webhooks.md#deliveries). Its tries start from the first and its id
 * stays.
 * @throws DomainError 403 insufficient_scope, 404 delivery_not_found (missing or of another account), 409
 *   idempotency_in_progress, 422 idempotency_key_reused
 */
export async function replayDelivery(
  { pool, hints }: Pick<Resources, 'pool' | 'hints'>,
  caller: Caller,
  { id, idempotencyKey }: { readonly id: string; readonly idempotencyKey: string | null },
): Promise<{ readonly delivery: Delivery; readonly replayed: boolean }> {
  assertScope(caller, 'videos:write')
  if (!isDeliveryId(id)) throw deliveryNotFound()
  const { result, replayed } = await once(
    pool,
    { accountId: caller.accountId, idempotency: idempotencyOf(`webhook.replay:${id}`, idempotencyKey) },
    async (tx) => {
      tx.send(REPLAY, [caller.accountId, id])
      const delivery = await deliveryOf(tx, caller, id)
      tx.send(FORGET_TRIES, [id])
      return { status: 200, result: delivery, kept: { id } }
    },
    (kept) => deliveryOf(pool, caller, kept.id),
  )
  if (!replayed) hints.hint('webhooks')
  return { delivery: result, replayed }
}
