import type { Statement } from '../lib/sql.ts'
import { Rollback, transaction } from '../lib/sql.ts'
import { appendEvents } from '../push/log.ts'
import {
  accountQueue,
  floorOf,
  HEDGE_PRIORITY,
  isAccountPool,
  LORA_QUEUE,
  type Stage,
  type StageJob,
} from '../queue/catalog.ts'
import type { Resources } from '../resources.ts'
import { enterState, lockTask } from '../task/advance.ts'
import { STATUS_OF } from '../task/pipeline.ts'
import { isTerminal, type Task } from '../task/task.ts'

/** One try of one stage that a worker has claimed; `number` fences its reports. */
export interface Claim extends StageJob {
  readonly workerId: string
  /** Pool of the worker. */
  readonly pool: string
  /** Whether it was waiting for a worker that accelerates. */
  readonly accelerated: boolean
  readonly task: Task
  /** Output of the stage before, by stage; only finished stages have one. */
  readonly outputs: Readonly<Partial<Record<Stage, unknown>>>
}

const CLAIM: Statement = {
  name: 'stage_claim',
  text: `with claimed as (
      update stage_attempt set state = 'running', worker_id = $4, pool = $6, claimed_at = now(), beat_at = now()
      where task_id = $1 and stage = $2 and number = $3 and state = 'ready'
      returning task_id),
    entered as (${enterState('claimed', '$5')}),
    events as (${appendEvents('entered', 'claimed')})
  select (select json_object_agg(d.stage, d.output) from stage_attempt d where d.task_id = $1 and d.state = 'done') as outputs
  from claimed`,
}

type Needs = Pick<Resources, 'pool' | 'boss' | 'hints'>

/**
 * Claims the next ready attempt of a stage: fetch the job, ready → running, delete the job, in one transaction. From here
 * on only the attempt's row counts. A job whose attempt is not ready any more is consumed and skipped.
 * @returns null when nothing is ready
 */
export async function claimStage(
  needs: Needs,
  stage: Stage,
  workerId: string,
  { pool, accelerates }: Serves = SHARED,
): Promise<Claim | null> {
  for (const source of sourcesFor(stage, pool, accelerates)) {
    for (;;) {
      const result = await claimNext(needs, source, stage, workerId, pool)
      if (result === 'empty') break
      if (result === 'stale') continue
      needs.hints.hint('events')
      return result
    }
  }
  return null
}

/** Whom a worker serves, and whether it can accelerate. */
export interface Serves {
  /** `shared`, `pro`, or the account that it is set aside for. */
  readonly pool: string
  readonly accelerates: boolean
}

const SHARED: Serves = { pool: 'shared', accelerates: false }

interface Source {
  readonly queue: string
  readonly minPriority?: number
  readonly maxPriority?: number
}

/**
 * Where a worker looks for a stage, in order: its account's queue alone; of the common one pro and above, and second tries;
 * all of it, after what waits for acceleration.
 */
function sourcesFor(stage: Stage, pool: string, accelerates: boolean): readonly Source[] {
  if (pool === 'pro')
    return [
      { queue: stage, minPriority: floorOf('pro') },
      { queue: stage, maxPriority: HEDGE_PRIORITY },
    ]
  if (isAccountPool(pool)) return [{ queue: accountQueue(stage, pool) }]
  const common = { queue: stage }
  return stage === 'render' && accelerates ? [{ queue: LORA_QUEUE }, common] : [common]
}

function claimNext(
  needs: Needs,
  { queue, ...range }: Source,
  stage: Stage,
  workerId: string,
  pool: string,
): Promise<Claim | 'empty' | 'stale'> {
  return transaction<Claim | 'empty' | 'stale'>(needs.pool, async (tx) => {
    const [job] = await needs.boss.fetch<StageJob>(queue, { ...range, db: tx })
    if (!job) return new Rollback('empty' as const)
    const { taskId, number } = job.data
    const values = [taskId, stage, number, workerId, STATUS_OF[stage], pool]
    const [task, claimed] = await Promise.all([
      lockTask(tx, taskId),
      tx.run<{ outputs: Claim['outputs'] | null }>(CLAIM, values),
      needs.boss.deleteJob(queue, job.id, { db: tx }),
    ])
    const [row] = claimed.rows
    if (!row || !task || isTerminal(task.status)) return 'stale'
    return {
      taskId,
      stage,
      number,
      workerId,
      pool,
      accelerated: queue === LORA_QUEUE,
      task,
      outputs: row.outputs ?? {},
    }
  })
}
