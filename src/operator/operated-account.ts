import type { Pool } from 'pg'
import { type ConsoleParameter, parametersOf } from '../key/account-settings.ts'
import { activeKeys } from '../key/record.ts'
import { forgetKeys } from '../key/rows.ts'
import { query, type Statement, statement } from '../lib/sql.ts'

/** An account as operators see it. */
export interface OperatedAccount {
  readonly id: string
  readonly name: string
  readonly status: 'active' | 'disabled'
  readonly createdAt: Date
  readonly apiVersion: string
  readonly earlierForm: boolean
  readonly useContextIr: boolean
  readonly concurrencyLimit: number
  readonly createsPerMinute: number
  readonly callsPerMinute: number
  readonly rateFactor: number
  readonly keyLimit: number
  readonly uploadLimitMb: number
  readonly activeKeys: number
  readonly uploadedBytes: bigint
  readonly activeTasks: number
  readonly balanceMicro: bigint
  readonly frozenMicro: bigint
  readonly auditedBalanceMicro: bigint | null
  readonly auditedAt: Date | null
  /** Only parameters that were set. */
  readonly consoleParameters: readonly ConsoleParameter[]
}

export const ACCOUNT_COLUMNS = `id, name, status, created_at as "createdAt", api_version as "apiVersion",
  earlier_form_enabled as "earlierForm", use_context_ir as "useContextIr", concurrency_limit as "concurrencyLimit",
  creates_per_minute as "createsPerMinute", calls_per_minute as "callsPerMinute", rate_factor as "rateFactor",
  key_limit as "keyLimit", upload_limit_mb as "uploadLimitMb", ${activeKeys('account.id')} as "activeKeys",
  uploaded_bytes as "uploadedBytes", active_tasks as "activeTasks",
  balance_micro as "balanceMicro", frozen_micro as "frozenMicro", audited_balance_micro as "auditedBalanceMicro",
  audited_at as "auditedAt", console_parameters as "consoleParameters"`

export type OperatedRow = Omit<OperatedAccount, 'consoleParameters'> & { readonly consoleParameters: unknown }

export function toOperated(row: OperatedRow): OperatedAccount {
  return { ...row, consoleParameters: parametersOf(row.consoleParameters) }
}

const READ = statement('operator_account')`select ${ACCOUNT_COLUMNS} from account where id = $1`

/** One account; null if there is none with this id. */
export async function readOperated(pool: Pool, id: string): Promise<OperatedAccount | null> {
  const { rows } = await query<OperatedRow>(pool, READ, [id])
  return rows[0] ? toOperated(rows[0]) : null
}

/** Runs a statement that changes an account and returns it. The change applies from the next call of its keys on. */
export async function changeOperated<Values extends { readonly id: string }>(
  pool: Pool,
  statement: Statement<OperatedRow, Values>,
  values: Values,
): Promise<OperatedAccount | null> {
  const { rows } = await query(pool, statement, values)
  forgetKeys(pool, values.id)
  return rows[0] ? toOperated(rows[0]) : null
}
