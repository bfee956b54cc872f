import { z } from 'zod'
import { type Idempotency, idempotencyOf, judgeUnderKey } from '../admission/idempotency.ts'
import { renewKey } from '../admission/once.ts'
import { DomainError } from '../errors.ts'
import { assertScope, type Caller } from '../key/caller.ts'
import { parseFields, parseJson, visibleText } from '../lib/body.ts'
import { withoutNulls } from '../lib/json.ts'
import { PROMPT_CALL_MS, PROMPT_LEASE_SECONDS, PROMPT_MAX, PROMPT_RENEW_MS } from '../limits.ts'
import { markersOf } from '../media/markers.ts'
import type { Resources } from '../resources.ts'
import { notSupplied } from '../task/conflicts.ts'
import { assertUsable } from './check.ts'
import { chargeFee, type HeldFee, holdFee, type KeptPrompt, releaseFee, waiveFee } from './fee.ts'
import type { Optimizer } from './optimizer.ts'

export interface OptimizedPrompt {
  readonly prompt: string
  /** False if the optimiser did not change the prompt; nothing was then charged. */
  readonly changed: boolean
  readonly amountMicro: bigint
  readonly ledgerEntryId: string | null
  readonly replayed: boolean
}

export interface OptimizeCall {
  /** The body as sent, JSON text `{prompt}` (spec 4.12). */
  readonly body: string
  readonly idempotencyKey: string | null
}

/** The body (spec 4.12). The prompt follows the rules of a create, except for material, which is not known here. */
export const PromptBody = z.strictObject({
  prompt: visibleText(PROMPT_MAX),
  max_amount_micro: z.int().min(0).optional(),
})

type Needs = Pick<Resources, 'pool' | 'log'>

/**
 * Optimises a prompt and charges for it only on success (spec 4.12) and only if the prompt changed. No transaction may stay open
 * during the call, so there are three steps: freeze the fee, call the optimiser, charge the fee. If a step fails, the fee is
 * released, at once or by the chore (`sweep.ts`).
 * @param callMs how long the optimiser may take
 * @throws DomainError 400 for the body or the key, 402 spend_limit_exceeded and insufficient_balance, 403
 *   insufficient_scope, 409 price_above_maximum and idempotency_in_progress, 422 idempotency_key_reused, 502 prompt_optimizer_unavailable
 */
export async function optimizePrompt(
  needs: Needs,
  optimizer: Optimizer,
  caller: Caller,
  call: OptimizeCall,
  callMs = PROMPT_CALL_MS,
): Promise<OptimizedPrompt> {
  assertScope(caller, 'videos:write')
  const { accountId } = caller
  const body = parseJson(call.body)
  const idempotency = idempotencyOf('prompt.optimize', call.idempotencyKey, {
    text: call.body,
    asked: () => withoutNulls(body),
  })
  const keyScope = { accountId, idempotency }
  const judged = await judgeUnderKey(needs.pool, keyScope, () => parsePrompt(body))
  const max = judged instanceof DomainError ? undefined : judged.max_amount_micro
  const maxMicro = max === undefined ? null : BigInt(max)
  const start = await holdFee(needs.pool, { ...keyScope, keyId: caller.keyId, maxMicro })
  if ('kept' in start) return toOptimized(start.kept.answer as KeptPrompt, true)
  const { held } = start
  try {
    if (judged instanceof DomainError) throw judged
    const { prompt } = judged
    const optimised = await ask(needs, optimizer, { ...held, prompt, callMs })
    const kept = isUnchanged(prompt, optimised)
      ? await waiveFee(needs.pool, held, prompt)
      : await chargeFee(needs.pool, held, optimised)
    if (kept) return toOptimized(kept, false)
    needs.log.warn({ subjectId: held.subjectId }, 'an optimised prompt arrived after its fee was released')
  } catch (error) {
    await giveBack(needs, held)
    throw error
  }
  throw unavailable()
}

function parsePrompt(body: unknown): z.infer<typeof PromptBody> {
  const fields = parseFields(PromptBody, body)
  const alike = markersOf(fields.prompt).find(({ number }) => number === null)
  if (alike) throw notSupplied(alike)
  return fields
}

function toOptimized({ prompt, amountMicro, ledgerEntryId }: KeptPrompt, replayed: boolean): OptimizedPrompt {
  return { prompt, changed: ledgerEntryId !== null, amountMicro: BigInt(amountMicro), ledgerEntryId, replayed }
}

/** Optimisers trim white space around a prompt, which does not count as a change. */
function isUnchanged(prompt: string, optimised: string): boolean {
  return optimised.trim() === prompt.trim()
}

/** Calls the optimiser for at most `callMs`, even if it ignores its signal. Renews the key's lease meanwhile. */
async function ask(
  { pool, log }: Needs,
  optimizer: Optimizer,
  { accountId, idempotency, subjectId, prompt, callMs }: HeldFee & { readonly prompt: string; readonly callMs: number },
): Promise<string> {
  const signal = AbortSignal.timeout(callMs)
  const late = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => late.reject(signal.reason))
  const renew = (idempotency: Idempotency) =>
    renewKey(pool, { accountId, idempotency }, PROMPT_LEASE_SECONDS).catch((error) =>
      log.warn({ err: error, subjectId }, 'could not renew a lease'),
    )
  const renewal = idempotency && setInterval(() => void renew(idempotency), PROMPT_RENEW_MS)
  try {
    const optimised = await Promise.race([optimizer(prompt, signal), late.promise])
    assertUsable(prompt, optimised)
    return optimised
  } catch (error) {
    log.warn({ err: error, subjectId }, 'the prompt optimiser failed')
    throw unavailable()
  } finally {
    if (renewal) clearInterval(renewal)
  }
}

/** The chore releases fees that cannot be released now. */
async function giveBack({ pool, log }: Needs, held: HeldFee): Promise<void> {
  try {
    await releaseFee(pool, held)
  } catch (error) {
    log.warn({ err: error, subjectId: held.subjectId }, 'could not release a fee; the chore will do it')
  }
}

function unavailable(): DomainError {
  const message = 'The prompt could not be optimised now; nothing was charged. Try again, or use the prompt unchanged.'
  return new DomainError('prompt_optimizer_unavailable', message)
}
