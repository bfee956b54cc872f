import type { Pool } from 'pg'
import { query, statement } from '../lib/sql.ts'
import { type ServiceTier, STAGES, type Stage } from '../queue/catalog.ts'

export const TIERS: readonly ServiceTier[] = ['dedicated', 'pro', 'standard', 'draft']

/** Waiting and running attempts of a stage in a tier. */
export interface Load {
  readonly stage: Stage
  readonly tier: ServiceTier
  /** May start now; without attempts delayed by a back-off, and without second attempts, which no caller waits for. */
  readonly ready: number
  readonly running: number
  readonly oldestWaitSeconds: number | null
}

export interface Queue extends Load {
  /** Of the last 50 attempts that were done; null if there are none. */
  readonly medianRunSeconds: number | null
  readonly p95RunSeconds: number | null
}

/** Number of recent attempts behind a figure, and of ended ones of the stage that are searched for them. */
const SAMPLE = 50
const HORIZON = 1000

/** Two scans of partial indices, O(waiting + running); every stage and tier has a row. */
const LOAD = `waiting as (
    select a.stage, t.service_tier as tier, count(*)::int as ready,
      extract(epoch from now() - min(a.ready_at))::float8 as oldest
    from stage_attempt a join task t on t.id = a.task_id
    where a.state = 'ready' and a.ready_at <= now() and not a.hedge group by 1, 2),
  running as (
    select a.stage, t.service_tier as tier, count(*)::int as running
    from stage_attempt a join task t on t.id = a.task_id where a.state = 'running' group by 1, 2),
  load as (
    select s.stage, s.ordinal, t.tier, t.height, coalesce(w.ready, 0) as ready, coalesce(r.running, 0) as running, w.oldest
    from unnest($1::text[]) with ordinality as s(stage, ordinal)
    cross join unnest($2::text[]) with ordinality as t(tier, height)
    left join waiting w on w.stage = s.stage and w.tier = t.tier
    left join running r on r.stage = s.stage and r.tier = t.tier)`

const LOADS = statement('fleet_loads')`with ${LOAD}
    select stage, tier, ready, running, oldest as "oldestWaitSeconds" from load order by ordinal, height`

const QUEUES = statement('fleet_queues')`with ${LOAD},
    runs as (
      select d.stage, t.service_tier as tier, extract(epoch from d.finished_at - d.claimed_at)::float8 as seconds,
        row_number() over (partition by d.stage, t.service_tier order by d.finished_at desc) as nth
      from unnest($1::text[]) as s(stage)
      cross join lateral (
        select * from stage_attempt where stage = s.stage and finished_at is not null and state = 'done'
        order by finished_at desc limit ${HORIZON}) d
      join task t on t.id = d.task_id),
    figures as (
      select stage, tier, percentile_cont(array[0.5, 0.95]) within group (order by seconds) as at from runs
      where nth <= ${SAMPLE} group by stage, tier)
  select l.stage, l.tier, l.ready, l.running, l.oldest as "oldestWaitSeconds",
    f.at[1] as "medianRunSeconds", f.at[2] as "p95RunSeconds"
  from load l left join figures f on f.stage = l.stage and f.tier = l.tier order by l.ordinal, l.height`

/** Every stage and tier, in the order of the pipeline, the highest tier first. */
export async function readLoads(pool: Pool): Promise<Load[]> {
  const { rows } = await query<Load>(pool, LOADS, [STAGES, TIERS])
  return rows
}

/** The same, with the recent run times. */
export async function readQueues(pool: Pool): Promise<Queue[]> {
  const { rows } = await query<Queue>(pool, QUEUES, [STAGES, TIERS])
  return rows
}
