import type { Pool } from 'pg'
import { float8, int, json, orNull, query, statement, time } from '../lib/sql.ts'
import { STAGES, type Stage } from '../queue/catalog.ts'

/** The last hours by minute, oldest first. Every list has an item for each minute; the last one is the current minute. */
export interface History {
  /** Start of the first minute: three hours ago, or later if more happened since than is read. */
  readonly since: Date
  /** Tasks created and ended in the minute. */
  readonly created: readonly number[]
  readonly succeeded: readonly number[]
  /** With those that were rejected. */
  readonly failed: readonly number[]
  readonly cancelled: readonly number[]
  /** Attempts at the end of the minute, without second ones that wait. */
  readonly waiting: readonly number[]
  readonly running: readonly number[]
  readonly stages: readonly StageHistory[]
}

/** Medians of a stage's attempts that ended in the minute; null: there was none. */
export interface StageHistory {
  readonly stage: Stage
  readonly waitSeconds: readonly (number | null)[]
  readonly runSeconds: readonly (number | null)[]
}

const MINUTES = 180
/** Maximum attempts of a stage, and maximum tasks, per reading. */
const HORIZON = 10_000

/** From the start of the first minute, in minutes; what is earlier counts as its first moment. */
const minuteOf = (moment: string) => `greatest(0, floor(extract(epoch from ${moment} - s.start) / 60))::int`

/**
 * Ended attempts backwards along their index, once for each stage, those under way along their partial indexes, and the newest tasks
 * along their ids, which are in order of time: bounded for any size of the tables. Waiting and running are sums of what began
 * and ended.
 */
const HISTORY = statement('fleet_history', {
  since: time,
  created: int,
  succeeded: int,
  failed: int,
  cancelled: int,
  waiting: int,
  running: int,
  times: orNull(json<Partial<Record<Stage, readonly [wait: number | null, run: number | null]>>>()),
  cut: float8,
})`
  with s as materialized (
    select date_trunc('minute', now()) - interval '${MINUTES - 1} minutes' as start),
  ended as materialized (
    select d.* from unnest($1::text[]) as n(stage) cross join lateral (
      select stage, state, hedge, ready_at, claimed_at, finished_at from stage_attempt
      where stage = n.stage and finished_at >= (select start from s)
      order by finished_at desc limit ${HORIZON}) d),
  attempts as materialized (
    select * from ended
    union all
    select stage, state, hedge, ready_at, claimed_at, finished_at from stage_attempt where state = 'ready' and ready_at is not null
    union all
    select stage, state, hedge, ready_at, claimed_at, finished_at from stage_attempt where state = 'running'),
  steps as (
    select ready_at as at, 1 as waiting, 0 as running from attempts where not hedge
    union all
    select coalesce(claimed_at, finished_at), -1, 0 from attempts
      where not hedge and coalesce(claimed_at, finished_at) is not null
    union all
    select claimed_at, 0, 1 from attempts where claimed_at is not null
    union all
    select finished_at, 0, -1 from attempts where claimed_at is not null and finished_at is not null),
  loads as (
    select ${minuteOf('steps.at')} as minute, sum(waiting)::int as waiting, sum(running)::int as running
    from steps, s group by 1),
  newest as materialized (
    select created_at, completed_at, status from task order by id desc limit ${HORIZON}),
  moves as (
    select created_at as at, 'created' as kind from newest union all select completed_at, status from newest),
  counts as (
    select ${minuteOf('moves.at')} as minute, count(*) filter (where kind = 'created')::int as created,
      count(*) filter (where kind = 'succeeded')::int as succeeded,
      count(*) filter (where kind in ('failed', 'rejected'))::int as failed,
      count(*) filter (where kind = 'cancelled')::int as cancelled
    from moves, s where moves.at >= s.start group by 1),
  medians as (
    select ${minuteOf('e.finished_at')} as minute, e.stage,
      percentile_cont(0.5) within group (order by extract(epoch from e.claimed_at - e.ready_at)::float8)
        filter (where not e.hedge) as wait,
      percentile_cont(0.5) within group (order by extract(epoch from e.finished_at - e.claimed_at)::float8)
        filter (where e.state = 'done') as run
    from ended e, s group by 1, 2),
  times as (
    select minute, json_object_agg(stage, json_build_array(wait, run)) as times from medians group by minute),
  cuts as (
    select coalesce(max(${minuteOf('oldest')}) + 1, 0) as cut from (
      select min(finished_at) as oldest from ended group by stage having count(*) >= ${HORIZON}
      union all
      select min(created_at) from newest having count(*) >= ${HORIZON}) o, s where oldest >= s.start)
  select s.start + make_interval(mins => m.minute) as since, coalesce(c.created, 0) as created,
    coalesce(c.succeeded, 0) as succeeded, coalesce(c.failed, 0) as failed, coalesce(c.cancelled, 0) as cancelled,
    (sum(coalesce(l.waiting, 0)) over (order by m.minute))::int as waiting,
    (sum(coalesce(l.running, 0)) over (order by m.minute))::int as running, t.times, cuts.cut::float8 as cut
  from generate_series(0, ${MINUTES - 1}) as m(minute) cross join s cross join cuts
  left join counts c on c.minute = m.minute left join loads l on l.minute = m.minute
  left join times t on t.minute = m.minute
  order by m.minute`

/** Tasks and attempts of the last three hours. */
export async function readHistory(pool: Pool): Promise<History> {
  const { rows } = await query(pool, HISTORY, [STAGES])
  // The current minute is always shown, and after a cut only whole minutes before it.
  const whole = rows.slice(Math.min(rows[0]?.cut ?? 0, rows.length - 1))
  const timesOf = (stage: Stage, which: 0 | 1) => whole.map(({ times }) => times?.[stage]?.[which] ?? null)
  return {
    since: whole[0]?.since ?? new Date(),
    created: whole.map(({ created }) => created),
    succeeded: whole.map(({ succeeded }) => succeeded),
    failed: whole.map(({ failed }) => failed),
    cancelled: whole.map(({ cancelled }) => cancelled),
    waiting: whole.map(({ waiting }) => waiting),
    running: whole.map(({ running }) => running),
    stages: STAGES.map((stage) => ({ stage, waitSeconds: timesOf(stage, 0), runSeconds: timesOf(stage, 1) })),
  }
}
