import type { Pool } from 'pg'
import { query, type Statement } from '../lib/sql.ts'
import { STAGES, type Stage } from '../queue/catalog.ts'

/** A try of a stage as the operator sees it. */
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
const COLUMNS = `a.task_id as "taskId", a.stage, a.number, a.state, a.worker_id as "workerId", a.pool, a.hedge,
    a.ready_at as "readyAt", a.claimed_at as "claimedAt", a.finished_at as "finishedAt",
    coalesce(a.outcome, case when jsonb_typeof(a.output) = 'string' then a.output #>> '{}' end) as outcome`

const ATTEMPTS: Statement = {
  name: 'fleet_attempts',
  text: `select t.status, ${COLUMNS}
    from task t left join stage_attempt a on a.task_id = t.id
    where t.id = $1 order by a.ready_at, a.stage, a.number`,
}

/** A task's tries in the order in which they became ready, whoever's task it is; null: there is no such task. */
export async function readFleetTask(pool: Pool, id: string): Promise<FleetTask | null> {
  const { rows } = await query<Row>(pool, ATTEMPTS, [id])
  const [first] = rows
  return first ? { status: first.status, attempts: rows.filter(({ stage }) => stage !== null) } : null
}

/** What is read of a worker: enough to see what it does, and whether it goes wrong. */
const OF_WORKER = 20

/**
 * No index names the worker: what runs is few, and of what ended within the hour each stage is walked backwards until there are
 * enough, which is what the list of workers reads of it too.
 */
const BY_WORKER: Statement = {
  name: 'fleet_by_worker',
  text: `select ${COLUMNS} from stage_attempt a where a.state = 'running' and a.worker_id = $1
    union all
    (select ${COLUMNS} from unnest($2::text[]) as s(stage) cross join lateral (
        select * from stage_attempt where stage = s.stage and worker_id = $1 and finished_at > now() - interval '1 hour'
        order by finished_at desc limit ${OF_WORKER}) a
      order by a.finished_at desc limit ${OF_WORKER})
    order by "finishedAt" desc nulls first, "claimedAt" desc`,
}

/** What a worker runs, and the newest that it ended within the hour, the newest first. */
export async function readAttemptsOf(pool: Pool, workerId: string): Promise<FleetAttempt[]> {
  const { rows } = await query<FleetAttempt>(pool, BY_WORKER, [workerId, STAGES])
  return rows
}
