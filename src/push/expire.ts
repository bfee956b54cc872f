import type { Pool, QueryResult } from 'pg'
import { EVER_MS, type Loop, startSweep } from '../lib/loop.ts'
import { query, statement } from '../lib/sql.ts'
import { EVENT_EXPIRY_MS, EVENT_RETENTION_DAYS, THIN_AFTER_MS, THIN_SWEEPS } from '../limits.ts'
import type { Resources } from '../resources.ts'

const BATCH = 1000

/**
 * Except for concurrent transactions ids are in order of time, so old events have the lowest ids. The BRIN index of times stops
 * helping once freed pages have new events: of a log of 96,000 events it left 93,000 to scan. Rows locked by another transaction,
 * such as the deletion of their task, are left for the next round. An array is read once, whatever Postgres estimates: with
 * `in` and statistics of a small table it read the lowest ids again for every old event, 30 s for 2,500.
 */
const EXPIRE = statement('event_expire')`delete from event where id = any(array(
      select id from event
      where id = any(array(select id from event order by id limit ${BATCH})) and at < now() - interval '${EVENT_RETENTION_DAYS} days'
      for update skip locked))`

/**
 * Erases old events, whether or not their tasks have ended: a client that resumes before them gets the current state
 * (docs/decisions/push.md#retention-and-resume). Any process may do it at any time, by the database's clock.
 * @returns how many
 */
export async function expireEvents(pool: Pool): Promise<number> {
  let expired = 0
  for (let gone: number | null = BATCH; gone; ) {
    gone = (await query(pool, EXPIRE, [])).rowCount
    expired += gone ?? 0
  }
  return expired
}

/** A position among the progress events, by time. */
interface Mark {
  readonly at: Date
  readonly id: bigint
}

interface Thinned extends Mark {
  readonly seen: number
  readonly thinned: number
}

/** The status of a snapshot identifies the stage; a deleted task has no snapshot. */
const THIN = statement('event_thin')`with seen as (
      select id, at, task_id from event
      where kind = 'progress' and at > now() - make_interval(secs => $1) and at < now() - make_interval(secs => $2)
        and (at, id) > ($3::timestamptz, $4::bigint)
      order by at, id limit ${BATCH}),
    ended as (
      select id from task
      where id = any(array(select task_id from seen)) and completed_at < now() - make_interval(secs => $2)),
    due as (
      select e.id from ended join event e on e.task_id = ended.id
      where e.kind = 'progress' and exists (
        select 1 from event l where l.task_id = e.task_id and l.seq > e.seq and l.kind = 'progress'
          and l.snapshot->>'status' is not distinct from e.snapshot->>'status')
      for update of e skip locked),
    thinned as (delete from event where id = any(array(select id from due)) returning id)
  select count(*)::int as seen, max(at) as at, (array_agg(id order by at desc, id desc))[1] as id,
    (select count(*)::int from thinned) as thinned
  from seen`

/**
 * Deletes the progress events of ended tasks except the last of each stage (docs/decisions/push.md#retention-and-resume).
 * @param withinMs only events that became due within this time
 * @returns number of deleted events
 */
export async function thinProgress(pool: Pool, withinMs = EVER_MS): Promise<number> {
  const [after, within] = [THIN_AFTER_MS / 1000, (THIN_AFTER_MS + withinMs) / 1000]
  let thinned = 0
  for (let last: Mark | undefined = { at: new Date(0), id: 0n }; last; ) {
    const result: QueryResult<Thinned> = await query(pool, THIN, [within, after, last.at, last.id])
    const [batch] = result.rows
    thinned += batch?.thinned ?? 0
    last = batch?.seen === BATCH ? batch : undefined
  }
  return thinned
}

/** The chore; every process may do it. */
export function startEventExpiry({ pool, log }: Pick<Resources, 'pool' | 'log'>): Loop {
  return startSweep(log, { name: 'event log', idleMs: EVENT_EXPIRY_MS, ...THIN_SWEEPS }, async (withinMs) => {
    await expireEvents(pool)
    await thinProgress(pool, withinMs)
  })
}
