import type { Pool } from 'pg'
import { type BalanceLow, balanceLowOf } from '../key/account-settings.ts'
import { newId } from '../lib/id.ts'
import { bool, int, int8, namesOf, orNull, query, type RowOf, statement, type Tx, text, time } from '../lib/sql.ts'
import type { NewEntry } from './entry.ts'

/**
 * An account's row while it is locked. New entries change its sums in order; the statement that writes the entries also writes
 * the changed sums.
 */
export interface LockedAccount {
  readonly id: string
  readonly status: string
  readonly useContextIr: boolean
  readonly concurrencyLimit: number
  readonly createsPerMinute: number
  readonly rateFactor: number
  /** Creates of all its keys, in the minute that began with the first of them. */
  readonly creates: { startedAt: Date | null; count: number }
  balanceMicro: bigint
  frozenMicro: bigint
  entryCount: bigint
  activeTasks: number
  /** Available when the row was locked. */
  readonly availableBefore: bigint
  readonly balanceLow: BalanceLow | null
}

const LOCKED = {
  id: text(),
  status: text(),
  use_context_ir: bool,
  concurrency_limit: int,
  creates_per_minute: int,
  rate_factor: int,
  create_window_at: orNull(time),
  create_count: int,
  balance_micro: int8,
  frozen_micro: int8,
  entry_count: int8,
  active_tasks: int,
  balance_low_micro: orNull(int8),
  balance_low_url: orNull(text()),
}

/** The order of all locks: account before task, accounts by id. */
const LOCK = statement('account_lock', { ...LOCKED, now: time })`
    select ${namesOf(LOCKED)}, now()::timestamptz(3) as now
         from account where id = any($1::text[]) order by id for no key update`

/** Locks accounts and reads their running sums; `now` is the transaction's time. */
export async function lockAccounts(
  tx: Tx,
  ids: readonly string[],
): Promise<{ accounts: Map<string, LockedAccount>; now: Date }> {
  const { rows } = await tx.run(LOCK, [ids])
  const accounts = new Map(rows.map((row) => [row.id, toLocked(row)]))
  return { accounts, now: rows[0]?.now ?? new Date() }
}

function toLocked(row: RowOf<typeof LOCKED>): LockedAccount {
  return {
    id: row.id,
    status: row.status,
    useContextIr: row.use_context_ir,
    concurrencyLimit: row.concurrency_limit,
    createsPerMinute: row.creates_per_minute,
    rateFactor: row.rate_factor,
    creates: { startedAt: row.create_window_at, count: row.create_count },
    balanceMicro: row.balance_micro,
    frozenMicro: row.frozen_micro,
    entryCount: row.entry_count,
    activeTasks: row.active_tasks,
    availableBefore: row.balance_micro - row.frozen_micro,
    balanceLow: balanceLowOf(row.balance_low_micro, row.balance_low_url),
  }
}

const STANDING = statement('account_standing', { availableMicro: int8, useContextIr: bool, now: time })`
    select balance_micro - frozen_micro as "availableMicro", use_context_ir as "useContextIr", now() from account
         where id = $1`

/** The available balance and the defaults, read without a lock. For quotes, which are not binding. */
export async function readStanding(
  pool: Pool,
  accountId: string,
): Promise<{ readonly availableMicro: bigint; readonly useContextIr: boolean; readonly now: Date }> {
  const { rows } = await query(pool, STANDING, [accountId])
  if (!rows[0]) throw new Error('there is no such account')
  return rows[0]
}

export function availableMicro(account: LockedAccount): bigint {
  return account.balanceMicro - account.frozenMicro
}

export type EntryDraft = Omit<NewEntry, 'id' | 'accountId' | 'number' | 'balanceAfterMicro'>

/** Builds the account's next entry and updates its running sums. */
export function drawEntry(account: LockedAccount, draft: EntryDraft): NewEntry {
  account.balanceMicro += draft.amountMicro
  account.frozenMicro += draft.frozenDeltaMicro
  account.entryCount += 1n
  return {
    id: newId('led'),
    accountId: account.id,
    number: account.entryCount,
    balanceAfterMicro: account.balanceMicro,
    ...draft,
  }
}

/**
 * SQL that stores the sums of locked accounts.
 * @param parameter placeholder of the JSON text that `accountsJson` makes
 */
export function storeAccounts(parameter: string): string {
  return `update account set balance_micro = a.balance, frozen_micro = a.frozen, entry_count = a.entries, active_tasks = a.active,
      create_window_at = a.at, create_count = a.creates
    from json_to_recordset(${parameter}::json)
      as a(id text, balance bigint, frozen bigint, entries bigint, active int, at timestamptz, creates int)
    where account.id = a.id`
}

export function accountsJson(accounts: Iterable<LockedAccount>): string {
  return JSON.stringify(
    Array.from(accounts, (account) => ({
      id: account.id,
      balance: account.balanceMicro.toString(),
      frozen: account.frozenMicro.toString(),
      entries: account.entryCount.toString(),
      active: account.activeTasks,
      at: account.creates.startedAt,
      creates: account.creates.count,
    })),
  )
}

/** What an audit verified. */
interface Audited {
  readonly accountId: string
  readonly at: Date
  readonly balanceMicro: bigint
  readonly frozenMicro: bigint
  readonly frozenForTasksMicro: bigint
  readonly entries: bigint
  /** null if only the entries since the last audit were read. */
  readonly wholeAt: Date | null
}

/**
 * Stores the verified sums of an account, from which the next audit continues (`snapshot` is the balance, docs/rules/money.md#audit),
 * unless newer ones are stored.
 */
export const STORE_AUDIT = statement(
  'account_audited',
)<Audited>`update account set audited_balance_micro = $balanceMicro,
    audited_at = $at, audited_number = $entries, audited_frozen_micro = $frozenMicro,
    audited_tasks_micro = $frozenForTasksMicro, audited_whole_at = coalesce($wholeAt, audited_whole_at)
  where id = $accountId and (audited_at is null or audited_at < $at)`
