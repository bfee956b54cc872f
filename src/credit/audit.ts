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
  /** The open freezes of tasks. */
  readonly frozenForTasksMicro: bigint
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
  wrong_ends: int8,
}

interface ProofRequest {
  readonly accountId: string
  readonly since: boolean
}

type ProofRow = RowOf<typeof PROOF>

const UNFINISHED = "status not in ('succeeded', 'failed', 'cancelled', 'rejected')"

/**
 * One statement reads one snapshot. The subject of a freeze is a task or a prompt. It has exactly one freeze and at most one
 * resolution, which releases the whole frozen amount and charges no more than it. With `since` it continues from the sums of the
 * last audit, and reads the entries after it, the freezes that these resolve and the unfinished tasks.
 */
const PROVE = statement('account_prove', PROOF)<ProofRequest>`with last as (
      select coalesce(audited_number, 0) as number, coalesce(audited_balance_micro, 0) as balance,
        coalesce(audited_frozen_micro, 0) as frozen, coalesce(audited_tasks_micro, 0) as of_tasks
      from account where id = $accountId and $since::boolean and audited_number is not null
      union all select 0, 0, 0, 0 limit 1),
    entries as (
      select number, kind, amount_micro, frozen_delta_micro, balance_after_micro, subject_id, task_id, false as is_proved,
        (select balance from last) + sum(amount_micro) over (order by number rows unbounded preceding) as running
      from ledger_entry where account_id = $accountId and number > (select number from last)),
    resolved as (
      select f.kind, f.amount_micro, f.frozen_delta_micro, f.subject_id, f.task_id, true as is_proved
      from entries e join ledger_entry f on f.subject_id = e.subject_id and f.kind = 'freeze'
      where $since and e.kind in ('settle', 'release', 'prompt_optimize')
        and f.account_id = $accountId and f.number <= (select number from last)),
    ledger as (
      select (select number from last) + count(*) as entries, coalesce(max(number), (select number from last)) as last_number,
        ((select balance from last) + coalesce(sum(amount_micro), 0))::text as amounts,
        ((select frozen from last) + coalesce(sum(frozen_delta_micro), 0))::text as frozen_deltas,
        count(*) filter (where balance_after_micro <> running) as wrong_balances
      from entries),
    subjects as (
      select bool_or(task_id is not null) as of_task,
        count(*) filter (where kind = 'freeze') as freezes,
        count(*) filter (where kind in ('settle', 'release', 'prompt_optimize')) as resolutions,
        coalesce(sum(frozen_delta_micro) filter (where kind = 'freeze'), 0) as frozen,
        sum(frozen_delta_micro) as still_frozen, -sum(amount_micro) as charged,
        coalesce(sum(frozen_delta_micro) filter (where is_proved), 0) as proved
      from (
        select kind, amount_micro, frozen_delta_micro, subject_id, task_id, is_proved from entries
        union all select * from resolved) either
      where subject_id is not null group by subject_id),
    freezes as (
      select count(*) filter (where freezes <> 1 or resolutions > 1 or charged < 0 or charged > frozen
          or still_frozen <> case resolutions when 0 then frozen else 0 end
          or (resolutions = 0 and charged <> 0)) as wrong_subjects,
        ((select frozen from last)
          + coalesce(sum(case resolutions when 0 then still_frozen else 0 end - proved), 0))::text as open_freezes,
        ((select of_tasks from last)
          + coalesce(sum(case resolutions when 0 then still_frozen else 0 end - proved) filter (where of_task), 0))::text
          as open_task_freezes
      from subjects),
    budgets as (
      select count(*)::int as wrong_budgets from api_key k
      where k.account_id = $accountId and k.spend_limit_micro is not null
        and k.spent_micro is distinct from ${spentSince('k.id', 'k.spend_since')}),
    tasks as (
      select count(*)::int as unfinished, coalesce(sum(frozen_micro), 0)::text as unfinished_frozen
      from task where account_id = $accountId and completed_at is null and ${UNFINISHED}),
    ends as (
      select count(*) as wrong_ends
      from task where not $since and account_id = $accountId and (completed_at is null) <> (${UNFINISHED}))
  select a.id, a.name, now()::timestamptz(3) as at, a.balance_micro, a.frozen_micro, a.entry_count, a.active_tasks,
    ledger.*, freezes.*, budgets.*, tasks.*, ends.*
  from account a, ledger, freezes, budgets, tasks, ends where a.id = $accountId`

/**
 * Verifies one account (docs/rules/money.md#audit): balance = Σ amount and frozen = Σ frozen_delta = the open freezes; entries
 * are numbered without gaps and have the balance after them; a freeze is resolved at most once; active_tasks counts the
 * unfinished tasks, whose prices add up to the amount frozen for tasks; the counter of each spend limit is what the key's tasks and
 * prompts settled and froze. It locks nothing.
 * @param since reads only what was written since the last audit, if there was one
 * @returns null when there is no such account
 */
export async function proveAccount(
  db: Pool | ClientBase,
  accountId: string,
  since = false,
): Promise<AccountProof | null> {
  const { rows } = await query(db, PROVE, { accountId, since })
  const [row] = rows
  if (!row) return null
  return {
    accountId: row.id,
    name: row.name,
    at: row.at,
    balanceMicro: row.balance_micro,
    frozenMicro: row.frozen_micro,
    entries: row.entries,
    frozenForTasksMicro: BigInt(row.open_task_freezes),
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
      ['0 and the tasks whose state and time of completion do not agree', 0, row.wrong_ends],
      ['0 and the keys whose spent_micro is not the sum of their tasks and prompts', 0, row.wrong_budgets],
    ]
  const different = pairs.filter(([, kept, proved]) => String(kept) !== String(proved))
  const sentences = different.map(([what, kept, proved]) => `${what} differ: ${kept}, ${proved}`)
  if (row.balance_micro < row.frozen_micro) sentences.push('available is below zero')
  return sentences
}

/**
 * Verifies an account and, if it is correct, stores the balance as the account's snapshot. If the entries since the last audit do
 * not agree, it verifies all of them.
 */
export async function auditAccount(
  db: Pool | ClientBase,
  accountId: string,
  since = false,
): Promise<AccountProof | null> {
  const proof = await proveAccount(db, accountId, since)
  if (proof === null) return null
  if (proof.mismatches.length > 0) return since ? auditAccount(db, accountId) : proof
  const { at, balanceMicro, frozenMicro, frozenForTasksMicro, entries } = proof
  const stored = { accountId, at, balanceMicro, frozenMicro, frozenForTasksMicro, entries, wholeAt: since ? null : at }
  await query(db, STORE_AUDIT, stored)
  return proof
}
