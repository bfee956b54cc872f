import type { Pool } from 'pg'
import { float8, int, orNull, query, type RowOf, statement, text } from '../lib/sql.ts'
import type { Stage } from './catalog.ts'

/** Exact positions end here: beyond it they are expensive and not useful. */
export const POSITION_MAX = 10_000

const COLUMNS = {
  id: text(),
  stage: text<Stage>(),
  position: int,
  eta_seconds: orNull(int),
  age: float8,
}

/** A waiting task: its position, the first estimate and the seconds since then. */
export type Position = RowOf<typeof COLUMNS>

/** Position among the ready attempts of the same stage. A second try of a running stage has none. */
const POSITIONS = statement('queue_positions', COLUMNS)`
    select m.task_id as id, m.stage, 1 + ahead.count as position, t.eta_seconds,
      extract(epoch from now() - t.created_at)::float8 as age
    from stage_attempt m
    join task t on t.id = m.task_id
    cross join lateral (
      select count(*)::int from (
        select 1 from stage_attempt o
        where o.state = 'ready' and o.stage = m.stage and (o.priority > m.priority
          or (o.priority = m.priority and (o.ready_at, o.task_id) < (m.ready_at, m.task_id)))
        limit ${POSITION_MAX - 1}) one) as ahead(count)
    where m.task_id = any($1::text[]) and m.state = 'ready' and not m.hedge
      and not exists (select 1 from stage_attempt r where r.task_id = m.task_id and r.state = 'running')`

/** Positions of the tasks that wait for their next stage. Running and finished tasks have none. */
export async function readPositions(pool: Pool, taskIds: readonly string[]): Promise<readonly Position[]> {
  return (await query(pool, POSITIONS, [taskIds])).rows
}
