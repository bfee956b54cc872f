import { bool, int, statement, type Tx } from '../lib/sql.ts'
import { enqueue, nextAttempt } from '../queue/enqueue.ts'
import { type Fleet, graceOf } from '../queue/fleet.ts'
import type { Resources } from '../resources.ts'
import { startOf } from '../task/pipeline.ts'
import type { Claim } from './claim.ts'

type Needs = Pick<Resources, 'boss'>

/** Creates the next attempt of the same stage with its job, if `keepTwin` found no second try. */
export async function tryAgain(
  needs: Needs,
  tx: Tx,
  { taskId, stage, task }: Pick<Claim, 'taskId' | 'stage' | 'task'>,
  { fleet, delayMs }: { readonly fleet: Fleet; readonly delayMs: number },
): Promise<void> {
  const { rows } = await tx.run(AGAIN, [taskId, stage, delayMs, graceOf(task, stage, fleet)])
  const number = rows[0]?.number
  if (number === undefined) throw new Error(`no new attempt of ${stage} for ${taskId}`)
  await enqueue(tx, needs.boss, [startOf(task, { stage, number, fleet, delayMs })])
}

/**
 * If a second try runs or waits, it becomes the next attempt.
 * @returns whether there is one
 */
export async function keepTwin(
  needs: Needs,
  tx: Tx,
  { taskId, stage, task }: Pick<Claim, 'taskId' | 'stage' | 'task'>,
  fleet: Fleet,
): Promise<boolean> {
  const { rows } = await tx.run(TWIN, [taskId, stage])
  const [twin] = rows
  if (!twin) return false
  if (!rows.some(({ running }) => running)) {
    await enqueue(tx, needs.boss, [startOf(task, { stage, number: twin.number, fleet })])
  }
  return true
}

/** Raises a waiting second try from the lowest priority. */
const TWIN = statement('stage_twin', { number: int, running: bool })`with promoted as (
      update stage_attempt a set hedge = false, priority = t.priority from task t
      where t.id = a.task_id and a.task_id = $1 and a.stage = $2 and a.state = 'ready' returning a.number)
    select number, false as running from promoted
    union all
    select number, true from stage_attempt where task_id = $1 and stage = $2 and state = 'running'`

const AGAIN = statement('stage_again', { number: int })`
  with source as (select $1::text as task_id), next as (${nextAttempt('source', { stage: '$2', delayMs: '$3', graceMs: '$4' })}) select number from next`
