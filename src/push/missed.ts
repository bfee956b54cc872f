import type { Pool } from 'pg'
import { bool, query, statement } from '../lib/sql.ts'
import { MISSED_PAGE } from '../limits.ts'
import { EVENT, EVENT_COLUMNS, eventFromRow, type LogEvent } from './log.ts'
import type { Beginning, EventScope, StreamPosition } from './position.ts'

/** An event that a stream has missed. */
export interface Missed {
  readonly event: LogEvent
  /** Whether the log still has the previous event of the same task, so that the stream is complete. */
  readonly follows: boolean
}

interface Wanted extends Pick<Beginning, 'snapshot'>, Pick<StreamPosition, 'upto'> {
  /** An account, or tasks. */
  readonly of: string | readonly string[]
  readonly mark: string
  readonly ids: readonly bigint[]
  readonly below: string
  readonly last: bigint
}

/**
 * A page of the events after a position and within a snapshot, in the order of ids, which is also the order within each task. All
 * pages use the same snapshot, because an event that commits between two pages may have an id below the first page's last. The
 * ids are found first, with the index of the scope and not with the global index of ids.
 */
function pageOf(name: string, scope: string) {
  return statement(`event_missed_${name}`, { ...EVENT, follows: bool })<Wanted>`with missed as materialized (
        select e.id from event e
        where ${scope} and e.xid >= $mark::xid8 and e.id <> all($ids::bigint[]) and not (e.id <= $upto and e.xid < $below::xid8)
          and pg_visible_in_snapshot(e.xid, $snapshot::pg_snapshot) and e.id > $last),
      page as materialized (select id from missed order by id limit ${MISSED_PAGE})
    select ${EVENT_COLUMNS}, e.seq = 1 or exists (
        select from event p where p.task_id = e.task_id and p.seq = e.seq - 1 and p.snapshot <> '{}') as follows
      from page join event e on e.id = page.id order by e.id`
}

const PAGE = {
  account: pageOf('account', 'e.account_id = $of'),
  tasks: pageOf('tasks', 'e.task_id = any($of::text[])'),
}

/** Pages of the events that a stream missed between a position and its new start. */
export async function* missedEvents(
  pool: Pool,
  scope: EventScope,
  { mark, ids, upto, below }: StreamPosition,
  { snapshot }: Beginning,
): AsyncGenerator<readonly Missed[], undefined> {
  const [page, of] = 'accountId' in scope ? [PAGE.account, scope.accountId] : [PAGE.tasks, scope.taskIds]
  const fixed = { of, mark: mark.toString(), ids: [...ids.keys()], upto, below: below.toString(), snapshot }
  let last = 0n
  for (;;) {
    const { rows } = await query(pool, page, { ...fixed, last })
    yield rows.map((row) => ({ event: eventFromRow(row), follows: row.follows }))
    if (rows.length < MISSED_PAGE) return
    last = rows.at(-1)?.id ?? last
  }
}
