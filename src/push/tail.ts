import { coalesced, startLoop } from '../lib/loop.ts'
import { probes, type TailReading } from '../lib/probe.ts'
import { float8, query, type RowOf, statement, text } from '../lib/sql.ts'
import { CHANNELS } from '../queue/hints.ts'
import type { Resources } from '../resources.ts'
import type { Bus, EventHeader } from './bus.ts'
import { EVENT, EVENT_COLUMNS, eventFromRow } from './log.ts'

const IDLE_MS = 1000
/** How far the mark may stay behind a hint while nobody watches. */
const REST_MS = 50

/** Watched events are read whole so many at a time. The next are read while these are published. */
export const TAIL_PAGE = 250

const { seq: _seq, snapshot: _snapshot, ...EVENT_HEADER } = EVENT
const HORIZON = statement('event_horizon', { horizon: text() })`
  select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`

/** `at` in seconds. */
const HEADER = { ...EVENT_HEADER, at: float8 }
type Header = RowOf<typeof HEADER>

/** Every visible row at or above the mark in the order of ids, as pages need it, with the horizon of the same snapshot; without events one row for the horizon. */
const READ = statement('event_tail', { ...HEADER, horizon: text() })`
    select s.horizon::text, e.id, e.xid::text, e.account_id, e.task_id, e.group_id, e.kind,
      extract(epoch from e.at)::float8 as at
    from (select pg_snapshot_xmin(pg_current_snapshot()) as horizon) s
    left join event e on e.xid >= $1::xid8 and e.id <> all($2::bigint[]) order by e.id`

/**
 * Reads watched events whole. Most tasks are not watched, so their snapshots are neither read nor parsed. A task's ids are in the
 * order of its seqs, because both are assigned under its lock.
 */
const WHOLE = statement('event_whole', EVENT)`
  select ${EVENT_COLUMNS} from event e where e.id = any($1::bigint[]) order by e.id`

export interface Tail {
  close(): Promise<void>
}

/**
 * Follows the event log from now on and publishes every committed event exactly once, in the order of seq for each task.
 *
 * A row is read as soon as it is visible, at or above a low-water mark; ids above the mark are remembered so that none is
 * delivered twice; then the mark moves to the oldest transaction that was still open. Tailing by id alone loses an event
 * that commits late; reading only below the horizon lets one open writer delay everybody (p99 696 ms against 14 ms).
 *
 * While nobody watches, only the mark moves, at most 20 times a second (docs/decisions/push.md#a-tail-at-rest).
 */
export async function followLog(
  needs: Pick<Resources, 'pool' | 'log' | 'listener'>,
  bus: Pick<Bus, 'watches' | 'publish' | 'horizon' | 'watchedSince'>,
): Promise<Tail> {
  let mark = 0n
  const delivered = new Map<bigint, bigint>()
  // Kept after a failed read, because the mark has passed them.
  let owed: bigint[] = []

  /**
   * Moves the mark past all events that nobody watched. A subscription that begins meanwhile needs the mark of before: an event may
   * commit after the start of the subscription was read and before this statement.
   * @returns whether nobody has subscribed
   */
  const rest = async (): Promise<boolean> => {
    const now = await readHorizon(needs.pool)
    if (bus.watchedSince() !== null) return false
    mark = now
    delivered.clear()
    owed = []
    return true
  }

  const read = async () => {
    const { rows } = await query(needs.pool, READ, [mark.toString(), [...delivered.keys()]])
    const events = rows.filter((row) => row.id !== null)
    mark = BigInt(rows[0]?.horizon ?? mark)
    for (const [id, xid] of delivered) if (xid < mark) delivered.delete(id)
    for (const row of events) {
      const xid = BigInt(row.xid)
      if (xid >= mark) delivered.set(row.id, xid)
    }
    return events
  }

  const pageAt = async (from: number) => (await query(needs.pool, WHOLE, [owed.slice(from, from + TAIL_PAGE)])).rows

  const publishOwed = async () => {
    const settled = bus.horizon()
    let page = owed.length > 0 ? pageAt(0) : []
    do {
      const rows = await page
      if (owed.length > TAIL_PAGE) page = pageAt(TAIL_PAGE)
      owed = owed.slice(TAIL_PAGE)
      bus.publish(rows.map(eventFromRow), owed.length > 0 ? settled : mark)
    } while (owed.length > 0)
  }

  mark = await readHorizon(needs.pool)
  bus.publish([], mark)
  const loop = startLoop('tail', IDLE_MS, needs.log, async () => {
    const isAtRest = bus.watchedSince() === null && (await rest())
    const events = isAtRest ? [] : await read()
    // Before streams end with these events.
    const since = bus.watchedSince()
    for (const event of events) if (bus.watches(headerOf(event))) owed.push(event.id)
    await publishOwed()
    if (probes.tailReading.hasSubscribers) probes.tailReading.publish(readingOf(events, since))
  })
  const resting = coalesced(loop.wake, REST_MS)
  const stopListening = needs.listener.on(CHANNELS.events, () => (bus.watchedSince() === null ? resting : loop).wake())
  return {
    async close() {
      stopListening()
      resting.close()
      await loop.close()
    },
  }
}

async function readHorizon(pool: Resources['pool']): Promise<bigint> {
  return BigInt((await query(pool, HORIZON, [])).rows[0]?.horizon ?? 0)
}

function headerOf(row: Header): EventHeader {
  const { id, xid, account_id: accountId, task_id: taskId, group_id: groupId, kind } = row
  return { id, xid: BigInt(xid), accountId, taskId, groupId, kind }
}

/** @param since events from before anybody watched are not late */
function readingOf(events: readonly Header[], since: number | null): TailReading {
  const now = Date.now() / 1000
  let lagSeconds: number | null = null
  for (const { at } of events) {
    if (since !== null && at * 1000 >= since) lagSeconds = Math.max(lagSeconds ?? 0, now - at)
  }
  return { events: events.length, lagSeconds }
}
