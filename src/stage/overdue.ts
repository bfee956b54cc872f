import { EARLIER_VERSION } from '../key/version.ts'
import { eachApart } from '../lib/apart.ts'
import { EVER_MS, type Loop, startSweep } from '../lib/loop.ts'
import {
  int,
  query,
  Rollback,
  type RowOf,
  SHORT_LOCK_WAIT_MS,
  type Statement,
  statement,
  text,
  transaction,
} from '../lib/sql.ts'
import { AGE_MS, EARLIER_WAIT_S, OVERDUE_MS, SWEEPS, WORKER_LIVE_S } from '../limits.ts'
import { agedQueue, floorOf, type ServiceTier, STAGES, TIER_STEP } from '../queue/catalog.ts'
import { enqueue } from '../queue/enqueue.ts'
import type { Resources } from '../resources.ts'
import { finishTask, lockForEnd } from '../task/finish.ts'
import { JOB, OWN_JOB, type OwnJob } from './attempt.ts'

type Needs = Pick<Resources, 'pool' | 'boss' | 'hints' | 'log' | 'config'>

const SENT = { ...JOB, priority: int, tier: text<ServiceTier>() }
type Sent = RowOf<typeof SENT>

const BATCH = 500

/**
 * Raises attempts that have long been ready by one tier, once; dedicated is the highest. The job stays and a second one is sent;
 * the one fetched first counts.
 */
const AGE = statement('attempt_age', SENT)`update stage_attempt a set priority = a.priority + ${TIER_STEP} from (
      select w.task_id, w.stage, w.number, t.service_tier from stage_attempt w join task t on t.id = w.task_id
      where w.state = 'ready' and not w.hedge and w.ready_at < now() - make_interval(secs => $1)
        and w.ready_at > now() - make_interval(secs => $2) and w.priority = t.priority and t.service_tier <> 'dedicated'
      order by w.ready_at limit ${BATCH} for no key update of w skip locked) due
    where a.task_id = due.task_id and a.stage = due.stage and a.number = due.number
    returning a.task_id as "taskId", a.stage, a.number, a.priority, due.service_tier as tier`

/**
 * Attempts that wait for an account's workers, of which none is left that can make the task; `pool` marks those that may start on
 * any. O(dedicated waiting).
 */
const ORPHANED = statement('attempt_orphaned', SENT)`update stage_attempt a set pool = 'shared' from (
      select w.task_id, w.stage, w.number from stage_attempt w join task t on t.id = w.task_id
      where w.state = 'ready' and w.stage = any($1::text[]) and w.priority >= ${floorOf('dedicated')}
        and w.pool is null and t.service_tier = 'dedicated'
        and w.ready_at < now() - make_interval(secs => ${WORKER_LIVE_S}) and not exists (
          select 1 from worker k where k.pool = t.account_id and w.stage = any(k.capabilities) and k.stopped_at is null
            and k.beat_at > now() - make_interval(secs => ${WORKER_LIVE_S})
            and (w.stage not in ('encode', 'render')
              or (t.id, coalesce(k.profile, '')) not in (select task_id, profile from unfit_engine)))
      limit ${BATCH} for no key update of w skip locked) due
    where a.task_id = due.task_id and a.stage = due.stage and a.number = due.number
    returning a.task_id as "taskId", a.stage, a.number, a.priority, 'dedicated' as tier`

/** Sends the attempts found by a statement again, to a common queue. @returns their number */
async function sendAgain(
  needs: Needs,
  statement: Statement<Sent>,
  values: readonly unknown[],
  queueOf: (sent: Sent) => string,
): Promise<number> {
  const sent = await transaction(needs.pool, async (tx) => {
    const { rows } = await tx.run(statement, values)
    if (rows.length === 0) return new Rollback(0)
    const starts = rows.map((row) => ({ ...row, routes: [{ queue: queueOf(row), afterMs: 0 }], delayMs: 0 }))
    await enqueue(tx, needs.boss, starts)
    return rows.length
  })
  if (sent > 0) needs.hints.hint('jobs')
  return sent
}

/**
 * Raises stages that have long been ready by one tier (docs/decisions/dispatch.md#dispatch-order).
 * @param withinMs only those that became due within this time
 */
export function ageWaiting(needs: Needs, withinMs = EVER_MS): Promise<number> {
  const values = [AGE_MS / 1000, (AGE_MS + withinMs) / 1000]
  return sendAgain(needs, AGE, values, ({ stage, tier }) => (tier === 'pro' ? stage : agedQueue(stage)))
}

/** Lets dedicated stages without workers of their account start on any (docs/decisions/dispatch.md#queues-of-a-stage). */
export function freeOrphaned(needs: Needs): Promise<number> {
  return sendAgain(needs, ORPHANED, [STAGES], ({ stage }) => stage)
}

/** A stage with a running attempt never times out here. */
const EXPIRED = statement('attempt_expired', OWN_JOB)`
    select a.task_id as "taskId", a.stage, a.number, a.account_id as "accountId" from stage_attempt a
    where a.state = 'ready' and not a.hedge and a.ready_at < now() - make_interval(secs => $1)
      and not exists (select 1 from stage_attempt r where r.task_id = a.task_id and r.state = 'running')
    order by a.ready_at limit ${BATCH}`

/** Unclaimed tasks of the earlier version (spec 9): the first attempt is ready from the creation on. */
const UNCLAIMED = statement('attempt_unclaimed', OWN_JOB)`
    select a.task_id as "taskId", a.stage, a.number, a.account_id as "accountId"
    from stage_attempt a join task t on t.id = a.task_id
    where a.state = 'ready' and a.ready_at < now() - make_interval(secs => $1)
      and a.ready_at > now() - make_interval(secs => $2) and t.api_version = '${EARLIER_VERSION}' and t.started_at is null
    order by a.ready_at limit ${BATCH}`

const GIVE_UP = statement('attempt_give_up')`update stage_attempt set state = 'cancelled', finished_at = now()
         where task_id = $1 and stage = $2 and number = $3 and state = 'ready'`

/**
 * Fails tasks whose stage nobody claimed within the longest wait, unbilled (docs/rules/tasks.md#failures). The
 * attempt's own row decides: claimed or given up, not both.
 * @returns how many
 */
export function failExpired(needs: Needs, afterSeconds = needs.config.maxWaitSeconds): Promise<number> {
  return failAll(needs, EXPIRED, [afterSeconds])
}

/**
 * Fails tasks of the earlier form that nobody claimed within half an hour, unbilled (spec 9), by the same rule.
 * @param withinMs only those that became due within this time
 * @returns how many
 */
export function failUnclaimed(needs: Needs, withinMs = EVER_MS): Promise<number> {
  return failAll(needs, UNCLAIMED, [EARLIER_WAIT_S, EARLIER_WAIT_S + withinMs / 1000])
}

async function failAll(needs: Needs, statement: Statement<OwnJob>, values: readonly number[]): Promise<number> {
  const { rows } = await query(needs.pool, statement, values)
  const failed = await eachApart(rows, needs.log, (row) => failOne(needs, row))
  if (failed > 0) needs.hints.hint('events', 'webhooks')
  return failed
}

function failOne({ pool }: Needs, { accountId, taskId, stage, number }: OwnJob): Promise<boolean> {
  return transaction(
    pool,
    async (tx) => {
      const [locked, given] = await Promise.all([
        lockForEnd(tx, accountId, taskId),
        tx.run(GIVE_UP, [taskId, stage, number]),
      ])
      if (!locked || given.rowCount !== 1) return new Rollback(false)
      const failDetail = 'No compute was free in time.'
      finishTask(tx, locked, { status: 'failed', failReason: 'queue_timeout', failDetail })
      return true
    },
    SHORT_LOCK_WAIT_MS,
  )
}

/** The chore; every process may do it. */
export function startOverdue(needs: Needs): Loop {
  return startSweep(needs.log, { name: 'overdue stages', idleMs: OVERDUE_MS, ...SWEEPS }, async (withinMs) => {
    while ((await ageWaiting(needs, withinMs)) === BATCH);
    while ((await freeOrphaned(needs)) === BATCH);
    while ((await failExpired(needs)) === BATCH);
    while ((await failUnclaimed(needs, withinMs)) === BATCH);
  })
}
