import type { Prisma } from '../../prisma/client/client.ts'
import { accountRate } from '../admission/rate.ts'
import { query, statement } from '../lib/sql.ts'
import type { Resources } from '../resources.ts'
import { assertScope, type Caller } from './caller.ts'
import { activeKeys } from './record.ts'

/** A parameter as the operator wants the console to show it; never applied to a call. */
export interface ConsoleParameter {
  readonly name: string
  readonly visible: boolean
  /** Any JSON value. */
  readonly default: unknown
}

/** The account of a key: what it may set, and what the operator set for it (docs/rules/keys.md#account-settings). */
export interface AccountSettings {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
  /** Of REST, without an API-Version header. */
  readonly apiVersion: string
  /** Saved default of a create that does not say. */
  readonly useContextIr: boolean
  readonly concurrencyLimit: number
  readonly activeTasks: number
  readonly createsPerMinute: number
  readonly callsPerMinute: number
  /** Of all its keys together. */
  readonly accountCreatesPerMinute: number
  readonly accountCallsPerMinute: number
  readonly keyLimit: number
  /** Neither revoked nor expired. */
  readonly activeKeys: number
  readonly uploadLimitBytes: number
  readonly uploadedBytes: number
  readonly consoleParameters: readonly ConsoleParameter[]
  readonly balanceLow: BalanceLow | null
}

/** When less than the threshold becomes available, the URL is called (docs/rules/webhooks.md#low-balance). */
export interface BalanceLow {
  readonly thresholdMicro: bigint
  readonly webhookUrl: string
}

export interface SettingsRow {
  id: string
  name: string
  created_at: Date
  api_version: string
  use_context_ir: boolean
  concurrency_limit: number
  active_tasks: number
  creates_per_minute: number
  calls_per_minute: number
  rate_factor: number
  key_limit: number
  active_keys: number
  upload_limit_mb: number
  uploaded_bytes: bigint
  console_parameters: unknown
  balance_low_micro: bigint | null
  balance_low_url: string | null
}

export const SETTINGS_COLUMNS =
  'id, name, created_at, api_version, use_context_ir, concurrency_limit, active_tasks, creates_per_minute, ' +
  `calls_per_minute, rate_factor, key_limit, ${activeKeys('account.id')} as active_keys, upload_limit_mb, uploaded_bytes, ` +
  'console_parameters, balance_low_micro, balance_low_url'

export function toSettings(row: SettingsRow): AccountSettings {
  return {
    id: row.id,
    name: row.name,
    createdAt: row.created_at,
    apiVersion: row.api_version,
    useContextIr: row.use_context_ir,
    concurrencyLimit: row.concurrency_limit,
    activeTasks: row.active_tasks,
    createsPerMinute: row.creates_per_minute,
    callsPerMinute: row.calls_per_minute,
    accountCreatesPerMinute: accountRate(row.creates_per_minute, row.rate_factor),
    accountCallsPerMinute: accountRate(row.calls_per_minute, row.rate_factor),
    keyLimit: row.key_limit,
    activeKeys: row.active_keys,
    uploadLimitBytes: row.upload_limit_mb * 1024 * 1024,
    uploadedBytes: Number(row.uploaded_bytes),
    consoleParameters: parametersOf(row.console_parameters),
    balanceLow: balanceLowOf(row.balance_low_micro, row.balance_low_url),
  }
}

export function balanceLowOf(thresholdMicro: bigint | null, webhookUrl: string | null): BalanceLow | null {
  return thresholdMicro === null || webhookUrl === null ? null : { thresholdMicro, webhookUrl }
}

/** `{name: {visible, default}}`; a parameter that does not say is visible and has no default. */
export function parametersOf(column: unknown): ConsoleParameter[] {
  if (typeof column !== 'object' || column === null) return []
  return Object.entries(column).map(([name, stored]: [string, Partial<ConsoleParameter> | null]) => ({
    name,
    visible: stored?.visible !== false,
    default: stored?.default ?? null,
  }))
}

const READ = statement('account_read')`select ${SETTINGS_COLUMNS} from account where id = $1`

/**
 * The caller's own account, for Prisma. Another id matches no row.
 * @throws DomainError 403 insufficient_scope
 */
export function ownAccount(caller: Caller, id = caller.accountId): Prisma.AccountWhereUniqueInput {
  assertScope(caller, null)
  return { id: id === caller.accountId ? id : '' }
}

/**
 * The caller's account; any key may read it.
 * @throws DomainError 403 insufficient_scope
 */
export async function readAccount({ pool }: Pick<Resources, 'pool'>, caller: Caller): Promise<AccountSettings> {
  assertScope(caller, null)
  const { rows } = await query<SettingsRow>(pool, READ, [caller.accountId])
  if (!rows[0]) throw new Error(`there is no account ${caller.accountId}`)
  return toSettings(rows[0])
}
