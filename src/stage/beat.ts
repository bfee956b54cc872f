import { inOneFlight, int, statement } from '../lib/sql.ts'
import { appendEvents } from '../push/log.ts'
import type { Resources } from '../resources.ts'
import { holdTask, raiseProgress } from '../task/advance.ts'
import { progressOf } from '../task/pipeline.ts'
import type { Attempt } from './attempt.ts'
import type { Claim } from './claim.ts'

interface Beat extends Attempt {
  readonly fraction: number
  readonly progress: number
  readonly preview: number | null
}

const BEAT = statement('stage_beat', { count: int, raised: int })<Beat>`
    with beaten as (
      update stage_attempt set beat_at = now(), progress = greatest(progress, $fraction)
      where task_id = $taskId and stage = $stage and number = $number and worker_id = $workerId and state = 'running'
      returning task_id),
    raised as (${raiseProgress('beaten', '$progress::float8', '$preview::int')}),
    events as (${appendEvents('raised', 'progress')})
  select count(*)::int as count, (select count(*)::int from raised) as raised from beaten`

/**
 * Renews a claim's lease, raises the task's progress and reports a new preview, in one round trip.
 * @param fraction 0..1 of the stage
 * @param preview number of the run's newest stored preview; null if there is none
 * @returns false if the worker no longer owns the attempt (cancelled, lost or superseded). It must then stop.
 */
export async function beat(
  needs: Pick<Resources, 'pool' | 'hints'>,
  claim: Claim,
  fraction: number,
  preview: number | null = null,
): Promise<boolean> {
  const progress = progressOf(claim.task, claim.stage, fraction)
  const row = await inOneFlight(needs.pool, async (tx) => {
    holdTask(tx, claim.taskId)
    const { rows } = await tx.run(BEAT, { ...claim, fraction, progress, preview })
    return rows[0]
  })
  if (row && row.raised > 0) needs.hints.hint('events')
  return row !== undefined && row.count > 0
}
