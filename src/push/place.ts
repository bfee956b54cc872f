import { invalidCursor, openCursor, sealCursor } from '../lib/cursor.ts'
import type { Statement, Tx } from '../lib/sql.ts'
import { CURSOR_IDS_MAX } from '../limits.ts'
import type { EventRef } from './log.ts'

/** Which events a stream is made of, as the database is asked for them. */
export type EventScope = { readonly accountId: string } | { readonly taskIds: readonly string[] }

/**
 * How far a stream has come. Ids are no place, for they commit out of order: an event is past if its transaction is below the
 * mark, or if it is one of those that were handed over above it (usually a handful, of transactions that were open together).
 */
export interface Place {
  /** When it was reached, in seconds; 0: nothing has been handed over yet. */
  at: bigint
  mark: bigint
  /** By id, their transactions. */
  readonly ids: Map<bigint, bigint>
  /** While missed events are caught up, in the order of ids: up to this id, those of transactions below that one, are past. */
  upto: bigint
  below: bigint
}

const VERSION = 1n

/** A place before everything: who comes back to it is given the state. */
export const NOWHERE: Place = { at: 0n, mark: 0n, ids: new Map(), upto: 0n, below: 0n }

export function placeNow(): bigint {
  return BigInt(Math.floor(Date.now() / 1000))
}

export function isPast({ mark, ids, upto, below }: Place, { id, xid }: EventRef): boolean {
  return xid < mark || (id <= upto && xid < below) || ids.has(id)
}

/** An event is handed over. Of too many, the oldest are forgotten: they come again, but nothing is lost. */
export function pass(place: Place, { id, xid }: EventRef): void {
  place.ids.set(id, xid)
  for (const oldest of place.ids.keys()) {
    if (place.ids.size <= CURSOR_IDS_MAX) return
    place.ids.delete(oldest)
  }
}

/** All of transactions below `mark` has been handed over. */
export function settle(place: Place, mark: bigint): void {
  if (mark <= place.mark) return
  place.mark = mark
  for (const [id, xid] of place.ids) if (xid < mark) place.ids.delete(id)
}

/** A missed event is handed over, where all those with lower ids were that the same snapshot shows. */
export function catchUp(place: Place, event: EventRef, horizon: bigint): void {
  pass(place, event)
  if (event.id < place.upto) return
  place.upto = event.id
  place.below = horizon
  for (const [id, xid] of place.ids) if (id <= event.id && xid < horizon) place.ids.delete(id)
}

export function sealPlace(stream: string, { at, mark, ids, upto, below }: Place): string {
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
export function openPlace(stream: string, cursor: string): Place {
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

/** What a snapshot shows of a stream. */
export interface Beginning {
  readonly snapshot: string
  /** Every transaction below it has ended. */
  readonly horizon: bigint
  /** Behind all that the snapshot shows. */
  readonly place: Place
}

/** By transaction, as the index is, so that a few rows are read of however many. */
function beginningOf(name: string, scope: string): Statement {
  return {
    name: `event_beginning_${name}`,
    text: `select s.snapshot::text, pg_snapshot_xmin(s.snapshot)::text as horizon, e.id, e.xid::text
      from (select pg_current_snapshot() as snapshot) s
      left join lateral (
        select id, xid from event where ${scope} and xid >= pg_snapshot_xmin(s.snapshot)
        order by event.xid desc limit ${CURSOR_IDS_MAX}) e on true`,
  }
}

const BEGINNING = {
  account: beginningOf('account', 'account_id = $1'),
  tasks: beginningOf('tasks', 'task_id = any($1::text[])'),
}

/** Where a stream begins that is given all that this transaction's snapshot shows. */
export async function readBeginning(tx: Tx, scope: EventScope): Promise<Beginning> {
  const [statement, value] =
    'accountId' in scope ? [BEGINNING.account, scope.accountId] : [BEGINNING.tasks, scope.taskIds]
  const { rows } = await tx.run<{ snapshot: string; horizon: string; id: bigint | null; xid: string }>(statement, [
    value,
  ])
  const { snapshot = '', horizon = '0' } = rows[0] ?? {}
  const place: Place = { at: placeNow(), mark: BigInt(horizon), ids: new Map(), upto: 0n, below: 0n }
  for (const { id, xid } of rows.reverse()) if (id !== null) pass(place, { id, xid: BigInt(xid) })
  return { snapshot, horizon: place.mark, place }
}
