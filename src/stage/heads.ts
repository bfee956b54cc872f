import type { Pool } from 'pg'
import { int, query, statement } from '../lib/sql.ts'
import { type Stage, tierOf } from '../queue/catalog.ts'

/** A queue that a worker takes a stage from, with its range of priorities. */
export interface Source {
  readonly stage: Stage
  readonly queue: string
  readonly minPriority: number
  readonly maxPriority: number
}

/** A source with a job that may start. */
export interface Head extends Source {
  /** Priority of the first such job. */
  readonly priority: number
}

/**
 * Reads from pg-boss what may start, because attempts do not record for which workers they wait. O(sources), with the index that
 * fetch uses. A job whose attempt is over stays until a claim deletes it.
 */
const HEADS = statement('queue_heads', {
  ordinal: int,
  priority: int,
})`select s.ordinal::int - 1 as ordinal, head.priority
    from unnest($1::text[], $2::int[], $3::int[]) with ordinality as s(queue, least, most, ordinal)
    cross join lateral (select j.priority from pgboss.job j
      where j.name = s.queue and j.state < 'active' and not j.blocked and j.start_after <= pgboss.job_now()
        and j.priority between s.least and s.most
      order by j.priority desc, j.created_on limit 1) as head`

/**
 * Sources with jobs that may start, in the order in which a worker takes from them: by tier; in a tier by stage, in the
 * order given; of one stage by priority.
 */
export async function readHeads(pool: Pool, sources: readonly Source[]): Promise<Head[]> {
  const { rows } = await query(pool, HEADS, [
    sources.map(({ queue }) => queue),
    sources.map(({ minPriority }) => minPriority),
    sources.map(({ maxPriority }) => maxPriority),
  ])
  const stages = sources.map(({ stage }) => stage)
  const before = (a: Head, b: Head) =>
    tierOf(b.priority) - tierOf(a.priority) ||
    stages.indexOf(a.stage) - stages.indexOf(b.stage) ||
    b.priority - a.priority
  return rows
    .toSorted((a, b) => a.ordinal - b.ordinal)
    .flatMap(({ ordinal, priority }): Head[] => {
      const source = sources[ordinal]
      return source ? [{ ...source, priority }] : []
    })
    .toSorted(before)
}
