import type { Pool } from 'pg'
import { query, statement, type Tx } from '../lib/sql.ts'
import { appendEvents } from '../push/log.ts'
import type { Stage } from '../queue/catalog.ts'
import { deleteJobs, dueJobs, headsOf } from '../queue/jobs.ts'
import { wishesAcceleration } from '../queue/routing.ts'
import type { Resources } from '../resources.ts'
import { enterState } from '../task/advance.ts'
import { isTerminal, type Status, type Task, taskFromRow } from '../task/task.ts'
import type { Attempt } from './attempt.ts'
import { type Met, putOff } from './put-off.ts'
import { type Serves, sourcesOf } from './sources.ts'

/** An attempt that a worker has claimed. */
export interface Claim extends Attempt {
  /** Pool of the worker. */
  readonly pool: string
  /** Whether the task requests it and the worker supports it. */
  readonly accelerated: boolean
  /** Whether it is a second try beside one that runs long. */
  readonly hedge: boolean
  /** How long the attempt waited for a worker. */
  readonly waitedMs: number
  /** When the claim began, by this process's clock. */
  readonly claimedFrom: number
  readonly task: Task
  /** Outputs of the finished stages, by stage. */
  readonly outputs: Readonly<Partial<Record<Stage, unknown>>>
}

interface Values {
  readonly sources: string
  readonly workerId: string
  readonly pool: string
  readonly profile: string | null
}

/** How many jobs of a source may be skipped because their tasks are locked. */
const SKIPPED_MAX = 4

/**
 * One statement: it locks the first job, its task and its attempt, deletes the job and moves the attempt from ready to running.
 * It waits for no lock of a task, so that a report may claim while it holds its own task.
 *
 * A job is free if its task and attempt could be locked, or if it no longer has them. Without a free one the first locked one is
 * returned.
 */
const claimStatement = (name: string, profile: string | null) => statement(name)<Values>`
    with heads as materialized (${headsOf('$sources', profile)}),
    met as materialized (
      select h.stage, h.status as entered, h.queue, j.id as job_id, j.priority as job_priority, j.task_id, j.number,
        case when t.id is null then (select 1 from task where id = j.task_id) is null
          when a.state is null then (select 1 from stage_attempt r
            where r.task_id = j.task_id and r.stage = h.stage and r.number = j.number and r.state = 'ready') is null
          else true end as is_free, t.*
      from heads h
      cross join lateral (${dueJobs('h', profile, SKIPPED_MAX)}) j
      left join lateral (select * from task where id = j.task_id for no key update skip locked) t on true
      left join lateral (select state from stage_attempt r
        where r.task_id = t.id and r.stage = h.stage and r.number = j.number and r.state = 'ready'
        for no key update skip locked) a on true),
    taken as materialized (select * from met where is_free limit 1),
    deleted as (${deleteJobs('taken')}),
    claimed as (
      update stage_attempt set state = 'running', worker_id = $workerId, pool = $pool, claimed_at = now(), beat_at = now()
      from taken
      where stage_attempt.task_id = taken.task_id and stage_attempt.stage = taken.stage
        and stage_attempt.number = taken.number and state = 'ready'
      returning taken.task_id, taken.entered, taken.status, taken.waiting_since, stage_attempt.hedge,
        greatest(0, extract(epoch from now() - stage_attempt.ready_at)::float8 * 1000) as waited_ms),
    entered as (${enterState('claimed')}),
    events as (${appendEvents('entered', 'claimed')})
  (select taken.*, claimed.task_id is not null as is_claimed, claimed.hedge, claimed.waited_ms,
    (select json_object_agg(d.stage, d.output) from stage_attempt d where d.task_id = taken.task_id and d.state = 'done') as outputs
  from taken left join claimed on true)
  union all
  (select met.*, false, null, null, null from met where not exists (select from taken) limit 1)`

const CLAIM = claimStatement('stage_claim', null)
/** Skips tasks that the worker's engine cannot make. */
const CLAIM_FITTING = claimStatement('stage_claim_fitting', '$profile')

interface Row extends Record<string, unknown> {
  readonly stage: Stage
  readonly entered: Status
  readonly queue: string
  readonly job_id: string
  readonly job_priority: number
  readonly task_id: string
  readonly number: number
  readonly is_free: boolean
  readonly is_claimed: boolean
  readonly hedge: boolean | null
  readonly waited_ms: number | null
  readonly outputs: Claim['outputs'] | null
}

type Needs = Pick<Resources, 'pool' | 'boss' | 'hints'>

/**
 * Claims the next ready attempt of some stages: the highest tier first, then the stage listed first. From then on only the
 * attempt's row counts. A job whose attempt is no longer ready is deleted and skipped.
 * @returns null when nothing is ready
 */
export async function claimNext(
  needs: Needs,
  stages: readonly Stage[],
  workerId: string,
  serves: Serves,
): Promise<Claim | null> {
  for (;;) {
    const found = await claimFirst(needs.pool, stages, workerId, serves)
    if (found === null) return null
    if (found.is === 'claimed') {
      needs.hints.hint('events')
      return found.claim
    }
    if (found.is === 'locked') await putOff(needs, found.met)
  }
}

/** A worker that takes its next claim with a report. */
export interface Taker {
  readonly stages: readonly Stage[]
  readonly serves: Serves
  take(claim: Claim): void
}

/**
 * The same in the transaction of a report, which holds its task. One try: what is locked or over is left to `claimNext`.
 * @returns null when nothing was claimed
 */
export async function claimWithin(tx: Tx, workerId: string, { stages, serves }: Taker): Promise<Claim | null> {
  const found = await claimFirst(tx, stages, workerId, serves)
  return found?.is === 'claimed' ? found.claim : null
}

/** What the first job led to. */
type Found =
  | { readonly is: 'claimed'; readonly claim: Claim }
  | { readonly is: 'locked'; readonly met: Met }
  /** Its attempt was no longer ready; the job is deleted. */
  | { readonly is: 'stale' }

async function claimFirst(
  from: Tx | Pool,
  stages: readonly Stage[],
  workerId: string,
  serves: Serves,
): Promise<Found | null> {
  const { pool, accelerates, profile = null } = serves
  const sources = JSON.stringify(sourcesOf(stages, serves))
  const claimedFrom = Date.now()
  const { rows } = await query<Row, Values>(from, profile === null ? CLAIM : CLAIM_FITTING, {
    sources,
    workerId,
    pool,
    profile,
  })
  const [row] = rows
  if (!row) return null
  const { stage, number, queue, job_id, job_priority, task_id, is_free, is_claimed, outputs } = row
  const start = { taskId: task_id, stage, number }
  if (!is_free) return { is: 'locked', met: { queue, jobId: job_id, start: { ...start, priority: job_priority } } }
  const task = taskFromRow(row)
  if (!is_claimed || isTerminal(task.status)) return { is: 'stale' }
  const accelerated = stage === 'render' && accelerates && wishesAcceleration(task)
  const about = { workerId, pool, accelerated, hedge: row.hedge ?? false, waitedMs: row.waited_ms ?? 0, claimedFrom }
  return { is: 'claimed', claim: { ...start, ...about, task, outputs: outputs ?? {} } }
}
