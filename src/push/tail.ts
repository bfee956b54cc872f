import type { Pool } from 'pg'
import { listen } from '../lib/listener.ts'
import type { Log } from '../lib/log.ts'
import { startLoop } from '../lib/loop.ts'
import { query, type Statement } from '../lib/sql.ts'
import { CHANNELS } from '../queue/hints.ts'
import { EVENT_COLUMNS, type EventRow, eventFromRow, type LogEvent } from './log.ts'

const IDLE_MS = 1000

interface TailRow extends EventRow {
  xid: string
  horizon: string
}

/** Every visible row at or above the mark, with the horizon of the same snapshot; one row without an event if none. */
const READ: Statement = {
  name: 'event_tail',
  text: `select s.horizon::text, e.xid::text, ${EVENT_COLUMNS}
    from (select pg_snapshot_xmin(pg_current_snapshot()) as horizon) s
    left join event e on e.xid >= $1::xid8 and e.id <> all($2::bigint[])
    order by e.task_id, e.seq`,
}

export interface Tail {
  close(): Promise<void>
}

/**
 * Follows the event log from now on and hands over every committed event exactly once, a task's in the order of their seq.
 *
 * A row is read as soon as it is visible, at or above a low-water mark; ids above the mark are remembered so that none is
 * delivered twice; then the mark moves to the oldest transaction that was still open. Tailing by id alone loses an event
 * that commits late; reading only below the horizon lets one open writer delay everybody (p99 696 ms against 14 ms).
 */
export async function followLog(
  needs: { readonly pool: Pool; readonly log: Log; readonly databaseUrl: string },
  deliver: (events: readonly LogEvent[]) => void,
): Promise<Tail> {
  let mark = 0n
  let delivered = new Map<bigint, bigint>()

  const read = async () => {
    const { rows } = await query<TailRow>(needs.pool, READ, [mark.toString(), [...delivered.keys()]])
    const events = rows.filter((row) => row.id !== null)
    for (const row of events) delivered.set(row.id, BigInt(row.xid))
    mark = BigInt(rows[0]?.horizon ?? mark)
    delivered = new Map([...delivered].filter(([, xid]) => xid >= mark))
    return events.map(eventFromRow)
  }

  const start = await needs.pool.query('select pg_snapshot_xmin(pg_current_snapshot())::text as horizon')
  mark = BigInt(start.rows[0].horizon)
  await read()
  const loop = startLoop('tail', IDLE_MS, needs.log, async () => {
    const events = await read()
    if (events.length > 0) deliver(events)
  })
  const listener = listen(needs.databaseUrl, CHANNELS.events, needs.log, loop.wake)
  return {
    async close() {
      await listener.close()
      await loop.close()
    },
  }
}
