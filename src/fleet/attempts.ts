import type { Pool } from 'pg'
import type { StageAttempt } from '../../prisma/client/client.ts'
import { query, statement } from '../lib/sql.ts'
import { STAGES, type Stage } from '../queue/catalog.ts'

/** An attempt as shown to the operator. */
export interface FleetAttempt {
  readonly taskId: string
  readonly stage: Stage
  readonly number: number
  readonly state: string
  readonly workerId: string | null
  readonly pool: string | null
  readonly hedge: boolean
  readonly readyAt: Date
  readonly claimedAt: Date | null
  readonly finishedAt: Date | null
  /** The error that its worker reported; `void`: done, but rejected by the output gate. */
  readonly outcome: string | null
}

/** The cause of an error is a JSON string in place of an output. */
const COLUMNS = `a.task_id as "taskId", a.stage, a.number, a.state, a.worker_id as "workerId", a.pool, a.hedge,
    a.ready_at as "readyAt", a.claimed_at as "claimedAt", a.finished_at as "finishedAt",
    coalesce(a.outcome, case when jsonb_typeof(a.output) = 'string' then a.output #>> '{}' end) as outcome`

/** The same of a whole row. */
export function outcomeOf({ outcome, output }: Pick<StageAttempt, 'outcome' | 'output'>): string | null {
  return outcome ?? (typeof output === 'string' ? output : null)
}

/** A task's attempts in the order in which they became ready. */
export const ATTEMPTS_ORDER = [{ readyAt: 'asc' }, { stage: 'asc' }, { number: 'asc' }] as const

/** Maximum attempts of a worker: enough to show its work and its errors. */
const OF_WORKER = 20

/**
 * No index has the worker. Few attempts are running. Those that ended within the hour are walked backwards for each stage until
 * enough are found; the list of workers reads them too.
 */
const BY_WORKER = statement('fleet_by_worker')`
    select ${COLUMNS} from stage_attempt a where a.state = 'running' and a.worker_id = $1
    union all
    (select ${COLUMNS} from unnest($2::text[]) as s(stage) cross join lateral (
        select * from stage_attempt where stage = s.stage and worker_id = $1 and finished_at > now() - interval '1 hour'
        order by finished_at desc limit ${OF_WORKER}) a
      order by a.finished_at desc limit ${OF_WORKER})
    order by "finishedAt" desc nulls first, "claimedAt" desc`

/** The running attempts of a worker, then the newest that ended within the hour, the newest first. */
export async function readAttemptsOf(pool: Pool, workerId: string): Promise<FleetAttempt[]> {
  const { rows } = await query<FleetAttempt>(pool, BY_WORKER, [workerId, STAGES])
  return rows
}
