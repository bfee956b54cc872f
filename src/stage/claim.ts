import type { QueryResult } from 'pg'
import { isLocked } from '../errors.ts'
import { json, orNull, Rollback, SHORT_LOCK_WAIT_MS, statement, type Tx, transaction } from '../lib/sql.ts'
import { appendEvents } from '../push/log.ts'
import {
  accountQueue,
  agedQueue,
  floorAround,
  floorOf,
  HEDGE_PRIORITY,
  isAccountPool,
  LORA_QUEUE,
  type Stage,
  type StageJob,
} from '../queue/catalog.ts'
import { sendByBoss } from '../queue/enqueue.ts'
import { wishesAcceleration } from '../queue/routing.ts'
import type { Resources } from '../resources.ts'
import { enterState, lockTask } from '../task/advance.ts'
import { STATUS_OF } from '../task/pipeline.ts'
import { isTerminal, type Task } from '../task/task.ts'
import type { Attempt } from './attempt.ts'
import { type Head, readHeads, type Source } from './heads.ts'
import { type Met, putOff } from './put-off.ts'

/** An attempt that a worker has claimed. */
export interface Claim extends Attempt {
  /** Pool of the worker. */
  readonly pool: string
  /** Whether the task requests it and the worker supports it. */
  readonly accelerated: boolean
  readonly task: Task
  /** Outputs of the finished stages, by stage. */
  readonly outputs: Readonly<Partial<Record<Stage, unknown>>>
}

const CLAIM = statement('stage_claim', { outputs: orNull(json<Claim['outputs']>()) })<
  Attempt & { pool: string; status: string }
>`
    with claimed as (
      update stage_attempt set state = 'running', worker_id = $workerId, pool = $pool, claimed_at = now(), beat_at = now()
      where task_id = $taskId and stage = $stage and number = $number and state = 'ready'
      returning task_id),
    entered as (${enterState('claimed', '$status')}),
    events as (${appendEvents('entered', 'claimed')})
  select (select json_object_agg(d.stage, d.output) from stage_attempt d where d.task_id = $taskId and d.state = 'done') as outputs
  from claimed`

type Needs = Pick<Resources, 'pool' | 'boss' | 'hints'>

/** Pool of a worker, and whether it can accelerate. */
export interface Serves {
  /** `shared`, `pro`, or the account that it is reserved for. */
  readonly pool: string
  readonly accelerates: boolean
}

/**
 * Claims the next ready attempt of some stages: the highest tier first, then the stage listed first. One transaction fetches the
 * job, moves the attempt from ready to running and deletes the job. From then on only the attempt's row counts. A job whose
 * attempt is no longer ready is deleted and skipped.
 * @returns null when nothing is ready
 */
export async function claimNext(
  needs: Needs,
  stages: readonly Stage[],
  workerId: string,
  serves: Serves,
): Promise<Claim | null> {
  const sources = stages.flatMap((stage) => sourcesOf(stage, serves))
  for (;;) {
    let skipped = false
    for (const head of await readHeads(needs.pool, sources)) {
      const result = await claimFrom(needs, head, workerId, serves)
      if (result === 'empty') continue
      skipped = result === 'stale'
      if (result === 'stale') break
      needs.hints.hint('events')
      return result
    }
    if (!skipped) return null
  }
}

const INT4_MAX = 2 ** 31 - 1

/**
 * Queues in which a worker looks for a stage. A worker of an account: only the account's queue. A pro worker: the common queue,
 * for pro and above and second tries. A shared worker: all common queues, first those whose jobs are also in another one.
 */
function sourcesOf(stage: Stage, { pool, accelerates }: Serves): Source[] {
  const source = (queue: string, minPriority = HEDGE_PRIORITY, maxPriority = INT4_MAX): Source => ({
    stage,
    queue,
    minPriority,
    maxPriority,
  })
  if (pool === 'pro') return [source(stage, floorOf('pro')), source(stage, HEDGE_PRIORITY, HEDGE_PRIORITY)]
  if (isAccountPool(pool)) return [source(accountQueue(stage, pool))]
  const common = [source(agedQueue(stage)), source(stage)]
  return stage === 'render' && accelerates ? [source(LORA_QUEUE), ...common] : common
}

type Sent = Promise<[Task | null, QueryResult<{ outputs: Claim['outputs'] | null }>]>
type Taken = Pick<StageJob, 'taskId' | 'number'> & { readonly sent: Sent }

/** Fetches nothing below the tier of the head, because another stage may have a higher tier. */
async function claimFrom(
  needs: Needs,
  { queue, stage, priority, maxPriority }: Head,
  workerId: string,
  { pool, accelerates }: Serves,
): Promise<Claim | 'empty' | 'stale'> {
  const range = { minPriority: floorAround(priority), maxPriority }
  let met: Met | null = null
  const take = async (tx: Tx) => {
    const [job] = await needs.boss.fetch<StageJob>(queue, { ...range, includeMetadata: true, db: tx })
    if (!job) return new Rollback(null)
    met = { queue, jobId: job.id, start: { ...job.data, priority: job.priority } }
    const { taskId, number } = job.data
    // The job is deleted whatever these return, so COMMIT does not wait for them.
    const sent = Promise.all([
      lockTask(tx, taskId),
      tx.run(CLAIM, { taskId, stage, number, workerId, pool, status: STATUS_OF[stage] }),
    ])
    sent.catch(() => {})
    await sendByBoss(tx, (db) => needs.boss.deleteJob(queue, job.id, { db }))
    return { taskId, number, sent }
  }
  const taking = transaction<Taken | null>(needs.pool, take, SHORT_LOCK_WAIT_MS)
  const found = await taking.catch(async (error: unknown) => {
    if (!met || !isLocked(error)) throw error
    await putOff(needs, met)
    return 'put off' as const
  })
  if (found === 'put off') return 'stale'
  if (!found) return 'empty'
  const { taskId, number } = found
  const [task, claimed] = await found.sent
  const [row] = claimed.rows
  if (!row || !task || isTerminal(task.status)) return 'stale'
  const accelerated = stage === 'render' && accelerates && wishesAcceleration(task)
  return { taskId, stage, number, workerId, pool, accelerated, task, outputs: row.outputs ?? {} }
}
