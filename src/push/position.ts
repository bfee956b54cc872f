import { invalidCursor, openCursor, sealCursor } from '../lib/cursor.ts'
import { int8, orNull, statement, type Tx, text } from '../lib/sql.ts'
import { CURSOR_IDS_MAX } from '../limits.ts'
import type { EventRef } from './log.ts'
import { RESTORED_AT } from './restored.ts'

/** SQL condition for the events of a stream. */
export type EventScope = { readonly accountId: string } | { readonly taskIds: readonly string[] }

/**
 * Position of a stream. An id alone is not a position, because ids commit out of order. An event is behind the position if its
 * transaction is below the mark, or if it is listed as delivered above it (usually a handful, of concurrent transactions).
 */
export interface StreamPosition {
  /** When it was reached, in seconds; 0 if nothing has been delivered yet. */
  at: bigint
  mark: bigint
  /** Delivered events above the mark: their transactions by id. */
  readonly ids: Map<bigint, bigint>
  /** While the stream catches up in the order of ids: events up to this id, of transactions below that one, are delivered. */
  upto: bigint
  below: bigint
}

const VERSION = 1n

/** The position before everything: a stream that resumes there starts with the current state. */
export const BEFORE_ALL: StreamPosition = { at: 0n, mark: 0n, ids: new Map(), upto: 0n, below: 0n }

/** The position after every transaction below a mark. */
export function positionAt(mark: bigint): StreamPosition {
  return { at: secondsNow(), mark, ids: new Map(), upto: 0n, below: 0n }
}

export function secondsNow(): bigint {
  return BigInt(Math.floor(Date.now() / 1000))
}

export function isPast({ mark, ids, upto, below }: StreamPosition, { id, xid }: EventRef): boolean {
  return xid < mark || (id <= upto && xid < below) || ids.has(id)
}

/** Marks an event as delivered. Beyond a limit the oldest are forgotten: they are sent again, but nothing is lost. */
export function pass(position: StreamPosition, { id, xid }: EventRef): void {
  position.ids.set(id, xid)
  for (const oldest of position.ids.keys()) {
    if (position.ids.size <= CURSOR_IDS_MAX) return
    position.ids.delete(oldest)
  }
}

/** Marks all events of transactions below `mark` as delivered. */
export function settle(position: StreamPosition, mark: bigint): void {
  if (mark <= position.mark) return
  position.mark = mark
  for (const [id, xid] of position.ids) if (xid < mark) position.ids.delete(id)
}

/** Marks a missed event as delivered, after all events of the same snapshot with lower ids. */
export function catchUp(position: StreamPosition, event: EventRef, horizon: bigint): void {
  pass(position, event)
  if (event.id < position.upto) return
  position.upto = event.id
  position.below = horizon
  for (const [id, xid] of position.ids) if (id <= event.id && xid < horizon) position.ids.delete(id)
}

export function sealPosition(stream: string, { at, mark, ids, upto, below }: StreamPosition): string {
  const numbers = [VERSION, at, mark, upto, below]
  let former = 0n
  for (const id of [...ids.keys()].sort((a, b) => (a < b ? -1 : 1))) {
    numbers.push(id - former, (ids.get(id) ?? mark) - mark)
    former = id
  }
  return sealCursor(stream, numbers)
}

/**
 * Reads a cursor (docs/rules/push.md#resuming).
 * @throws DomainError 400 invalid_cursor
 */
export function openPosition(stream: string, cursor: string): StreamPosition {
  const [version, at, mark, upto, below, ...pairs] = openCursor(stream, cursor)
  if (version !== VERSION || at === undefined || mark === undefined) throw invalidCursor()
  if (upto === undefined || below === undefined) throw invalidCursor()
  const ids = new Map<bigint, bigint>()
  let id = 0n
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    id += pairs[i] ?? 0n
    ids.set(id, mark + (pairs[i + 1] ?? 0n))
  }
  return { at, mark, ids, upto, below }
}

/** What a database snapshot contains of a stream. */
export interface Beginning {
  readonly snapshot: string
  /** Every transaction below it has ended. */
  readonly horizon: bigint
  /** Position after everything that the snapshot shows. */
  readonly position: StreamPosition
  /** When the log was last restored from a backup, in seconds; 0 for never. */
  readonly restoredAt: bigint
}

const START = { snapshot: text(), horizon: text(), restored_at: orNull(text()), id: orNull(int8), xid: text() }

/** Ordered by transaction like the index, so that few rows are read. */
function beginningOf(name: string, scope: string) {
  return statement(`event_beginning_${name}`, START)`
    select s.snapshot::text, pg_snapshot_xmin(s.snapshot)::text as horizon,
        (select value from setting where name = '${RESTORED_AT}') as restored_at, e.id, e.xid::text
      from (select pg_current_snapshot() as snapshot) s
      left join lateral (
        select id, xid from event where ${scope} and xid >= pg_snapshot_xmin(s.snapshot)
        order by event.xid desc limit ${CURSOR_IDS_MAX}) e on true`
}

const BEGINNING = {
  account: beginningOf('account', 'account_id = $1'),
  tasks: beginningOf('tasks', 'task_id = any($1::text[])'),
}

/** Position of a stream that starts with the state of this transaction's snapshot. */
export async function readBeginning(tx: Tx, scope: EventScope): Promise<Beginning> {
  const [beginning, value] =
    'accountId' in scope ? [BEGINNING.account, scope.accountId] : [BEGINNING.tasks, scope.taskIds]
  const { rows } = await tx.run(beginning, [value])
  const { snapshot = '', horizon = '0', restored_at } = rows[0] ?? {}
  const position = positionAt(BigInt(horizon))
  for (const { id, xid } of rows.reverse()) if (id !== null) pass(position, { id, xid: BigInt(xid) })
  return { snapshot, horizon: position.mark, position, restoredAt: BigInt(restored_at ?? 0) }
}
