import type { LedgerEntry } from '../../prisma/client/client.ts'
import { DomainError } from '../errors.ts'
import { assertScope, type Caller } from '../key/caller.ts'
import { type Page, pageOf } from '../lib/page.ts'
import { query, type Statement } from '../lib/sql.ts'
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
  /** Id of the entry before the page, newest first. */
  readonly after: string | null
  readonly kind: EntryKind | null
  readonly taskId: string | null
}

/** A ledger row as SQL of this folder reads it. */
export interface EntryRow {
  id: string
  number: bigint
  kind: string
  amount_micro: bigint
  frozen_delta_micro: bigint
  balance_after_micro: bigint
  subject_id: string | null
  task_id: string | null
  description: string
  created_at: Date
}

interface Row extends Omit<EntryRow, 'id'> {
  balance_micro: bigint
  frozen_micro: bigint
  audited_balance_micro: bigint | null
  audited_at: Date | null
  cursor_known: boolean
  id: string | null
}

const READ: Statement = {
  name: 'credits_read',
  text: `select a.balance_micro, a.frozen_micro, a.audited_balance_micro, a.audited_at,
      $2::text is null or c.number is not null as cursor_known,
      e.id, e.number, e.kind, e.amount_micro, e.frozen_delta_micro, e.balance_after_micro, e.subject_id, e.task_id,
      e.description, e.created_at
    from account a
    left join ledger_entry c on c.id = $2 and c.account_id = a.id
    left join lateral (
      select * from ledger_entry l
      where l.account_id = a.id and l.number < coalesce(c.number, 9223372036854775807)
        and ($3::text is null or l.kind = $3) and ($4::text is null or l.task_id = $4)
      order by l.number desc limit $5) e on true
    where a.id = $1 order by e.number desc`,
}

/** @throws DomainError 400 invalid_cursor, 403 insufficient_scope */
export async function readCredits(
  resources: Pick<Resources, 'pool'>,
  caller: Caller,
  listing: EntryListing,
): Promise<Credits> {
  assertScope(caller, 'credits:read')
  const { rows } = await query<Row>(resources.pool, READ, [
    caller.accountId,
    listing.after && cleanOr(listing.after),
    listing.kind,
    listing.taskId && cleanOr(listing.taskId),
    listing.limit + 1,
  ])
  const [first] = rows
  if (!first) throw new Error(`there is no account ${caller.accountId}`)
  if (!first.cursor_known) {
    throw new DomainError('invalid_cursor', 'after is not a ledger entry of this account.', { param: 'after' })
  }
  const entries = rows.flatMap((row) => (row.id === null ? [] : [toEntry(row, row.id, caller.accountId)]))
  const { audited_balance_micro: audited, audited_at: at } = first
  return {
    balanceMicro: first.balance_micro,
    frozenMicro: first.frozen_micro,
    audited: audited !== null && at ? { balanceMicro: audited, at } : null,
    ledger: pageOf(entries, listing.limit),
  }
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
    createdAt: row.created_at,
  }
}
