export const ENTRY_KINDS = ['topup', 'freeze', 'settle', 'release', 'refund', 'adjustment', 'prompt_optimize'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/** A ledger row about to be written; its account's row is locked by the writer. */
export interface NewEntry {
  readonly id: string
  readonly accountId: string
  readonly number: bigint
  readonly kind: EntryKind
  readonly amountMicro: bigint
  readonly frozenDeltaMicro: bigint
  readonly balanceAfterMicro: bigint
  readonly subjectId: string | null
  readonly taskId: string | null
  readonly description: string
  /** Of the freeze of a prompt optimisation, with the time that its key's spend limit counts it at. */
  readonly keyId?: string | null
  /** By default the transaction's time. */
  readonly createdAt?: Date
  /** Of a top-up or an adjustment by the operator: no second entry has it. */
  readonly idempotencyKey?: string | null
}

/**
 * SQL that appends entries: the only place that inserts ledger rows.
 * @param parameter placeholder of the JSON text that `entriesJson` makes
 */
export function appendEntries(parameter: string): string {
  return `insert into ledger_entry
      (id, account_id, number, kind, amount_micro, frozen_delta_micro, balance_after_micro, subject_id, task_id, description,
        key_id, created_at, idempotency_key)
    select id, "accountId", number, kind, "amountMicro", "frozenDeltaMicro", "balanceAfterMicro", "subjectId", "taskId", description,
      "keyId", coalesce("createdAt", now()), "idempotencyKey"
    from json_to_recordset(${parameter}::json) as e(id text, "accountId" text, number bigint, kind text, "amountMicro" bigint,
      "frozenDeltaMicro" bigint, "balanceAfterMicro" bigint, "subjectId" text, "taskId" text, description text,
      "keyId" text, "createdAt" timestamptz, "idempotencyKey" text)`
}

export function entriesJson(entries: readonly NewEntry[]): string {
  return JSON.stringify(
    entries.map((entry) => ({
      ...entry,
      number: entry.number.toString(),
      amountMicro: entry.amountMicro.toString(),
      frozenDeltaMicro: entry.frozenDeltaMicro.toString(),
      balanceAfterMicro: entry.balanceAfterMicro.toString(),
    })),
  )
}
