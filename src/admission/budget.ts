import { int8, orNull, type RowOf, text, time } from '../lib/sql.ts'

export const SPEND_PERIODS = ['day', 'month', 'total'] as const
export type SpendPeriod = (typeof SPEND_PERIODS)[number]

/** How much a key may spend in each period (docs/rules/keys.md#spend-limits). */
export interface SpendLimit {
  readonly limitMicro: bigint
  readonly period: SpendPeriod
}

/** A spend limit with the amount settled and frozen of everything that the key created in the current period. */
export interface Budget extends SpendLimit {
  spentMicro: bigint
  /** Start of the period. */
  readonly since: Date
}

/** Columns of `budgetOf`. */
export const BUDGET = {
  spend_limit_micro: orNull(int8),
  spend_period: orNull(text<SpendPeriod>()),
  spend_since: orNull(time),
  spent_micro: int8,
}

/**
 * The budget of a key at a time; null without a limit. A counter of an earlier period counts nothing any more. The counter never
 * goes back to an earlier period, whatever the clock says.
 */
export function budgetOf(row: RowOf<typeof BUDGET>, at: Date): Budget | null {
  if (row.spend_limit_micro === null || row.spend_period === null || row.spend_since === null) return null
  const since = laterOf(startOf(row.spend_period, at), row.spend_since)
  const isOver = since.getTime() > row.spend_since.getTime()
  const spentMicro = isOver ? 0n : row.spent_micro
  return { limitMicro: row.spend_limit_micro, period: row.spend_period, spentMicro, since }
}

/** Start of the UTC day or month. */
function startOf(period: SpendPeriod, at: Date): Date {
  if (period === 'total') return new Date(0)
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), period === 'day' ? at.getUTCDate() : 1))
}

export function laterOf(a: Date, b: Date): Date {
  return a.getTime() > b.getTime() ? a : b
}

/** The same in SQL, by a clock that is read under the account's lock. */
export function periodStart(period: string): string {
  return `case ${period} when 'total' then 'epoch'::timestamptz
    else date_trunc(${period}, clock_timestamp()::timestamptz(3), 'UTC') end`
}

/**
 * SQL: what a key has spent since a time, from its tasks and the entries of its prompt optimisations. Each counts with the amount
 * that it settled, or as long as it is not over with the amount that it froze.
 * @param keyId an expression, as is `since`
 */
export function spentSince(keyId: string, since: string): string {
  return `(coalesce((
      select sum(coalesce(t.amount_micro, t.frozen_micro)) from task t
      where t.key_id = ${keyId} and t.created_at >= ${since}), 0)
    + coalesce((
      select sum(f.frozen_delta_micro + coalesce(r.frozen_delta_micro - r.amount_micro, 0)) from ledger_entry f
        left join ledger_entry r on r.subject_id = f.subject_id and r.kind in ('settle', 'release', 'prompt_optimize')
      where f.key_id = ${keyId} and f.created_at >= ${since}), 0))::bigint`
}

/** What a resolution charged less than its freeze. */
export interface GivenBack {
  readonly keyId: string | null
  readonly micro: bigint
  /** When the task or the prompt's freeze was created: it decides the period. */
  readonly at: Date
}

/** Gives back to a budget that is written later, under the same lock. */
export function takeBack(budget: Budget, { micro, at }: GivenBack): void {
  if (at.getTime() >= budget.since.getTime()) budget.spentMicro -= micro
}

/**
 * SQL that gives back to the counters of keys with a limit, under the account's lock. Each key at most once in a statement.
 * @param parameter placeholder of the JSON text that `givenBackJson` makes
 */
export function giveBack(parameter: string): string {
  return `update api_key set spent_micro = spent_micro - b.micro
    from json_to_recordset(${parameter}::json) as b(id text, micro bigint, at timestamptz)
    where api_key.id = b.id and spend_limit_micro is not null and spend_since <= b.at`
}

export function givenBackJson(backs: readonly GivenBack[]): string {
  const given = backs.filter(({ keyId, micro }) => keyId !== null && micro !== 0n)
  return JSON.stringify(given.map(({ keyId, micro, at }) => ({ id: keyId, micro: micro.toString(), at })))
}
