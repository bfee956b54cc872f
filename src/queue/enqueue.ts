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
