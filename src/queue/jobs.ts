import { HEDGE_PRIORITY, RANK_MAX, TIER_STEP } from './catalog.ts'
import { fits } from './unfit.ts'

/**
 * SQL on the jobs of pg-boss, as fragments of the statement of a claim. It chooses and deletes the rows that `fetch` and `deleteJob`
 * of the pinned version do; a test compares them (docs/decisions/dispatch.md#hand-off).
 * The table is that of queues without a partition.
 */

const MAY_START = `j.state < 'active' and not j.blocked and j.start_after <= pgboss.job_now()`
const ORDER = 'j.priority desc, j.created_on'

/** SQL: adds whether a worker's engine can make the task of a job; engines differ only in the first two stages. */
const andFits = (source: string, profile: string | null) =>
  profile === null ? '' : `and (${source}.stage not in ('encode', 'render') or ${fits(`j.data->>'taskId'`, profile)})`

/** SQL: the tier of a priority, as a float; higher tiers start sooner. */
const tierSql = (priority: string) => `ceil(${priority} / ${TIER_STEP}::float8)`

/**
 * SQL: the sources with jobs that may start, in the order in which a worker takes from them: by tier; in a tier by stage, in the
 * order given; of one stage by priority. O(sources), with the index that pg-boss uses. A job whose attempt is over stays
 * until a claim deletes it.
 * @param sources placeholder of the sources as JSON
 * @param profile placeholder of the profile of the worker's engine; null to skip no task
 */
export function headsOf(sources: string, profile: string | null): string {
  return `select s.*, greatest(${HEDGE_PRIORITY}, ${tierSql('head.priority')} * ${TIER_STEP} - ${RANK_MAX})::int as lowest
    from rows from (json_to_recordset(${sources}::json)
      as (stage text, status text, queue text, rank int, least int, most int)) with ordinality
      as s(stage, status, queue, rank, least, most, ordinal)
    cross join lateral (select j.priority from pgboss.job_common j
      where j.name = s.queue and ${MAY_START} and j.priority between s.least and s.most ${andFits('s', profile)}
      order by ${ORDER} limit 1) as head
    order by ${tierSql('head.priority')} desc, s.rank, head.priority desc, s.ordinal`
}

/**
 * SQL: locks the first jobs of a head that no other transaction has locked, and nothing below the tier of the head, because
 * another stage may have a higher tier.
 * @param head a row of `headsOf`
 */
export function dueJobs(head: string, profile: string | null, limit: number): string {
  return `select j.id, j.priority, j.data->>'taskId' as task_id, (j.data->>'number')::int as number from pgboss.job_common j
    where j.name = ${head}.queue and ${MAY_START} and j.priority between ${head}.lowest and ${head}.most
      ${andFits(head, profile)}
    order by ${ORDER} limit ${limit} for update of j skip locked`
}

/** SQL: deletes jobs. @param source CTE with the queue and job_id */
export function deleteJobs(source: string): string {
  return `delete from pgboss.job_common j using ${source} where j.name = ${source}.queue and j.id = ${source}.job_id`
}
