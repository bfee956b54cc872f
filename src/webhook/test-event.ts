import { z } from 'zod'
import { idempotencyOf } from '../admission/idempotency.ts'
import { once } from '../admission/once.ts'
import { DomainError } from '../errors.ts'
import { assertScope, type Caller } from '../key/caller.ts'
import type { WriteCall } from '../key/create.ts'
import { parseFields, parseJson, storableText } from '../lib/body.ts'
import { withoutNulls } from '../lib/json.ts'
import { calledAddress, faultOf } from '../lib/target.ts'
import { URL_MAX } from '../limits.ts'
import { addAccountEvent } from '../push/deliveries.ts'
import type { Resources } from '../resources.ts'
import { type Delivery, deliveryOf } from './deliveries.ts'

/** The body of a test event. */
export const TestEventBody = z.strictObject({ url: storableText(URL_MAX) })

/**
 * Sends `webhook.test` to an address, signed and tried again like any event (docs/rules/webhooks.md#test-events).
 * @throws DomainError 400 invalid_json, unknown_, missing_ and invalid_parameter, 403 insufficient_scope, 409
 *   idempotency_in_progress, 422 idempotency_key_reused
 */
export async function sendTestEvent(
  { pool, hints, config }: Pick<Resources, 'pool' | 'hints' | 'config'>,
  caller: Caller,
  call: WriteCall,
): Promise<{ readonly delivery: Delivery; readonly replayed: boolean }> {
  assertScope(caller, 'videos:write')
  const { accountId } = caller
  const body = parseJson(call.body)
  const asked = () => withoutNulls(body)
  const { result, replayed } = await once(
    pool,
    { accountId, idempotency: idempotencyOf('webhook.test', call.idempotencyKey, { text: call.body, asked }) },
    async (tx) => {
      const { url } = parseFields(TestEventBody, body)
      const fault = faultOf(url, config.webhook)
      if (fault) throw new DomainError('invalid_parameter', `url ${fault}.`, { param: 'url' })
      const data = JSON.stringify({ id: accountId, object: 'account' })
      const id = addAccountEvent(tx, { accountId, type: 'webhook.test', url: calledAddress(url), data })
      return { status: 200, result: await deliveryOf(tx, caller, id), kept: { id } }
    },
    (kept) => deliveryOf(pool, caller, kept.id),
  )
  if (!replayed) hints.hint('webhooks')
  return { delivery: result, replayed }
}
