import type { Pool } from 'pg'
import { query, type Statement } from '../lib/sql.ts'
import { type Stage, TIER_STEP } from '../queue/catalog.ts'

/** The first of each stage's queue; O(stages). A second try beside a running one comes after everything. */
const HEADS: Statement = {
  name: 'stage_heads',
  text: `select s.stage from unnest($1::text[]) with ordinality as s(stage, place)
    cross join lateral (select priority from stage_attempt
      where state = 'ready' and stage = s.stage and ready_at <= now() order by priority desc limit 1) as head
    order by ceil(head.priority / ${TIER_STEP}.0) desc, s.place`,
}

/**
 * Stages for which something is ready, those whose first is of a higher tier first, else in the order given. Whether this
 * worker may take it, the claim tells.
 */
export async function readyStages(pool: Pool, stages: readonly Stage[]): Promise<Stage[]> {
  const { rows } = await query<{ stage: Stage }>(pool, HEADS, [stages])
  return rows.map(({ stage }) => stage)
}
