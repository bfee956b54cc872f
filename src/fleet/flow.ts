import type { Pool } from 'pg'
import { query, statement } from '../lib/sql.ts'
import { STAGES, type Stage } from '../queue/catalog.ts'

/** How many attempts had this outcome. */
export interface Outcome {
  /** done, failed, void (done, but rejected by the output gate), lost, handed_back, superseded, cancelled or rejected. */
  readonly outcome: string
  readonly count: number
}

/** Outcomes of a stage's second attempts. */
export interface Hedges {
  readonly won: number
  readonly lost: number
  /** Not started before the first attempt had ended. */
  readonly unused: number
}

/** Recent throughput and outcomes of a stage. */
export interface Flow {
  readonly stage: Stage
  /** Length of the period: ten minutes, or less if more attempts ended than are read. */
  readonly spanSeconds: number
  readonly donePerMinute: number
  /** Done in each whole minute of the span, the oldest first. */
  readonly doneByMinute: readonly number[]
  /** From ready to a worker's claim, without second attempts, which no caller waits for; null: none was claimed. */
  readonly waitP50Seconds: number | null
  readonly waitP90Seconds: number | null
  /** Of attempts that were done. */
  readonly runP50Seconds: number | null
  readonly runP90Seconds: number | null
  /** Outcomes of ended attempts that had started, the most frequent first. */
  readonly outcomes: readonly Outcome[]
  readonly hedges: Hedges
}

const SPAN_S = 600
/** Maximum attempts of a stage per reading: 500 a minute, in about ten milliseconds a stage. */
const HORIZON = 5000

/**
 * Walks the index of ended attempts backwards from now, once for each of the four stages, to the end of the period or of the
 * horizon. The work is bounded for any size of the table. Tasks are not read, so the figures are per stage, for all tiers.
 */
const FLOWS = statement('fleet_flows')`with ended as materialized (
      select s.stage, d.hedge, d.claimed_at is not null as begun,
        case when d.outcome = 'void' then 'void' else d.state end as outcome,
        extract(epoch from now() - d.finished_at)::float8 as age,
        extract(epoch from d.claimed_at - d.ready_at)::float8 as wait,
        extract(epoch from d.finished_at - d.claimed_at)::float8 as run
      from unnest($1::text[]) as s(stage)
      cross join lateral (
        select * from stage_attempt where stage = s.stage and finished_at > now() - make_interval(secs => $2)
        order by finished_at desc limit $3) d),
    figures as (
      select s.stage, s.ordinal, case when count(e.age) < $3 then $2::float8 else max(e.age) end as span,
        count(*) filter (where e.outcome = 'done')::int as done,
        percentile_cont(array[0.5, 0.9]) within group (order by e.wait) filter (where not e.hedge) as waits,
        percentile_cont(array[0.5, 0.9]) within group (order by e.run) filter (where e.outcome = 'done') as runs,
        count(*) filter (where e.hedge and e.begun and e.outcome = 'done')::int as won,
        count(*) filter (where e.hedge and e.begun and e.outcome <> 'done')::int as lost,
        count(*) filter (where e.hedge and not e.begun)::int as unused
      from unnest($1::text[]) with ordinality as s(stage, ordinal) left join ended e on e.stage = s.stage
      group by s.stage, s.ordinal)
  select f.stage, f.span as "spanSeconds", f.done * 60 / greatest(f.span, 1) as "donePerMinute",
    array(
      select count(e.age)::int from generate_series(floor(f.span / 60)::int - 1, 0, -1) as m(minute)
      left join ended e on e.stage = f.stage and e.outcome = 'done' and floor(greatest(e.age, 0) / 60) = m.minute
      group by m.minute order by m.minute desc) as "doneByMinute",
    f.waits[1] as "waitP50Seconds", f.waits[2] as "waitP90Seconds",
    f.runs[1] as "runP50Seconds", f.runs[2] as "runP90Seconds",
    (select coalesce(json_agg(o order by o.count desc, o.outcome), '[]') from (
      select e.outcome, count(*)::int as count from ended e where e.stage = f.stage and e.begun group by e.outcome) o
    ) as outcomes,
    json_build_object('won', f.won, 'lost', f.lost, 'unused', f.unused) as hedges
  from figures f order by f.ordinal`

/** Every stage, in the order of the pipeline. */
export async function readFlows(pool: Pool): Promise<Flow[]> {
  const { rows } = await query<Flow>(pool, FLOWS, [STAGES, SPAN_S, HORIZON])
  return rows
}
