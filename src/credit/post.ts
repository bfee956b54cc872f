import { type GivenBack, giveBack, givenBackJson } from '../admission/budget.ts'
import { type CreateWindow, storeWindows, windowsJson } from '../admission/creates.ts'
import { DomainError } from '../errors.ts'
import { statement, type Tx } from '../lib/sql.ts'
import { appendEntries, entriesJson, type NewEntry } from './entry.ts'
import {
  accountsJson,
  drawEntry,
  type EntryDraft,
  type LockedAccount,
  lockAccounts,
  storeAccounts,
} from './locked-account.ts'
import { noteLowBalance } from './low-balance.ts'

const POST = statement('credit_post')`
  with entries as (${appendEntries('$1')}), accounts as (${storeAccounts('$2')}), windows as (${storeWindows('$3')}),
    budgets as (${giveBack('$4')}) select 1`

/** Largest value of a 64-bit column. Checked here, because the error of Postgres is not meant for callers. */
const MICRO_MAX = 2n ** 63n - 1n
const TOO_LARGE = 'The balance would exceed the largest amount that can be stored. Use a smaller amount.'

/**
 * Locks one account.
 * @returns null when there is no such account
 */
export async function lockAccount(tx: Tx, accountId: string): Promise<LockedAccount | null> {
  return (await lockAccounts(tx, [accountId])).accounts.get(accountId) ?? null
}

/** Builds one entry of a locked account and writes it with the account's sums. */
export function postEntry(tx: Tx, account: LockedAccount, draft: EntryDraft): NewEntry {
  const sum = account.balanceMicro + draft.amountMicro
  if (sum > MICRO_MAX || sum < -MICRO_MAX) throw new DomainError('invalid_parameter', TOO_LARGE, { param: 'amount' })
  const entry = drawEntry(account, draft)
  writeEntries(tx, account, [entry])
  return entry
}

/** What entries change of the spend limits of keys. No key may be in both. */
export interface Spending {
  readonly windows?: readonly CreateWindow[]
  readonly givenBack?: readonly GivenBack[]
}

/** Writes entries built on a locked account, with the account's sums. */
export function writeEntries(
  tx: Tx,
  account: LockedAccount,
  entries: readonly NewEntry[],
  { windows = [], givenBack = [] }: Spending = {},
): void {
  tx.send(POST, [entriesJson(entries), accountsJson([account]), windowsJson(windows), givenBackJson(givenBack)])
  noteLowBalance(tx, [account])
}
