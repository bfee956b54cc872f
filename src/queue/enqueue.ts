import type { PgBoss } from 'pg-boss'
import type { Tx } from '../lib/sql.ts'
import { priorityOf, type ServiceTier, type Stage, type StageJob } from './catalog.ts'

/**
 * SQL that makes ready attempts: the only place that does, and always in one transaction with their jobs.
 * @param source rows of (task_id, stage, number), as a query or a CTE's name
 */
export function readyAttempts(source: string): string {
  return `insert into stage_attempt (task_id, stage, number, state)
    select task_id, stage, number, 'ready' from ${source}`
}

/**
 * SQL: the next attempt of a stage, numbered after its last one.
 * @param source CTE with the task_id it is for; no row, no attempt
 * @param stage placeholder of the stage; null: none is made
 * @param delayMs placeholder of how long it must wait before it may start
 */
export function nextAttempt(source: string, stage: string, delayMs: string): string {
  return `insert into stage_attempt (task_id, stage, number, state, ready_at)
    select task_id, ${stage}::text, 1 + coalesce((select max(number) from stage_attempt l
        where l.task_id = ${source}.task_id and l.stage = ${stage}), 0), 'ready',
      now() + make_interval(secs => ${delayMs}::float8 / 1000)
    from ${source} where ${stage}::text is not null
    returning number`
}

/** SQL: whatever attempts of ended tasks are left will not be claimed or reported; their jobs are never touched. */
export function endAttempts(endedTasks: string): string {
  return `update stage_attempt set state = 'cancelled', finished_at = now()
    from ${endedTasks}
    where stage_attempt.task_id = ${endedTasks}.id and stage_attempt.state in ('ready', 'running')`
}

export interface StageStart extends StageJob {
  readonly tier: ServiceTier
  /** When it may start; null: at once. */
  readonly startAfter: Date | null
}

/**
 * Sends the jobs of ready attempts: the only place that sends stage jobs. It answers as soon as the statement is on the
 * wire, so that COMMIT can travel with it; `last` takes what is still under way.
 */
export async function enqueue(
  tx: Tx,
  boss: PgBoss,
  starts: readonly StageStart[],
  last: (sent: Promise<unknown>) => void,
): Promise<void> {
  for (const [stage, group] of Map.groupBy(starts, (start): Stage => start.stage)) {
    await new Promise<void>((onWire, refuse) => {
      const db = {
        executeSql(text: string, values?: unknown[]) {
          const result = tx.executeSql(text, values)
          onWire()
          return result
        },
      }
      const inserted = boss.insert(stage, group.map(toJob), { db })
      last(inserted)
      inserted.then(() => onWire(), refuse)
    })
  }
}

function toJob({ taskId, stage, number, tier, startAfter }: StageStart) {
  const data: StageJob = { taskId, stage, number }
  return startAfter ? { data, priority: priorityOf(tier), startAfter } : { data, priority: priorityOf(tier) }
}
