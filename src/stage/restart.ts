import { DomainError } from '../errors.ts'
import { statement, transaction } from '../lib/sql.ts'
import { isCleanText } from '../lib/text.ts'
import type { StageJob } from '../queue/catalog.ts'
import { liveWorkers } from '../queue/routing.ts'
import type { Resources } from '../resources.ts'
import { lockTask } from '../task/advance.ts'
import { videoNotFound } from '../task/read.ts'
import { keepTwin, tryAgain } from './attempt.ts'

/** The operator reads the output of an attempt that is not done as what went wrong (src/fleet/attempts.ts). */
const TAKE_BACK = statement('attempt_take_back')`
    update stage_attempt set state = 'handed_back', finished_at = now(), output = '"restarted by the operator"'
         where task_id = $1 and stage = $2 and number = $3 and state = 'running'`

/**
 * Ends a running attempt as if its worker had returned it, and starts the next one (docs/decisions/dispatch.md#restart-by-the-operator).
 * The attempt's number makes a repeat harmless: it is refused.
 * @throws DomainError 404 video_not_found; 400 invalid_parameter, if this attempt is not running
 */
export async function restartAttempt(
  needs: Pick<Resources, 'pool' | 'boss' | 'hints'>,
  { taskId, stage, number }: StageJob,
): Promise<void> {
  if (!isCleanText(taskId)) throw videoNotFound('id')
  const live = await liveWorkers(needs.pool)
  await transaction(needs.pool, async (tx) => {
    const [task, taken] = await Promise.all([lockTask(tx, taskId), tx.run(TAKE_BACK, [taskId, stage, number])])
    if (!task) throw videoNotFound('id')
    if (taken.rowCount !== 1) throw notRunning({ taskId, stage, number })
    const tried = { taskId, stage, task }
    if (!(await keepTwin(needs, tx, tried, live))) await tryAgain(needs, tx, tried, { live, delayMs: 0 })
  })
  needs.hints.hint('jobs')
}

function notRunning({ stage, number }: StageJob): DomainError {
  const message = `Attempt ${number} of ${stage} is not running, so it was not restarted. Read the attempts again.`
  return new DomainError('invalid_parameter', message, { param: 'number' })
}
