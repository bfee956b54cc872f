import { bool, int, type RowOf, statement, type Tx, text } from '../lib/sql.ts'
import type { Stage, StageJob } from '../queue/catalog.ts'
import { enqueue, nextAttempt } from '../queue/enqueue.ts'
import { graceOf, type LiveWorkers } from '../queue/routing.ts'
import type { Resources } from '../resources.ts'
import { startOf } from '../task/pipeline.ts'
import type { Task } from '../task/task.ts'

/** Columns of a `StageJob`. */
export const JOB = { taskId: text(), stage: text<Stage>(), number: int }

/** The same with the account that is locked first. */
export const OWN_JOB = { ...JOB, accountId: text() }

export type OwnJob = RowOf<typeof OWN_JOB>

/** One try of one stage by a worker; `number` fences its reports. */
export interface Attempt extends StageJob {
  readonly workerId: string
}

/** How an attempt ends, and its output or cause as JSON text. */
export interface Closing {
  readonly state: 'done' | 'failed' | 'rejected' | 'handed_back'
  readonly output: string | null
}

const CLOSE = statement('attempt_close')<Attempt & Closing>`
    update stage_attempt set state = $state, finished_at = now(), output = $output::jsonb
         where task_id = $taskId and stage = $stage and number = $number and worker_id = $workerId and state = 'running'`

/** The fence: a report counts only while its attempt's row is running and belongs to its worker. */
export async function closeAttempt(tx: Tx, attempt: Attempt, closing: Closing): Promise<boolean> {
  const { rowCount } = await tx.run(CLOSE, { ...attempt, ...closing })
  return rowCount === 1
}

const LOSE = statement('attempt_lose')`update stage_attempt set state = 'lost', finished_at = now()
         where task_id = $1 and stage = $2 and number = $3 and state = 'running'
           and beat_at < now() - make_interval(secs => $4)`

/** Marks a silent worker's attempt as lost, by the database's clock only. */
export async function loseAttempt(tx: Tx, { taskId, stage, number }: StageJob, leaseSeconds: number): Promise<boolean> {
  const { rowCount } = await tx.run(LOSE, [taskId, stage, number, leaseSeconds])
  return rowCount === 1
}

const COUNT = statement('attempt_count', { count: int })`select count(*)::int as count from stage_attempt
         where task_id = $1 and stage = $2 and state = $3 and not hedge and outcome is not distinct from $4`

/** Number of a stage's attempts that ended this way, without second tries (docs/decisions/dispatch.md#failures-and-losses). */
export async function countAttempts(
  tx: Tx,
  { taskId, stage }: { readonly taskId: string; readonly stage: Stage },
  state: 'failed' | 'lost',
  outcome: string | null = null,
): Promise<number> {
  const { rows } = await tx.run(COUNT, [taskId, stage, state, outcome])
  return rows[0]?.count ?? 0
}

type Needs = Pick<Resources, 'boss'>

interface Tried extends Pick<StageJob, 'taskId' | 'stage'> {
  readonly task: Task
}

/** Creates the next attempt of the same stage with its job, if `keepTwin` found no second try. */
export async function tryAgain(
  needs: Needs,
  tx: Tx,
  { taskId, stage, task }: Tried,
  { live, delayMs }: { readonly live: LiveWorkers; readonly delayMs: number },
): Promise<void> {
  const { rows } = await tx.run(AGAIN, [taskId, stage, delayMs, graceOf(task, stage, live)])
  const number = rows[0]?.number
  if (number === undefined) throw new Error(`no new attempt of ${stage} for ${taskId}`)
  await enqueue(tx, needs.boss, [startOf(task, { stage, number, live, delayMs })])
}

/**
 * If a second try runs or waits, it becomes the next attempt.
 * @returns whether there is one
 */
export async function keepTwin(
  needs: Needs,
  tx: Tx,
  { taskId, stage, task }: Tried,
  live: LiveWorkers,
): Promise<boolean> {
  const { rows } = await tx.run(TWIN, [taskId, stage])
  const [twin] = rows
  if (!twin) return false
  if (!rows.some(({ running }) => running)) {
    await enqueue(tx, needs.boss, [startOf(task, { stage, number: twin.number, live })])
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
