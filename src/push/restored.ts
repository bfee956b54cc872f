import type { Pool } from 'pg'
import { bool, inBatches, query, statement } from '../lib/sql.ts'

const BATCH = 5000

/** Name of the setting with the time, in seconds, before which cursors are of another history (`src/push/position.ts`). */
export const RESTORED_AT = 'log_restored_at'

/** A visible row's own transaction is below its snapshot's end, so a higher one was counted by another Postgres. */
const FOREIGN = statement('event_foreign', { foreign: bool })`
  select exists (select from event where xid >= pg_snapshot_xmax(pg_current_snapshot())) as foreign`

/** Lowest first: until the last batch the log counts as foreign, so an interrupted adoption is repeated. */
const ADOPT = statement('event_adopt')`update event set xid = '1' where id = any(array(
  select id from event where xid >= pg_snapshot_xmax(pg_current_snapshot()) order by xid limit ${BATCH}))`

const MARK = statement('event_restored')`
  insert into setting (name, value) values ('${RESTORED_AT}', floor(extract(epoch from clock_timestamp()))::bigint::text)
  on conflict (name) do update set value = excluded.value`

/**
 * Whether the log has transactions of another Postgres, as after the restore of a dump: transaction ids do not travel with it. The
 * tail would take all such events for new ones.
 */
export async function isForeign(pool: Pool): Promise<boolean> {
  const { rows } = await query(pool, FOREIGN, [])
  return rows[0]?.foreign ?? false
}

/**
 * Makes a restored log one of this Postgres: events of transactions that it has not begun become events of its first one, which
 * every tail and cursor is past. Streams that resume with an older cursor start with the current state
 * (docs/decisions/push.md#restored-logs). Events of this Postgres stay as they are, so it may run at any time.
 * @returns number of adopted events
 */
export async function adoptLog(pool: Pool): Promise<number> {
  await query(pool, MARK, [])
  return inBatches(pool, ADOPT, [], BATCH)
}
