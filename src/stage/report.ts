import type { Pool } from 'pg'
import { pricesOf } from '../credit/price.ts'
import { isLocked } from '../errors.ts'
import { inOneFlight, int, Rollback, statement, type Tx, transaction } from '../lib/sql.ts'
import { beginBelow, inSpan } from '../lib/trace.ts'
import { FAILURES_MAX, RETRY_DELAY_MS } from '../limits.ts'
import { appendEvents } from '../push/log.ts'
import type { Stage } from '../queue/catalog.ts'
import { nextAttempt, sendJobs } from '../queue/enqueue.ts'
import { graceOf, type LiveWorkers, liveWorkers, routesOf } from '../queue/routing.ts'
import { addUnfit } from '../queue/unfit.ts'
import type { Resources } from '../resources.ts'
import { completeStage, holdTask } from '../task/advance.ts'
import { finishTask, lockForEnd } from '../task/finish.ts'
import { asPro } from '../task/items.ts'
import { earnedBy, nextStage, progressOf } from '../task/pipeline.ts'
import type { FailReason, PriceItem, TaskOutput } from '../task/task.ts'
import { type Attempt, type Closing, closeAttempt, countAttempts, keepTwin, tryAgain } from './attempt.ts'
import { type Claim, claimWithin, type Taker } from './claim.ts'

/** Output of a stage, stored on its attempt for later stages. */
export interface StageOutput {
  /** Object in the storage; its key holds the attempt's number, so a late output never overwrites another's. */
  readonly key: string
  readonly contextIrApplied?: boolean
  /** Of encode: the form of the conditioning, which only engines of this form can read. */
  readonly conditioning?: string | undefined
  readonly accelerated?: boolean
}

type Needs = Pick<Resources, 'pool' | 'boss' | 'hints'>

interface Done extends Attempt {
  readonly output: string
  readonly progress: number
  readonly earned: readonly string[]
  readonly packaging: boolean
  readonly contextIrApplied: boolean | null
  readonly accelerated: boolean | null
  readonly next: Stage
  readonly graceMs: number | null
  readonly items: string | null
  readonly routes: string
}

const DONE = statement('stage_done', { number: int })<Done>`with done as (
      update stage_attempt set state = 'done', progress = 1, finished_at = now(), output = $output::jsonb
      where task_id = $taskId and stage = $stage and number = $number and worker_id = $workerId and state = 'running'
      returning task_id),
    twins as (
      update stage_attempt set state = 'superseded', finished_at = now() from done
      where stage_attempt.task_id = done.task_id and stage = $stage and number <> $number and state in ('ready', 'running')),
    completed as (${completeStage('done', {
      progress: '$progress::float8',
      earned: '$earned',
      packaging: '$packaging',
      contextIrApplied: '$contextIrApplied',
      accelerated: '$accelerated',
      items: '$items',
    })}),
    events as (${appendEvents('completed', 'advanced')}),
    next as (${nextAttempt('done', { stage: '$next', delayMs: '0', graceMs: '$graceMs' })}),
    jobs as (${sendJobs('next', '$routes')})
  select number from next`

/**
 * A stage before the last is done: fence, earned items, event, next attempt and its job, in one flight. The lock has its own
 * statement, because a statement sees rows as of its start: it would miss a second try added while it waits for the lock.
 * The worker's next claim travels with it. It is the best one, seldom the task's next stage.
 * @param taker takes the next claim; null if the worker takes none
 * @returns false when the report came too late and was discarded
 */
export async function reportDone(
  needs: Needs,
  claim: Claim,
  output: StageOutput,
  taker: Taker | null = null,
): Promise<boolean> {
  const { task, stage, taskId } = claim
  const next = nextStage(task, stage)
  if (!next) throw new Error(`${stage} is the last stage; it finishes the task`)
  const live = await liveWorkers(needs.pool)
  const items = stage === 'render' ? await itemsAsRun(needs.pool, claim) : null
  const values = {
    ...claim,
    output: JSON.stringify(output),
    progress: progressOf(task, stage, 1),
    earned: earnedBy(task.items, stage, output.contextIrApplied ?? false),
    packaging: next === 'package',
    contextIrApplied: output.contextIrApplied ?? null,
    accelerated: output.accelerated ?? null,
    next,
    graceMs: graceOf(task, next, live),
    items: items && JSON.stringify(items),
    routes: JSON.stringify(routesOf(task, next, live)),
  }
  const { counted, taken } = await committed(() =>
    inOneFlight(needs.pool, async (tx) => {
      holdTask(tx, taskId)
      const sent = [tx.run(DONE, values), taker && claimWithin(tx, claim.workerId, taker)] as const
      const [{ rowCount }, taken] = await Promise.all(sent)
      return { counted: rowCount === 1, taken }
    }),
  )
  if (counted || taken) needs.hints.hint('events')
  // Without a hint no other worker wakes up for a job that is taken.
  if (counted && taken?.taskId !== taskId) needs.hints.hint('jobs')
  if (taken) taker?.take(taken)
  return counted
}

/**
 * A dedicated task that rendered on other workers is billed as pro (docs/rules/money.md#dedicated-tier). Items of other tasks must not
 * change, because their events do not store them (src/push/log.ts).
 * @returns the changed items; null if they do not change
 */
async function itemsAsRun(pool: Pool, { task, pool: ranOn }: Claim): Promise<PriceItem[] | null> {
  if (task.serviceTier !== 'dedicated' || ranOn === task.accountId) return null
  return asPro(task.items, (await pricesOf(pool, task.priceVersion)).prices, task.durationMs)
}

/** The last stage is done and its file passed the check: the task succeeds and its freeze is settled once. */
export async function reportSucceeded(needs: Needs, claim: Claim, output: TaskOutput): Promise<boolean> {
  return endingReport(needs, claim, { state: 'done', output: JSON.stringify(output) }, (tx, locked) => {
    finishTask(tx, locked, { status: 'succeeded', output })
    return Promise.resolve()
  })
}

export interface Failure {
  readonly reason: FailReason
  /** For the caller, without internal terms. */
  readonly detail: string
  /** For the operator's log and the attempt's row. */
  readonly cause: string
  /** False if another try cannot help (a bad asset). */
  readonly retry: boolean
}

/** Counts a reported error; the third of a stage fails the task (docs/decisions/dispatch.md#failures-and-losses). */
export async function reportFailed(needs: Needs, claim: Claim, failure: Failure): Promise<boolean> {
  return endingReport(
    needs,
    claim,
    { state: 'failed', output: JSON.stringify(failure.cause) },
    async (tx, locked, live) => {
      const failures = await countAttempts(tx, claim, 'failed')
      if (failure.retry && (await keepTwin(needs, tx, { ...claim, task: locked.task }, live))) return
      if (!failure.retry || failures >= FAILURES_MAX) {
        const end = { status: 'failed', failReason: failure.reason, failDetail: failure.detail } as const
        finishTask(tx, locked, end)
        return
      }
      await tryAgain(needs, tx, claim, { live, delayMs: RETRY_DELAY_MS * 2 ** Math.max(0, failures - 1) })
    },
  )
}

/** The content policy forbids it: the task is rejected, and completed work is settled (spec 3). */
export async function reportRejected(needs: Needs, claim: Claim, failure: Failure): Promise<boolean> {
  return endingReport(needs, claim, { state: 'rejected', output: JSON.stringify(failure.cause) }, (tx, locked) => {
    const end = { status: 'rejected', failReason: failure.reason, failDetail: failure.detail } as const
    finishTask(tx, locked, end)
    return Promise.resolve()
  })
}

/**
 * A worker returns its stage at once, because it stops or because its engine cannot make the task. This does not count as an error.
 * @param unfit profile of the engine's limits, if no engine with these limits is to get the task again
 */
export async function handBack(needs: Needs, claim: Claim, unfit: string | null = null): Promise<boolean> {
  return endingReport(needs, claim, { state: 'handed_back', output: null }, async (tx, _locked, live) => {
    if (unfit !== null) addUnfit(tx, [{ taskId: claim.taskId, profile: unfit }])
    if (await keepTwin(needs, tx, claim, live)) return
    await tryAgain(needs, tx, claim, { live, delayMs: 0 })
  })
}

type Ending = (tx: Tx, locked: NonNullable<Awaited<ReturnType<typeof lockForEnd>>>, live: LiveWorkers) => Promise<void>

/** The frame of every report that may end the task: account, task, attempt locked in that order, and the fence. */
export async function endingReport(needs: Needs, claim: Claim, closing: Closing, ending: Ending): Promise<boolean> {
  // Read before the transaction takes a connection, because the pool is small.
  const live = await liveWorkers(needs.pool)
  const write = async (tx: Tx) => {
    const [locked, closed] = await Promise.all([
      lockForEnd(tx, claim.task.accountId, claim.taskId),
      closeAttempt(tx, claim, closing),
    ])
    if (!locked || !closed) return new Rollback(false)
    await ending(tx, locked, live)
    return true
  }
  const counted = await committed(() => transaction<boolean>(needs.pool, write))
  if (counted) needs.hints.hint('events', 'jobs', 'webhooks')
  return counted
}

/** How long a report is tried. */
const PATIENCE_MS = 30_000

/**
 * Commits a report and retries it while it meets locks: without it the finished work would be repeated. Each try waits as long as
 * one lock wait.
 */
function committed<T>(commit: () => Promise<T>): Promise<T> {
  const span = beginBelow('report')
  return span ? inSpan(span, () => untilUnlocked(commit)) : untilUnlocked(commit)
}

async function untilUnlocked<T>(commit: () => Promise<T>): Promise<T> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return await commit()
    } catch (error) {
      if (!isLocked(error) || performance.now() > until) throw error
    }
  }
}
