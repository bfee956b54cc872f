import type { Pool } from 'pg'
import { float8, int, orNull, query, type RowOf, statement, text } from '../lib/sql.ts'
import type { Stage } from './catalog.ts'

/** Exact positions end here: beyond it they are expensive and not useful. */
export const POSITION_MAX = 10_000

/** Priorities are below this. */
const INT_MAX = 2_147_483_647

const COLUMNS = {
  id: text(),
  stage: text<Stage>(),
  position: int,
  eta_seconds: orNull(int),
  age: float8,
}

/** A waiting task: its position, the first estimate and the seconds since then. */
export type Position = RowOf<typeof COLUMNS>

/**
 * Position among the ready attempts of the same stage. A second try of a running stage has none. What is ahead is counted once,
 * from each priority up to the next higher one, and summed: a page of 20 tasks behind 12,000 takes 2 ms, not 31.
 */
const POSITIONS = statement('queue_positions', COLUMNS)`
    with waiting as materialized (
      select a.task_id, a.stage, a.priority, a.ready_at, t.eta_seconds,
        extract(epoch from now() - t.created_at)::float8 as age
      from stage_attempt a join task t on t.id = a.task_id
      where a.task_id = any($1::text[]) and a.state = 'ready' and not a.hedge
        and not exists (select 1 from stage_attempt r where r.task_id = a.task_id and r.state = 'running')),
    levels as (
      select stage, priority, lag(priority, 1, ${INT_MAX}) over (partition by stage order by priority desc) as above
      from (select distinct stage, priority from waiting) one),
    higher as (
      select l.stage, l.priority, sum(between_levels.count) over (partition by l.stage order by l.priority desc) as count
      from levels l cross join lateral (
        select count(*) from (
          select 1 from stage_attempt o
          where o.state = 'ready' and o.stage = l.stage and o.priority > l.priority and o.priority <= l.above
          limit ${POSITION_MAX - 1}) one) as between_levels(count))
    select w.task_id as id, w.stage, least(${POSITION_MAX}, 1 + higher.count + earlier.count)::int as position,
      w.eta_seconds, w.age
    from waiting w join higher using (stage, priority) cross join lateral (
      select count(*) from (
        select 1 from stage_attempt o
        where o.state = 'ready' and o.stage = w.stage and o.priority = w.priority
          and (o.ready_at, o.task_id) < (w.ready_at, w.task_id)
        limit ${POSITION_MAX - 1}) one) as earlier(count)`

/** Positions of the tasks that wait for their next stage. Running and finished tasks have none. */
export async function readPositions(pool: Pool, taskIds: readonly string[]): Promise<readonly Position[]> {
  return (await query(pool, POSITIONS, [taskIds])).rows
}
