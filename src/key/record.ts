import type { Pool } from 'pg'
import { BUDGET, type Budget, budgetOf, type SpendPeriod } from '../admission/budget.ts'
import { DomainError } from '../errors.ts'
import { namesOf, orNull, query, type RowOf, statement, type Tx, text, texts, time } from '../lib/sql.ts'
import type { Caller, Scope } from './caller.ts'

export type KeyStatus = 'active' | 'revoked' | 'expired'

/** A key as its account sees it (docs/rules/keys.md#keys): masked, whatever its state. */
export interface KeyRecord {
  readonly id: string
  readonly name: string
  readonly redacted: string
  readonly scopes: readonly Scope[]
  readonly createdAt: Date
  /** Accurate to a minute. */
  readonly lastUsedAt: Date | null
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
  readonly status: KeyStatus
  /** As stored; `spendLimitOf` shows them. */
  readonly spendLimitMicro: bigint | null
  readonly spendPeriod: SpendPeriod | null
  readonly spendSince: Date | null
  readonly spentMicro: bigint
}

/** Columns of a key for its account. Only the verifier reads the hash. */
export const RECORD = {
  id: text(),
  name: text(),
  redacted: text(),
  scopes: texts<Scope>(),
  created_at: time,
  last_used_at: orNull(time),
  expires_at: orNull(time),
  revoked_at: orNull(time),
  ...BUDGET,
}

/** Revoked counts before expired, as for a caller (`verify.ts`). */
export function keyStatus({ revokedAt, expiresAt }: Pick<KeyRecord, 'revokedAt' | 'expiresAt'>): KeyStatus {
  if (revokedAt) return 'revoked'
  return expiresAt && expiresAt.getTime() <= Date.now() ? 'expired' : 'active'
}

/** The spend limit of a key, with what was spent in the current period; null if it has none. */
export function spendLimitOf(key: Readonly<Record<'spendPeriod', string | null>> & SpendColumns): Budget | null {
  const row = {
    spend_limit_micro: key.spendLimitMicro,
    spend_period: key.spendPeriod as SpendPeriod | null,
    spend_since: key.spendSince,
    spent_micro: key.spentMicro,
  }
  return budgetOf(row, new Date())
}

type SpendColumns = Pick<KeyRecord, 'spendLimitMicro' | 'spendSince' | 'spentMicro'>

export function toRecord(row: RowOf<typeof RECORD>): KeyRecord {
  const [revokedAt, expiresAt] = [row.revoked_at, row.expires_at]
  return {
    id: row.id,
    name: row.name,
    redacted: row.redacted,
    scopes: row.scopes,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt,
    revokedAt,
    status: keyStatus({ revokedAt, expiresAt }),
    spendLimitMicro: row.spend_limit_micro,
    spendPeriod: row.spend_period,
    spendSince: row.spend_since,
    spentMicro: row.spent_micro,
  }
}

/**
 * SQL that counts the keys of an account that are neither revoked nor expired.
 * @param accountId an expression
 */
export function activeKeys(accountId: string): string {
  return `(select count(*)::int from api_key k where k.account_id = ${accountId} and k.revoked_at is null
    and coalesce(k.expires_at, 'infinity') > now())`
}

const ID = /^key_[0-9a-z]{1,60}$/

/** Whether an id is well-formed, checked before the database is queried. */
export function isKeyId(id: string): boolean {
  return ID.test(id)
}

const READ = statement('key_read', RECORD)`select ${namesOf(RECORD)} from api_key where account_id = $1 and id = $2`

/** One key of the account; null if it is missing or of another account. */
export async function findKey(from: Pool | Tx, caller: Caller, id: string): Promise<KeyRecord | null> {
  const { rows } = await query(from, READ, [caller.accountId, id])
  return rows[0] ? toRecord(rows[0]) : null
}

/** @throws DomainError 404 api_key_not_found */
export function foundKey(record: KeyRecord | null): KeyRecord {
  if (!record) throw keyNotFound()
  return record
}

export function keyNotFound(): DomainError {
  return new DomainError('api_key_not_found', 'There is no API key with this id.')
}
