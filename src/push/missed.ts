import type { Pool } from 'pg'
import { query, type Statement } from '../lib/sql.ts'
import { MISSED_PAGE } from '../limits.ts'
import { EVENT_COLUMNS, type EventRow, eventFromRow, type LogEvent } from './log.ts'
import type { Beginning, EventScope, Place } from './place.ts'

/** An event that a stream has missed. */
export interface Missed {
  readonly event: LogEvent
  /** Whether the log still has the previous event of the same task, so that the stream is complete. */
  readonly follows: boolean
}

interface Row extends EventRow {
  follows: boolean
}

/**
 * A page of the events after a position and within a snapshot, in the order of ids, which is also the order within each task. All
 * pages use the same snapshot, because an event that commits between two pages may have an id below the first page's last. The
 * ids are found first, with the index of the scope and not with the global index of ids.
 */
function pageOf(name: string, scope: string): Statement {
  return {
    name: `event_missed_${name}`,
    text: `with missed as materialized (
        select e.id from event e
        where ${scope} and e.xid >= $2::xid8 and e.id <> all($3::bigint[]) and not (e.id <= $4 and e.xid < $5::xid8)
          and pg_visible_in_snapshot(e.xid, $6::pg_snapshot) and e.id > $7),
      page as materialized (select id from missed order by id limit ${MISSED_PAGE})
    select ${EVENT_COLUMNS}, e.seq = 1 or exists (
        select from event p where p.task_id = e.task_id and p.seq = e.seq - 1 and p.snapshot <> '{}') as follows
      from page join event e on e.id = page.id order by e.id`,
  }
}

const PAGE = { account: pageOf('account', 'e.account_id = $1'), tasks: pageOf('tasks', 'e.task_id = any($1::text[])') }

/** Pages of the events that a stream missed between a position and its new start. */
export async function* missedEvents(
  pool: Pool,
  scope: EventScope,
  { mark, ids, upto, below }: Place,
  { snapshot }: Beginning,
): AsyncGenerator<readonly Missed[], undefined> {
  const [statement, value] = 'accountId' in scope ? [PAGE.account, scope.accountId] : [PAGE.tasks, scope.taskIds]
  const fixed = [value, mark.toString(), [...ids.keys()], upto, below.toString(), snapshot]
  let last = 0n
  for (;;) {
    const { rows } = await query<Row>(pool, statement, [...fixed, last])
    yield rows.map((row) => ({ event: eventFromRow(row), follows: row.follows }))
    if (rows.length < MISSED_PAGE) return
    last = rows.at(-1)?.id ?? last
  }
}
