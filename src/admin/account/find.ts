import type pg from 'pg'
import { CommandError } from '../command.ts'

/** An account as operators see it. */
export interface AccountRow {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly api_version: string
  readonly earlier_form_enabled: boolean
  readonly use_context_ir: boolean
  readonly concurrency_limit: number
  readonly creates_per_minute: number
  readonly calls_per_minute: number
  readonly console_parameters: Readonly<Record<string, { readonly visible: boolean; readonly default: unknown }>>
  readonly balance_micro: bigint
  readonly frozen_micro: bigint
  readonly entry_count: bigint
  readonly active_tasks: number
  readonly audited_balance_micro: bigint | null
  readonly audited_at: Date | null
  readonly created_at: Date
}

/** @throws CommandError when there is no such account */
export async function findAccount(pool: pg.Pool, id: string): Promise<AccountRow> {
  const { rows } = await pool.query<AccountRow>('select * from account where id = $1', [id])
  if (!rows[0]) throw noAccount(id)
  return rows[0]
}

export function noAccount(id: string): CommandError {
  return new CommandError(`There is no account ${id}; \`npm run admin -- account list\` shows them all.`)
}
