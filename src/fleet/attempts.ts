import type { Pool } from 'pg'
import { query, type Statement } from '../lib/sql.ts'
import type { Stage } from '../queue/catalog.ts'

/** A try of a stage as the operator sees it. */
export interface FleetAttempt {
  readonly stage: Stage
  readonly number: number
  readonly state: string
  readonly workerId: string | null
  readonly pool: string | null
  readonly hedge: boolean
  readonly readyAt: Date
  readonly claimedAt: Date | null
  readonly finishedAt: Date | null
  /** What its worker said went wrong; `void`: done, but thrown away by the output gate. */
  readonly outcome: string | null
}

export interface FleetTask {
  readonly status: string
  readonly attempts: readonly FleetAttempt[]
}

interface Row extends FleetAttempt {
  readonly status: string
}

/** The cause of an error stands as a JSON text where an output would. */
const ATTEMPTS: Statement = {
  name: 'fleet_attempts',
  text: `select t.status, a.stage, a.number, a.state, a.worker_id as "workerId", a.pool, a.hedge, a.ready_at as "readyAt",
      a.claimed_at as "claimedAt", a.finished_at as "finishedAt",
      coalesce(a.outcome, case when jsonb_typeof(a.output) = 'string' then a.output #>> '{}' end) as outcome
    from task t left join stage_attempt a on a.task_id = t.id
    where t.id = $1 order by a.ready_at, a.stage, a.number`,
}

/** A task's tries in the order in which they became ready, whoever's task it is; null: there is no such task. */
export async function readFleetTask(pool: Pool, id: string): Promise<FleetTask | null> {
  const { rows } = await query<Row>(pool, ATTEMPTS, [id])
  const [first] = rows
  return first ? { status: first.status, attempts: rows.filter(({ stage }) => stage !== null) } : null
}
