import { CURRENCY, displayAmount } from '../../credit/money.ts'
import { type OptimizedPrompt, optimizePrompt } from '../../prompt/optimize.ts'
import type { Rooms } from '../../rooms.ts'
import { callerOf } from '../caller.ts'
import { requestIdOf } from '../request-id.ts'
import { readJsonText } from './body.ts'
import type { RestContext } from './context.ts'
import { idempotencyKeyOf, replayHeaders } from './idempotency.ts'
import { queryOf } from './query.ts'
import { json, refusal } from './respond.ts'

/** Deprecated since the version of the API that brought use_context_ir to every create (RFC 9745; RFC 8288). */
const DEPRECATED = {
  Deprecation: `@${Date.UTC(2026, 10, 1) / 1000}`,
  Link: '</v1/videos>; rel="successor-version"; title="use_context_ir"',
}

/** `POST /v1/prompt/optimize` (spec 4.12). Refusals say too that it is deprecated. */
export async function postPromptOptimize(rooms: Rooms, c: RestContext): Promise<Response> {
  const { incoming, outgoing } = c.env
  const { resources, optimizer } = rooms
  try {
    const caller = await callerOf(rooms, c, 'videos:write')
    queryOf(c, [])
    const call = { body: await readJsonText(incoming), idempotencyKey: idempotencyKeyOf(incoming) }
    const optimized = await optimizePrompt(resources, optimizer, caller, call)
    return json(200, presentPrompt(optimized), { ...DEPRECATED, ...replayHeaders(optimized.replayed) })
  } catch (thrown) {
    return refusal(thrown, requestIdOf(outgoing), resources.log, DEPRECATED)
  }
}

function presentPrompt({ prompt, amountMicro, ledgerEntryId }: OptimizedPrompt): string {
  return JSON.stringify({
    object: 'prompt.optimization',
    prompt,
    amount_micro: Number(amountMicro),
    amount: displayAmount(amountMicro),
    currency: CURRENCY,
    ledger_entry_id: ledgerEntryId,
  })
}
