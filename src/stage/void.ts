import { int, statement } from '../lib/sql.ts'
import { appendEvents } from '../push/log.ts'
import type { Stage } from '../queue/catalog.ts'
import { enqueue, nextAttempt } from '../queue/enqueue.ts'
import { graceOf } from '../queue/routing.ts'
import type { Resources } from '../resources.ts'
import { voidStages } from '../task/advance.ts'
import { finishTask } from '../task/finish.ts'
import { STATUS_OF, startOf } from '../task/pipeline.ts'
import type { PriceItem } from '../task/task.ts'
import { countAttempts } from './attempt.ts'
import type { Claim } from './claim.ts'
import { endingReport } from './report.ts'

interface Void {
  readonly taskId: string
  readonly stages: readonly string[]
  readonly kinds: readonly PriceItem['kind'][]
  readonly status: string
  /** The stage that runs again. */
  readonly stage: Stage
  readonly graceMs: number | null
}

const VOID = statement('stage_void', { number: int })<Void>`with source as (select $taskId::text as task_id),
    voided as (
      update stage_attempt set state = 'failed', outcome = 'void' from source
      where stage_attempt.task_id = source.task_id and stage = any($stages::text[]) and state = 'done'),
    twins as (
      update stage_attempt set state = 'superseded', finished_at = now() from source
      where stage_attempt.task_id = source.task_id and state in ('ready', 'running')),
    moved as (${voidStages('source', '$kinds', '$status')}),
    events as (${appendEvents('moved', 'requeued')}),
    next as (${nextAttempt('source', { stage: '$stage', delayMs: '0', graceMs: '$graceMs' })})
  select number from next`

/**
 * The finished file failed its check. The stage that produced it (render, or upscale for an upscale task) and the later stages are
 * void and run again; the second time the task fails. Their items are no longer earned. Progress does not decrease
 * (docs/decisions/dispatch.md#output-gate).
 */
export async function reportVoid(
  needs: Pick<Resources, 'pool' | 'boss' | 'hints'>,
  claim: Claim,
  cause: string,
): Promise<boolean> {
  return endingReport(needs, claim, { state: 'failed', output: JSON.stringify(cause) }, async (tx, locked, live) => {
    const { task } = locked
    const stage = task.sourceTaskId ? 'upscale' : 'render'
    if ((await countAttempts(tx, { taskId: task.id, stage }, 'failed', 'void')) > 0) {
      const failDetail = 'The finished video failed its final check twice.'
      finishTask(tx, locked, { status: 'failed', failReason: 'output_corrupt', failDetail })
      return
    }
    const stages = ['render', 'upscale', 'package'].slice(stage === 'upscale' ? 1 : 0)
    const kinds: PriceItem['kind'][] = stage === 'upscale' ? ['upscale'] : ['generation', 'upscale']
    const graceMs = graceOf(task, stage, live)
    const { rows } = await tx.run(VOID, { taskId: task.id, stages, kinds, status: STATUS_OF[stage], stage, graceMs })
    const number = rows[0]?.number
    if (number === undefined) throw new Error(`no new attempt of ${stage} for ${task.id}`)
    await enqueue(tx, needs.boss, [startOf(task, { stage, number, live })])
  })
}
