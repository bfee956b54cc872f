import type { Pool } from 'pg'
import type { EntryKind } from '../credit/entry.ts'
import { DomainError } from '../errors.ts'
import { int8, jsonb, orNull, query, type RowOf, statement, text, texts, time } from '../lib/sql.ts'
import { isCleanText } from '../lib/text.ts'
import type { PriceItem, Status } from './task.ts'

/** Entries of a ledger by their numbers, and the sums before the first. */
export interface LedgerRange {
  /** Number of the first entry. */
  readonly first: bigint
  /** Number after the last one. */
  readonly end: bigint
  /** Frozen amount before the first entry. */
  readonly frozenMicro: bigint
}

/**
 * An entry may have a number before those of entries that are older, because a transaction's time is its start and its number
 * comes with the lock. The difference is seconds; clocks are set by less than this.
 */
const DISORDER = `interval '1 day'`

/**
 * Reads only some entries of a long ledger: a search by halves finds a number before the bound, and from there the first entry of
 * that time is looked for. An account's row has the number of its newest entry, so numbers up to it are all there.
 */
const RANGE = statement('ledger_range', { first: int8, end: int8, frozen_micro: int8 })<{
  accountId: string
  from: string
  to: string
}>`
  with recursive a as (select entry_count, frozen_micro from account where id = $accountId),
    search(bound, low, high) as (
      select bound, 1::bigint, a.entry_count + 1 from a, (values ($from::timestamptz), ($to::timestamptz)) b(bound)
      union all
      select s.bound, case when e.created_at < s.bound - ${DISORDER} then e.number + 1 else s.low end,
        case when e.created_at < s.bound - ${DISORDER} then s.high else e.number end
      from search s join ledger_entry e on e.account_id = $accountId and e.number = (s.low + s.high) / 2
      where s.low < s.high),
    bounds as (
      select b.bound, coalesce((
          select e.number from ledger_entry e
          where e.account_id = $accountId and e.number >= b.low and e.number <= a.entry_count and e.created_at >= b.bound
          order by e.number limit 1), a.entry_count + 1) as number
      from a, (select bound, max(low) as low from search group by bound) b),
    r as (select min(number) filter (where bound = $from) as first, min(number) filter (where bound = $to) as "end" from bounds)
  select r.first, r."end", case when r.first = 1 then 0 else a.frozen_micro - (
      select coalesce(sum(e.frozen_delta_micro), 0)::bigint from ledger_entry e
      where e.account_id = $accountId and e.number >= r.first and e.number <= a.entry_count) end as frozen_micro
  from a, r`

/** A UTC month, `2026-11`; null: everything. */
export type Month = string | null

export const MONTH = /^2[0-9]{3}-(0[1-9]|1[0-2])$/

/** @throws DomainError 400 invalid_parameter */
export function parseMonth(given: string | undefined): Month {
  if (given === undefined || MONTH.test(given)) return given ?? null
  throw new DomainError('invalid_parameter', 'month must be a month such as 2026-11.', { param: 'month' })
}

/**
 * Entries of a month, read in one snapshot. A month begins with the first entry of its time, so that months have no gap and no
 * entry twice, and the balance at the end of one is the balance at the beginning of the next.
 * @returns null when there is no such account
 */
export async function ledgerRange(pool: Pool, accountId: string, month: Month): Promise<LedgerRange | null> {
  if (!isCleanText(accountId)) return null
  const { rows } = await query(pool, RANGE, { accountId, ...boundsOf(month) })
  const [row] = rows
  return row ? { first: row.first, end: row.end, frozenMicro: row.frozen_micro } : null
}

function boundsOf(month: Month): { readonly from: string; readonly to: string } {
  if (month === null) return { from: '-infinity', to: 'infinity' }
  const from = new Date(`${month}-01T00:00:00Z`)
  const to = new Date(from)
  to.setUTCMonth(from.getUTCMonth() + 1)
  return { from: from.toISOString(), to: to.toISOString() }
}

const ROW = {
  id: text(),
  number: int8,
  created_at: time,
  kind: text<EntryKind>(),
  amount_micro: int8,
  frozen_delta_micro: int8,
  balance_after_micro: int8,
  task_id: orNull(text()),
  key_id: orNull(text()),
  idempotency_key: orNull(text()),
  description: text(),
  source_task_id: orNull(text()),
  service_tier: orNull(text()),
  api_version: orNull(text()),
  status: orNull(text<Status>()),
  earned: orNull(texts()),
  items: orNull(jsonb<PriceItem[]>()),
}

/** An entry with the parts of its task that explain it. */
export type LedgerRow = RowOf<typeof ROW>

const PAGE = statement('ledger_export_page', ROW)<{ accountId: string; first: bigint; end: bigint }>`
  select e.id, e.number, e.created_at, e.kind, e.amount_micro, e.frozen_delta_micro, e.balance_after_micro, e.task_id,
    coalesce(e.key_id, t.key_id) as key_id, e.idempotency_key, e.description, t.source_task_id, t.service_tier, t.api_version,
    t.status, t.earned, t.items
  from ledger_entry e left join task t on t.id = e.task_id
  where e.account_id = $accountId and e.number >= $first and e.number < $end order by e.number`

/** Entries by number, from `first` to before `end`. */
export async function ledgerPage(pool: Pool, accountId: string, first: bigint, end: bigint): Promise<LedgerRow[]> {
  return (await query(pool, PAGE, { accountId, first, end })).rows
}
