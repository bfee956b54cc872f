import type { Pool } from 'pg'
import { DomainError } from '../errors.ts'
import { statement } from '../lib/sql.ts'
import { ACCOUNT_COLUMNS, changeOperated, type OperatedAccount } from './operated-account.ts'

/** Practically unlimited, but within the column's type. */
export const LIMIT_MAX = 1_000_000_000

/** Limits left out keep their values. */
export interface AccountLimits {
  /** Unfinished tasks at once. */
  readonly concurrency?: number | null | undefined
  /** Creates per minute of each key. */
  readonly creates?: number | null | undefined
  /** Other calls per minute of each key. */
  readonly calls?: number | null | undefined
  /** Limit of all keys together, as a multiple of one key's. */
  readonly factor?: number | null | undefined
  /** Keys that are neither revoked nor expired. */
  readonly keys?: number | null | undefined
  /** Megabytes of uploads. */
  readonly uploads?: number | null | undefined
}

const SET = statement('operator_limits')<{ id: string } & { [N in keyof AccountLimits]-?: number | null }>`
    update account set concurrency_limit = coalesce($concurrency, concurrency_limit),
      creates_per_minute = coalesce($creates, creates_per_minute), calls_per_minute = coalesce($calls, calls_per_minute),
      rate_factor = coalesce($factor, rate_factor), key_limit = coalesce($keys, key_limit),
      upload_limit_mb = coalesce($uploads, upload_limit_mb)
    where id = $id returning ${ACCOUNT_COLUMNS}`

/**
 * @returns null if there is no such account
 * @throws DomainError 400 invalid_parameter, missing_parameter
 */
export async function setLimits(
  pool: Pool,
  id: string,
  { concurrency = null, creates = null, calls = null, factor = null, keys = null, uploads = null }: AccountLimits,
): Promise<OperatedAccount | null> {
  const values = { concurrency, creates, calls, factor, keys, uploads }
  const limits = Object.entries(values)
  if (limits.every(([, count]) => count === null)) {
    throw new DomainError('missing_parameter', `Set at least one of ${limits.map(([name]) => name).join(', ')}.`)
  }
  for (const [name, count] of limits) {
    if (count === null || (Number.isInteger(count) && count >= 1 && count <= LIMIT_MAX)) continue
    const message = `${name} must be a whole number from 1 to ${LIMIT_MAX}.`
    throw new DomainError('invalid_parameter', message, { param: name })
  }
  return changeOperated(pool, SET, { id, ...values })
}
