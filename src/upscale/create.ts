import { z } from 'zod'
import { createWindows } from '../admission/creates.ts'
import { idempotencyOf, judgeUnderKey } from '../admission/idempotency.ts'
import { once } from '../admission/once.ts'
import { lockAccounts } from '../credit/locked-account.ts'
import { currentPrices } from '../credit/price.ts'
import { DomainError } from '../errors.ts'
import { assertScope, type Caller } from '../key/caller.ts'
import { assertStillHolds } from '../key/holds.ts'
import { parseFields, parseJson } from '../lib/body.ts'
import { newId } from '../lib/id.ts'
import { withoutNulls } from '../lib/json.ts'
import { statement, type Tx } from '../lib/sql.ts'
import { begin, inSpan, link, type Traced, traceparentOf } from '../lib/trace.ts'
import { readTurns } from '../queue/rank.ts'
import { type LiveWorkers, liveWorkers } from '../queue/routing.ts'
import type { Resources } from '../resources.ts'
import { admit, creationTime, stopError } from '../task/admit.ts'
import { lockTask } from '../task/advance.ts'
import type { Outlook } from '../task/outlook.ts'
import { estimate } from '../task/queue-position.ts'
import { assertAskable, keptTask, type TaskCall, tasksByIds, videoNotFound } from '../task/read.ts'
import { type Task, taskFromRow } from '../task/task.ts'
import { outlookOf } from '../task/underway.ts'
import { isDownloadable } from '../task/view.ts'
import { writeTasks } from '../task/write.ts'
import { assertEligible, isReadable, quoteFor, sourceUnavailable, type UpscaleQuote } from './quote.ts'

/** The body (spec 4.7): the amount of the quote, unchanged. */
export const UpscaleBody = z.strictObject({ amount_micro: z.int().min(0) })

export interface UpscaleCall extends TaskCall {
  /** JSON text as sent. */
  readonly body: string
}

export interface Upscaled {
  readonly task: Task
  /** An existing upscale (spec 4.7 rule 3); nothing was charged again. */
  readonly alreadyExists: boolean
  readonly replayed: boolean
}

type Needs = Pick<Resources, 'pool' | 'boss' | 'storage' | 'hints'>

/** The tier that an upscale is dispatched as (docs/rules/tasks.md#upscale). */
const TIER = 'standard'

/** An unfinished upscale, or a succeeded one with its bytes: the answer to a second call. */
const EXISTING = statement('upscale_existing')`select * from task where source_task_id = $1 and deleted_at is null
      and (completed_at is null or (status = 'succeeded' and output_until > now() and output_erased_at is null))
    order by created_at desc limit 1`

/**
 * Upscales a finished 768p video to 2K (spec 4.7), in one transaction under the locks of account and source, so that concurrent
 * calls create one task and one charge. Only the upscale is charged; the source is kept.
 * @throws DomainError 400 for the body or the key, 403 insufficient_scope; then in this order 404 video_not_found, 400
 *   upscale_not_eligible, 410 source_unavailable, 409 upscale_price_changed, 429 concurrency_limit_exceeded, 402
 *   spend_limit_exceeded, insufficient_balance; 410 video_deleted (a replay), 422 idempotency_key_reused
 */
export function createUpscale(needs: Needs, caller: Caller, call: UpscaleCall): Promise<Upscaled> {
  const span = begin('create upscale')
  return span ? inSpan(span, () => create(needs, caller, call, span)) : create(needs, caller, call, null)
}

async function create(needs: Needs, caller: Caller, call: UpscaleCall, trace: Traced): Promise<Upscaled> {
  assertScope(caller, 'videos:write')
  assertAskable(call.id)
  const { accountId } = caller
  const body = parseJson(call.body)
  const idempotency = idempotencyOf(`video.upscale:${call.id.slice(0, 64)}`, call.idempotencyKey, {
    text: call.body,
    asked: () => withoutNulls(body),
  })
  const keyScope = { accountId, idempotency }
  const fields = await judgeUnderKey(needs.pool, keyScope, () => parseFields(UpscaleBody, body))
  // The storage is checked before the locks are taken. Bytes removed in between are marked under the source's lock.
  const [seen] = await tasksByIds(needs, caller, [call.id])
  const isLost = seen?.status === 'succeeded' && !(await isReadable(needs, seen))
  const [live, outlook] = await Promise.all([liveWorkers(needs.pool), outlookOf(needs.pool).catch(() => null)])
  const { result, replayed } = await once(
    needs.pool,
    keyScope,
    async (tx) => {
      if (fields instanceof DomainError) throw fields
      const made = await upscale(needs, tx, caller, {
        id: call.id,
        amountMicro: BigInt(fields.amount_micro),
        isLost,
        live,
        trace,
        outlook,
      })
      const kept = { id: made.task.id, alreadyExists: made.alreadyExists }
      return { status: made.alreadyExists ? 200 : 202, result: made, kept }
    },
    async (kept) => ({ task: await keptTask(needs, caller, kept.id), alreadyExists: kept.alreadyExists }),
  )
  if (!replayed && !result.alreadyExists) {
    // The freeze may have made the balance low.
    needs.hints.hint('events', 'jobs', 'webhooks')
  }
  return { ...result, replayed }
}

interface Wanted {
  readonly id: string
  readonly amountMicro: bigint
  /** Whether the storage does not have the source's bytes. */
  readonly isLost: boolean
  readonly live: LiveWorkers
  readonly trace: Traced
  readonly outlook: Outlook | null
}

async function upscale(
  needs: Needs,
  tx: Tx,
  caller: Caller,
  { id, amountMicro, isLost, live, trace, outlook }: Wanted,
): Promise<Omit<Upscaled, 'replayed'>> {
  // Sent together and run in order, so that the later statements read under the locks.
  const [{ accounts, now }, source, { rows }, prices, turns, windows] = await Promise.all([
    lockAccounts(tx, [caller.accountId]),
    lockTask(tx, id),
    tx.run(EXISTING, [id]),
    currentPrices(tx),
    readTurns(tx, [{ accountId: caller.accountId, serviceTier: TIER }]),
    createWindows(tx, [caller.keyId]),
    assertStillHolds(tx, caller),
  ])
  const account = accounts.get(caller.accountId)
  if (!account || !source || source.accountId !== account.id || source.deletedAt) throw videoNotFound()
  if (rows[0]) return { task: taskFromRow(rows[0]), alreadyExists: true }
  assertEligible(source)
  if (isLost || !isDownloadable(source)) throw sourceUnavailable()
  const quote = quoteFor(source, prices)
  if (quote.amountMicro !== amountMicro) throw priceChanged(quote)
  const payer = { account, window: windows.get(caller.keyId) }
  const task = upscaleTask(source, caller, quote, creationTime(payer, now))
  if (trace) {
    // A separate order, later; the trace of the source is over.
    task.traceparent = traceparentOf(trace)
    trace.setAttribute('vidgate.task.id', task.id)
    link(trace, source.traceparent)
  }
  const admitted = admit(payer, turns, task)
  if ('code' in admitted) throw stopError(admitted)
  estimate(outlook, [task], [])
  const counted = { accounts: [account], windows: windows.values() }
  await writeTasks(tx, { boss: needs.boss, live }, { tasks: [task], entries: [admitted] }, counted)
  return { task, alreadyExists: false }
}

/** The client gets a new quote, or uses the amount in the refusal (spec 4.7 rule 4). */
function priceChanged(quote: UpscaleQuote): DomainError {
  const message = 'The price changed after the quote; get a new quote.'
  const details = {
    current_amount_micro: Number(quote.amountMicro),
    source_task_id: quote.sourceTaskId,
    billed_seconds: quote.billedSeconds,
    frames: quote.frames,
    unit_price_micro: Number(quote.unitPriceMicro),
    price_version: quote.priceVersion,
  }
  return new DomainError('upscale_price_changed', message, { param: 'amount_micro', details })
}

/** The request of the source, at 2k. */
function upscaleTask(source: Task, caller: Caller, quote: UpscaleQuote, createdAt: Date): Task {
  return {
    ...source,
    id: newId('vid'),
    keyId: caller.keyId,
    groupId: null,
    nIndex: null,
    sourceTaskId: source.id,
    apiVersion: caller.apiVersion,
    status: 'queued',
    seq: 1,
    progress: 0,
    inputImage: null,
    endImage: null,
    references: [],
    resolution: '2k',
    serviceTier: TIER,
    useContextIr: false,
    contextIrApplied: null,
    webhookUrl: null,
    metadata: null,
    priceVersion: quote.priceVersion,
    items: [
      {
        kind: 'upscale',
        stage: 'upscale',
        quantity: quote.billedSeconds,
        frames: quote.frames,
        unitPriceMicro: Number(quote.unitPriceMicro),
        amountMicro: Number(quote.amountMicro),
      },
    ],
    earned: [],
    frozenMicro: quote.amountMicro,
    billedMs: null,
    amountMicro: null,
    waitingSince: null,
    waitingReason: null,
    output: null,
    outputUntil: null,
    outputErasedAt: null,
    failReason: null,
    failDetail: null,
    etaSeconds: null,
    createdAt,
    startedAt: null,
    completedAt: null,
    deletedAt: null,
    traceparent: null,
  }
}
