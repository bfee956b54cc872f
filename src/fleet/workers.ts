import type { Pool } from 'pg'
import { query, statement } from '../lib/sql.ts'
import { WORKER_LIVE_S } from '../limits.ts'
import { STAGES, type Stage } from '../queue/catalog.ts'

export type WorkerState = 'busy' | 'idle' | 'silent' | 'stopped'

/** A worker as shown to the operator. */
export interface FleetWorker {
  readonly id: string
  readonly host: string
  readonly engine: string
  /** `shared`, `pro`, or the account that it is reserved for. */
  readonly pool: string
  readonly capabilities: readonly string[]
  readonly state: WorkerState
  /** The stage that it runs; for a silent worker, the stage of an attempt that is not lost yet. */
  readonly stage: Stage | null
  readonly taskId: string | null
  /** Start of this state; null: more than an hour ago. */
  readonly since: Date | null
  readonly beatAgeSeconds: number
  readonly doneLastHour: number
  /** Reported errors, and attempts lost by silence. */
  readonly failedLastHour: number
}

/** The period in seconds for attempts, and for silent and stopped workers. */
const PAST_S = 3600

/** O(workers + running attempts + attempts that ended within the hour). */
const WORKERS = statement('fleet_workers')`with past as (select now() - make_interval(secs => ${PAST_S}) as start),
    runs as (
      select distinct on (worker_id) worker_id, stage, task_id, claimed_at from stage_attempt
      where state = 'running' order by worker_id, claimed_at desc),
    ended as (
      select a.worker_id, count(*) filter (where a.state = 'done')::int as done,
        count(*) filter (where a.state in ('failed', 'lost'))::int as failed, max(a.finished_at) as last_at
      from past cross join unnest($1::text[]) as s(stage)
      join stage_attempt a on a.stage = s.stage and a.finished_at > past.start
      where a.worker_id is not null group by a.worker_id),
    seen as (
      select w.*, runs.stage, runs.task_id, runs.claimed_at, ended.done, ended.failed, ended.last_at, past.start,
        case when w.stopped_at is not null then 'stopped'
          when w.beat_at <= now() - make_interval(secs => ${WORKER_LIVE_S}) then 'silent'
          when runs.stage is not null then 'busy' else 'idle' end as state
      from past cross join worker w left join runs on runs.worker_id = w.id left join ended on ended.worker_id = w.id
      where coalesce(w.stopped_at, w.beat_at) > past.start)
  select id, host, engine, pool, capabilities, state, stage, task_id as "taskId",
    case state when 'stopped' then stopped_at when 'silent' then beat_at when 'busy' then claimed_at
      else (select at from (select greatest(started_at, last_at) as at) idle where at > start) end as since,
    extract(epoch from now() - beat_at)::float8 as "beatAgeSeconds",
    coalesce(done, 0) as "doneLastHour", coalesce(failed, 0) as "failedLastHour"
  from seen order by array_position(array['busy', 'idle', 'silent', 'stopped'], state), pool, host, id`

/** The live workers, and those that fell silent or stopped within the last hour. */
export async function readWorkers(pool: Pool): Promise<FleetWorker[]> {
  const { rows } = await query<FleetWorker>(pool, WORKERS, [STAGES])
  return rows
}

/** Number of workers of one pool in one state. */
export interface WorkerCount {
  /** The pools of all accounts count as one, `dedicated`. */
  readonly pool: string
  readonly state: WorkerState
  readonly workers: number
}

const COUNTS = statement('fleet_counts')`
    select case when pool in ('shared', 'pro') then pool else 'dedicated' end as pool, state, count(*)::int as workers
    from (
      select w.pool,
        case when w.beat_at <= now() - make_interval(secs => ${WORKER_LIVE_S}) then 'silent'
          when exists (select 1 from stage_attempt a where a.state = 'running' and a.worker_id = w.id) then 'busy'
          else 'idle' end as state
      from worker w
      where w.stopped_at is null and w.beat_at > now() - make_interval(secs => ${PAST_S})) w
    group by 1, 2`

/** Counts workers by pool and state, without stopped ones. */
export async function countWorkers(pool: Pool): Promise<WorkerCount[]> {
  const { rows } = await query<WorkerCount>(pool, COUNTS, [])
  return rows
}
