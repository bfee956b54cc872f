import { int, statement, type Tx } from '../lib/sql.ts'
import type { Stage, StageJob } from '../queue/catalog.ts'
import type { Attempt } from './claim.ts'

/** How an attempt ends, and its output or cause as JSON text. */
export interface Closing {
  readonly state: 'done' | 'failed' | 'rejected' | 'handed_back'
  readonly output: string | null
}

const CLOSE = statement('attempt_close')<
  Attempt & Closing
>`update stage_attempt set state = $state, finished_at = now(), output = $output::jsonb
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
