import type { ClientBase, Pool } from 'pg'
import { spentSince } from '../admission/budget.ts'
import { int, int8, query, type RowOf, statement, text, time } from '../lib/sql.ts'
import { STORE_AUDIT } from './locked-account.ts'

/** An account's running sums and the sums of its entries and tasks, read in one snapshot. */
export interface AccountProof {
  readonly accountId: string
  readonly name: string
  /** Time of the snapshot. */
  readonly at: Date
  readonly balanceMicro: bigint
  readonly frozenMicro: bigint
  readonly entries: bigint
  readonly activeTasks: number
  /** One sentence for each broken rule; empty if the account is correct. */
  readonly mismatches: readonly string[]
}

const PROOF = {
  id: text(),
  name: text(),
  at: time,
  balance_micro: int8,
  frozen_micro: int8,
  entry_count: int8,
  active_tasks: int,
  entries: int8,
  last_number: int8,
  amounts: text(),
  frozen_deltas: text(),
  wrong_balances: int8,
  wrong_subjects: int8,
  open_freezes: text(),
  open_task_freezes: text(),
  unfinished: int,
  unfinished_frozen: text(),
  wrong_budgets: int,
}

type ProofRow = RowOf<typeof PROOF>

/**
 * One statement reads one snapshot. The subject of a freeze is a task or a prompt. It has exactly one freeze and at most one
 * resolution, which releases the whole frozen amount and charges no more than it.
 */
const PROVE = statement('account_prove', PROOF)`with entries as (
      select number, kind, amount_micro, frozen_delta_micro, balance_after_micro, subject_id, task_id,
        sum(amount_micro) over (order by number rows unbounded preceding) as running
      from ledger_entry where account_id = $1),
    ledger as (
      select count(*) as entries, coalesce(max(number), 0) as last_number,
        coalesce(sum(amount_micro), 0)::text as amounts, coalesce(sum(frozen_delta_micro), 0)::text as frozen_deltas,
        count(*) filter (where balance_after_micro <> running) as wrong_balances
      from entries),
    subjects as (
      select bool_or(task_id is not null) as of_task,
        count(*) filter (where kind = 'freeze') as freezes,
        count(*) filter (where kind in ('settle', 'release', 'prompt_optimize')) as resolutions,
        coalesce(sum(frozen_delta_micro) filter (where kind = 'freeze'), 0) as frozen,
        sum(frozen_delta_micro) as still_frozen, -sum(amount_micro) as charged
      from entries where subject_id is not null group by subject_id),
    freezes as (
      select count(*) filter (where freezes <> 1 or resolutions > 1 or charged < 0 or charged > frozen
          or still_frozen <> case resolutions when 0 then frozen else 0 end
          or (resolutions = 0 and charged <> 0)) as wrong_subjects,
        coalesce(sum(still_frozen) filter (where resolutions = 0), 0)::text as open_freezes,
        coalesce(sum(still_frozen) filter (where resolutions = 0 and of_task), 0)::text as open_task_freezes
      from subjects),
    budgets as (
      select count(*)::int as wrong_budgets from api_key k
      where k.account_id = $1 and k.spend_limit_micro is not null
        and k.spent_micro is distinct from ${spentSince('k.id', 'k.spend_since')}),
    tasks as (
      select count(*)::int as unfinished, coalesce(sum(frozen_micro), 0)::text as unfinished_frozen
      from task where account_id = $1 and status not in ('succeeded', 'failed', 'cancelled', 'rejected'))
  select a.id, a.name, now()::timestamptz(3) as at, a.balance_micro, a.frozen_micro, a.entry_count, a.active_tasks,
    ledger.*, freezes.*, budgets.*, tasks.*
  from account a, ledger, freezes, budgets, tasks where a.id = $1`

/**
 * Verifies one account (docs/rules/money.md#audit): balance = Σ amount and frozen = Σ frozen_delta = the open freezes; entries
 * are numbered without gaps and have the balance after them; a freeze is resolved at most once; active_tasks counts the
 * unfinished tasks, whose prices add up to the amount frozen for tasks; the counter of each spend limit is what the key's tasks and
 * prompts settled and froze. It reads all entries of the account and locks nothing.
 * @returns null when there is no such account
 */
export async function proveAccount(db: Pool | ClientBase, accountId: string): Promise<AccountProof | null> {
  const { rows } = await query(db, PROVE, [accountId])
  const [row] = rows
  if (!row) return null
  return {
    accountId: row.id,
    name: row.name,
    at: row.at,
    balanceMicro: row.balance_micro,
    frozenMicro: row.frozen_micro,
    entries: row.entries,
    activeTasks: row.active_tasks,
    mismatches: mismatchesOf(row),
  }
}

function mismatchesOf(row: ProofRow): string[] {
  const pairs: readonly (readonly [what: string, kept: bigint | number | string, proved: bigint | number | string])[] =
    [
      ['balance_micro and the sum of amounts', row.balance_micro, row.amounts],
      ['frozen_micro and the sum of frozen deltas', row.frozen_micro, row.frozen_deltas],
      ['frozen_micro and the open freezes', row.frozen_micro, row.open_freezes],
      ['entry_count and the number of entries', row.entry_count, row.entries],
      ['the newest number and the number of entries', row.last_number, row.entries],
      ['active_tasks and the unfinished tasks', row.active_tasks, row.unfinished],
      ['the open freezes of tasks and the prices of unfinished tasks', row.open_task_freezes, row.unfinished_frozen],
      ['0 and the entries whose balance_after_micro is not the running sum', 0, row.wrong_balances],
      ['0 and the freezes that were not made once, were resolved twice or have another amount', 0, row.wrong_subjects],
      ['0 and the keys whose spent_micro is not the sum of their tasks and prompts', 0, row.wrong_budgets],
    ]
  const different = pairs.filter(([, kept, proved]) => String(kept) !== String(proved))
  const sentences = different.map(([what, kept, proved]) => `${what} differ: ${kept}, ${proved}`)
  if (row.balance_micro < row.frozen_micro) sentences.push('available is below zero')
  return sentences
}

/** Verifies an account and, if it is correct, stores the balance as the account's snapshot. */
export async function auditAccount(db: Pool | ClientBase, accountId: string): Promise<AccountProof | null> {
  const proof = await proveAccount(db, accountId)
  if (proof?.mismatches.length === 0) {
    await query(db, STORE_AUDIT, [accountId, proof.balanceMicro, proof.at])
  }
  return proof
}
