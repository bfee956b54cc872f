import type { LedgerEntry, Prisma } from '../../prisma/client/client.ts'
import { DomainError } from '../errors.ts'
import { assertScope, type Caller } from '../key/caller.ts'
import { type Page, pageOf } from '../lib/page.ts'
import { bool, int8, namesOf, orNull, query, type RowOf, statement, text, time } from '../lib/sql.ts'
import { isCleanText } from '../lib/text.ts'
import type { Resources } from '../resources.ts'
import type { EntryKind } from './entry.ts'

/** Balance and a page of the ledger, read with one snapshot so that they agree (docs/rules/money.md#credits). */
export interface Credits {
  readonly balanceMicro: bigint
  readonly frozenMicro: bigint
  readonly audited: { readonly balanceMicro: bigint; readonly at: Date } | null
  readonly ledger: Page<LedgerEntry>
}

export interface EntryListing {
  readonly limit: number
  /** Id of the entry before the page. */
  readonly after: string | null
  /** Newest first by default. */
  readonly order?: 'asc' | 'desc'
  readonly kind: EntryKind | null
  readonly taskId: string | null
}

/** Columns of `toEntry`. */
export const ENTRY = {
  id: text(),
  number: int8,
  kind: text(),
  amount_micro: int8,
  frozen_delta_micro: int8,
  balance_after_micro: int8,
  subject_id: orNull(text()),
  task_id: orNull(text()),
  description: text(),
  key_id: orNull(text()),
  idempotency_key: orNull(text()),
  created_at: time,
}

export type EntryRow = RowOf<typeof ENTRY>

const SUMS = {
  balance_micro: int8,
  frozen_micro: int8,
  audited_balance_micro: orNull(int8),
  audited_at: orNull(time),
  cursor_known: bool,
}

/** Where the page begins, after the entry `c`. */
const START = {
  asc: 'l.number > coalesce(c.number, 0)',
  desc: 'l.number < coalesce(c.number, 9223372036854775807)',
} as const

interface EntryPage extends Pick<EntryListing, 'after' | 'kind'> {
  readonly accountId: string
  readonly rows: number
}

function readStatement(order: 'asc' | 'desc') {
  const columns = { ...ENTRY, ...SUMS, id: orNull(text()) }
  return statement(`credits_read_${order}`, columns)<EntryPage & Pick<EntryListing, 'taskId'>>`
    select a.balance_micro, a.frozen_micro, a.audited_balance_micro, a.audited_at,
      $after::text is null or c.number is not null as cursor_known,
      e.*
    from account a
    left join ledger_entry c on c.id = $after and c.account_id = a.id
    left join lateral (
      select ${namesOf(ENTRY)} from ledger_entry l
      where l.account_id = a.id and ${START[order]}
        and ($kind::text is null or l.kind = $kind) and ($taskId::text is null or l.task_id = $taskId)
      order by l.number ${order} limit $rows) e on true
    where a.id = $accountId order by e.number ${order}`
}

const READ = { asc: readStatement('asc'), desc: readStatement('desc') }

/** @throws DomainError 400 invalid_cursor, 403 insufficient_scope */
export async function readCredits(
  resources: Pick<Resources, 'pool'>,
  caller: Caller,
  listing: EntryListing,
): Promise<Credits> {
  assertScope(caller, 'credits:read')
  const { rows } = await query(resources.pool, READ[listing.order ?? 'desc'], {
    accountId: caller.accountId,
    after: listing.after && cleanOr(listing.after),
    kind: listing.kind,
    taskId: listing.taskId && cleanOr(listing.taskId),
    rows: listing.limit + 1,
  })
  const [first] = rows
  if (!first) throw new Error(`there is no account ${caller.accountId}`)
  if (!first.cursor_known) throw unknownCursor()
  const entries = rows.flatMap((row) => (row.id === null ? [] : [toEntry(row, row.id, caller.accountId)]))
  const { audited_balance_micro: audited, audited_at: at } = first
  return {
    balanceMicro: first.balance_micro,
    frozenMicro: first.frozen_micro,
    audited: audited !== null && at ? { balanceMicro: audited, at } : null,
    ledger: pageOf(entries, listing.limit),
  }
}

function listStatement(order: 'asc' | 'desc') {
  return statement(`ledger_entry_list_of_tasks_${order}`, ENTRY)<EntryPage & { taskIds: readonly string[] }>`
    with cursor as (select number from ledger_entry where account_id = $accountId and id = $after)
    select ${namesOf(ENTRY)} from unnest($taskIds::text[]) as parent(task) cross join lateral (
      select l.* from ledger_entry l left join cursor c on true
      where l.account_id = $accountId and l.task_id = parent.task and ($kind::text is null or l.kind = $kind)
        and ($after::text is null or c.number is not null) and ${START[order]}
      order by l.number ${order} limit $rows) e
    order by number ${order}`
}

const LIST = { asc: listStatement('asc'), desc: listStatement('desc') }

const CURSOR = statement('ledger_entry_cursor')`select from ledger_entry where account_id = $1 and id = $2`

/**
 * A page of the entries of each task, read with one statement.
 * @throws DomainError 400 invalid_cursor, 403 insufficient_scope
 */
export async function listEntriesOf(
  { pool }: Pick<Resources, 'pool'>,
  caller: Caller,
  taskIds: readonly string[],
  { limit, after, order, kind }: Omit<Required<EntryListing>, 'taskId'>,
): Promise<Map<string, Page<LedgerEntry>>> {
  assertScope(caller, 'credits:read')
  const { accountId } = caller
  const cursor = after === null ? null : cleanOr(after)
  const { rows } = await query(pool, LIST[order], { accountId, after: cursor, kind, rows: limit + 1, taskIds })
  if (rows.length === 0 && cursor !== null && (await query(pool, CURSOR, [accountId, cursor])).rowCount === 0)
    throw unknownCursor()
  const found = Map.groupBy(
    rows.map((row) => toEntry(row, row.id, accountId)),
    ({ taskId }) => taskId,
  )
  return new Map(taskIds.map((id) => [id, pageOf(found.get(id) ?? [], limit)]))
}

/**
 * An entry of the caller's ledger.
 * @throws DomainError 403 insufficient_scope
 */
export function ownEntry(caller: Caller, id: string): Prisma.LedgerEntryWhereUniqueInput {
  assertScope(caller, 'credits:read')
  return { id: cleanOr(id), accountId: caller.accountId }
}

function unknownCursor(): DomainError {
  return new DomainError('invalid_cursor', 'after is not a ledger entry of this account.', { param: 'after' })
}

/** An id that no row has, in place of text that cannot be sent to the database. */
function cleanOr(id: string): string {
  return isCleanText(id) ? id : ' '
}

export function toEntry(row: Omit<EntryRow, 'id'>, id: string, accountId: string): LedgerEntry {
  return {
    id,
    accountId,
    number: row.number,
    kind: row.kind,
    amountMicro: row.amount_micro,
    frozenDeltaMicro: row.frozen_delta_micro,
    balanceAfterMicro: row.balance_after_micro,
    subjectId: row.subject_id,
    taskId: row.task_id,
    description: row.description,
    keyId: row.key_id,
    idempotencyKey: row.idempotency_key,
    createdAt: row.created_at,
  }
}
