import type { Pool } from 'pg'
import { DomainError } from '../errors.ts'
import { int8, query, statement, type Tx, text, time, transaction } from '../lib/sql.ts'
import type { NewEntry } from './entry.ts'
import { type LockedAccount, lockAccounts } from './locked-account.ts'
import { displayAmount } from './money.ts'
import { postEntry } from './post.ts'

/** Credit that the operator moves. */
export interface Booking {
  readonly kind: 'topup' | 'adjustment'
  readonly amountMicro: bigint
  readonly description: string
  /** Identifies the booking, for example the id of a payment; null: each call is another one. */
  readonly key: string | null
}

/** The entry of a booking. */
export interface Booked
  extends Pick<NewEntry, 'id' | 'accountId' | 'number' | 'amountMicro' | 'balanceAfterMicro' | 'description'> {
  readonly kind: string
  readonly createdAt: Date
  readonly idempotencyKey: string | null
  /** Whether an earlier call wrote it, and this one wrote nothing. */
  readonly isRepeat: boolean
}

const FIRST = statement('ledger_entry_of_key', {
  id: text(),
  accountId: text(),
  number: int8,
  kind: text(),
  amountMicro: int8,
  balanceAfterMicro: int8,
  description: text(),
  createdAt: time,
})`
  select id, account_id as "accountId", number, kind, amount_micro as "amountMicro",
    balance_after_micro as "balanceAfterMicro", description, created_at as "createdAt"
  from ledger_entry where idempotency_key = $1`

/**
 * Writes the entry of a booking, or finds the one that its key has (docs/rules/money.md#top-ups-and-adjustments). It looks for the
 * key under the account's lock. Calls for two accounts do not wait for each other there: the second violates the unique index, and
 * `withKey` repeats it.
 * @param assertFits throws if the account cannot have the entry
 * @returns null when there is no such account
 * @throws DomainError 422 idempotency_key_reused
 */
export async function bookEntry(
  tx: Tx,
  accountId: string,
  { key, ...draft }: Booking,
  assertFits: (account: LockedAccount) => void = () => {},
): Promise<Booked | null> {
  const [{ accounts, now }, first] = await Promise.all([
    lockAccounts(tx, [accountId]),
    key === null ? null : query(tx, FIRST, [key]),
  ])
  const account = accounts.get(accountId)
  if (!account) return null
  const [kept] = first?.rows ?? []
  if (kept) return repeatOf({ ...kept, idempotencyKey: key, isRepeat: true }, accountId, draft)
  assertFits(account)
  const fixed = { frozenDeltaMicro: 0n, subjectId: null, taskId: null, idempotencyKey: key } as const
  return { ...postEntry(tx, account, { ...draft, ...fixed }), createdAt: now, idempotencyKey: key, isRepeat: false }
}

/** The note is no part of the comparison: payment systems word it differently in a repeat. */
function repeatOf(first: Booked, accountId: string, { kind, amountMicro }: Omit<Booking, 'key'>): Booked {
  if (first.accountId === accountId && first.kind === kind && first.amountMicro === amountMicro) return first
  const message =
    `This key belongs to ${first.id}: ${first.kind} of ${displayAmount(first.amountMicro)} for ${first.accountId}. ` +
    'Nothing was written. Use another key for another booking.'
  throw new DomainError('idempotency_key_reused', message, { param: 'Idempotency-Key' })
}

/** Runs a booking in a transaction, and again if a call for another account has written its key meanwhile. */
export async function withKey<T>(pool: Pool, run: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await transaction(pool, run)
  } catch (error) {
    if ((error as { constraint?: unknown }).constraint !== 'ledger_entry_idempotency_key') throw error
    return transaction(pool, run)
  }
}
