import type { Statement } from '../lib/sql.ts'
import { Rollback, transaction } from '../lib/sql.ts'
import { appendEvents } from '../push/log.ts'
import type { Stage, StageJob } from '../queue/catalog.ts'
import type { Resources } from '../resources.ts'
import { enterState, lockTask } from '../task/advance.ts'
import { STATUS_OF } from '../task/pipeline.ts'
import { isTerminal, type Task } from '../task/task.ts'

/** One try of one stage that a worker has claimed; `number` fences its reports. */
export interface Claim extends StageJob {
  readonly workerId: string
  readonly task: Task
  /** Output of the stage before, by stage; only finished stages have one. */
  readonly outputs: Readonly<Partial<Record<Stage, unknown>>>
}

const CLAIM: Statement = {
  name: 'stage_claim',
  text: `with claimed as (
      update stage_attempt set state = 'running', worker_id = $4, claimed_at = now(), beat_at = now()
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
export async function claimStage(needs: Needs, stage: Stage, workerId: string): Promise<Claim | null> {
  for (;;) {
    const result = await claimNext(needs, stage, workerId)
    if (result === 'empty') return null
    if (result === 'stale') continue
    needs.hints.hint('events')
    return result
  }
}

function claimNext(needs: Needs, stage: Stage, workerId: string): Promise<Claim | 'empty' | 'stale'> {
  return transaction<Claim | 'empty' | 'stale'>(needs.pool, async (tx) => {
    const [job] = await needs.boss.fetch<StageJob>(stage, { db: tx })
    if (!job) return new Rollback('empty' as const)
    const { taskId, number } = job.data
    const values = [taskId, stage, number, workerId, STATUS_OF[stage]]
    const [task, claimed] = await Promise.all([
      lockTask(tx, taskId),
      tx.run<{ outputs: Claim['outputs'] | null }>(CLAIM, values),
      needs.boss.deleteJob(stage, job.id, { db: tx }),
    ])
    const [row] = claimed.rows
    if (!row || !task || isTerminal(task.status)) return 'stale'
    return { taskId, stage, number, workerId, task, outputs: row.outputs ?? {} }
  })
}
