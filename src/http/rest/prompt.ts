import { CURRENCY, displayAmount } from '../../credit/money.ts'
import { isEarlier } from '../../key/version.ts'
import { type OptimizedPrompt, optimizePrompt } from '../../prompt/optimize.ts'
import type { Rooms } from '../../rooms.ts'
import { callerOf } from '../caller.ts'
import { readJsonText } from './body.ts'
import type { RestContext } from './context.ts'
import { markDeprecated, unmarkDeprecated } from './deprecation.ts'
import { idempotencyKeyOf, replayHeaders } from './idempotency.ts'
import { queryOf } from './query.ts'
import { json } from './respond.ts'

/**
 * `POST /v1/prompt/optimize` (spec 4.12). Refusals have the deprecation headers too; in the earlier version it is not
 * deprecated (spec 9).
 */
export async function postPromptOptimize(rooms: Rooms, c: RestContext): Promise<Response> {
  const { incoming } = c.env
  markDeprecated(rooms, c)
  const caller = await callerOf(rooms, c, 'videos:write')
  if (isEarlier(caller)) unmarkDeprecated(c)
  queryOf(c, [])
  const call = { body: await readJsonText(incoming), idempotencyKey: idempotencyKeyOf(incoming) }
  const optimized = await optimizePrompt(rooms.resources, rooms.optimizer, caller, call)
  return json(200, presentPrompt(optimized), replayHeaders(optimized.replayed))
}

function presentPrompt({ prompt, changed, amountMicro, ledgerEntryId }: OptimizedPrompt): string {
  return JSON.stringify({
    object: 'prompt.optimization',
    prompt,
    changed,
    amount_micro: Number(amountMicro),
    amount: displayAmount(amountMicro),
    currency: CURRENCY,
    ledger_entry_id: ledgerEntryId,
  })
}
