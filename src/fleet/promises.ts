import type { Pool } from 'pg'
import { float8, int, json, orNull, query, statement, text } from '../lib/sql.ts'
import type { ServiceTier } from '../queue/catalog.ts'
import { SUCCEEDED } from './ended.ts'

/** The first estimates of a tier's tasks against what came. */
export interface Promised {
  readonly tier: ServiceTier
  /** Succeeded tasks with an estimate, and those without. */
  readonly tasks: number
  readonly unestimated: number
  /** Tasks by the ratio of outcome and estimate, one count for each range of `RATIO_BOUNDS` and one for the rest. */
  readonly byRatio: readonly number[]
  /** The difference as a share of the outcome. */
  readonly errorP50: number | null
  readonly errorP90: number | null
}

/** Upper bounds of the ranges: finished in less than half of the estimate, up to a fifth early, exact within a fifth … */
export const RATIO_BOUNDS: readonly number[] = [0.5, 0.8, 1.2, 1.5, 2]

const SPAN_S = 3600
/** Most tasks that are read, in some ten milliseconds. */
const HORIZON = 1000

/** Backwards along the index of ended attempts, like the figures of stages. */
const PROMISES = statement('fleet_promises', {
  tier: text<ServiceTier>(),
  tasks: int,
  unestimated: int,
  ratios: json<readonly number[] | null>(),
  error_p50: orNull(float8),
  error_p90: orNull(float8),
})`with ended as (
      select * from stage_attempt where stage = 'package' and finished_at > now() - make_interval(secs => ${SPAN_S})
      order by finished_at desc limit ${HORIZON}),
    succeeded as (
      select t.service_tier, t.eta_seconds::float8 as eta,
        greatest(extract(epoch from t.completed_at - t.created_at)::float8, 0.001) as took
      from ended a join task t on t.id = a.task_id where ${SUCCEEDED})
    select s.tier, count(eta)::int as tasks, (count(took) - count(eta))::int as unestimated,
      json_agg(took / eta) filter (where eta is not null) as ratios,
      percentile_cont(0.5) within group (order by abs(took - eta) / took) as error_p50,
      percentile_cont(0.9) within group (order by abs(took - eta) / took) as error_p90
    from unnest($1::text[]) with ordinality as s(tier, ordinal) left join succeeded on service_tier = s.tier
    group by s.tier, s.ordinal order by s.ordinal`

/** Every tier: tasks that succeeded in the last hour, at most a thousand. */
export async function readPromises(pool: Pool, tiers: readonly ServiceTier[]): Promise<Promised[]> {
  const { rows } = await query(pool, PROMISES, [tiers])
  return rows.map(({ tier, tasks, unestimated, ratios, error_p50, error_p90 }) => {
    const byRatio = [...RATIO_BOUNDS, Infinity].map(() => 0)
    for (const ratio of ratios ?? []) {
      const range = RATIO_BOUNDS.findIndex((bound) => ratio <= bound)
      const at = range < 0 ? RATIO_BOUNDS.length : range
      byRatio[at] = (byRatio[at] ?? 0) + 1
    }
    return { tier, tasks, unestimated, byRatio, errorP50: error_p50, errorP90: error_p90 }
  })
}
