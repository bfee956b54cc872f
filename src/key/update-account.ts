import { z } from 'zod'
import { idempotencyOf } from '../admission/idempotency.ts'
import { once } from '../admission/once.ts'
import { DomainError } from '../errors.ts'
import { askedWithNull, isGiven, isNull, parseFields, parseJson, storableText } from '../lib/body.ts'
import { statement } from '../lib/sql.ts'
import { calledAddress, faultOf } from '../lib/target.ts'
import { URL_MAX } from '../limits.ts'
import type { Resources } from '../resources.ts'
import {
  type AccountSettings,
  readAccount,
  SETTINGS_COLUMNS,
  type SettingsRow,
  toSettings,
} from './account-settings.ts'
import { assertScope, type Caller } from './caller.ts'
import type { WriteCall } from './create.ts'
import { assertStillHolds } from './holds.ts'
import { forgetKeys } from './rows.ts'
import { CURRENT_VERSION, EARLIER_VERSION } from './version.ts'

/** Settings that an account may change itself; the operator changes all others (docs/rules/keys.md#account-settings). */
export const SettingsBody = z.strictObject({
  defaults: z.strictObject({ use_context_ir: z.boolean().nullish() }).optional(),
  api_version: z.string().optional(),
  balance_low: z
    .strictObject({ threshold_micro: z.int().min(1), webhook_url: storableText(URL_MAX) })
    .nullable()
    .optional(),
})

/** The scope that each setting needs. A key that may create tasks may also set their defaults. */
export const SETTINGS_SCOPES = {
  defaults: 'videos:write',
  api_version: 'keys:admin',
  balance_low: 'keys:admin',
} as const

/** The second is the earlier version (spec 9), only for accounts for which the operator enabled it. */
export const API_VERSIONS: readonly string[] = [CURRENT_VERSION, EARLIER_VERSION]

interface Change {
  readonly accountId: string
  /** null keeps it, as of the version. */
  readonly useContextIr: boolean | null
  readonly version: string | null
  readonly keepsLow: boolean
  readonly lowMicro: bigint | null
  readonly lowUrl: string | null
}

/** No row if the account may not use the version. */
const UPDATE = statement('account_update')<Change>`
    update account set use_context_ir = coalesce($useContextIr::bool, use_context_ir),
      api_version = coalesce($version::text, api_version),
      balance_low_micro = case when $keepsLow::bool then balance_low_micro else $lowMicro::bigint end,
      balance_low_url = case when $keepsLow then balance_low_url else $lowUrl::text end
    where id = $accountId and ($version is distinct from '${EARLIER_VERSION}' or earlier_form_enabled)
    returning ${SETTINGS_COLUMNS}`

export interface UpdatedAccount {
  readonly account: AccountSettings
  readonly replayed: boolean
}

/**
 * Changes the account's settings. Those left out keep their values. Changes apply from the next call on.
 * @throws DomainError 400 invalid_json, unknown_ and invalid_parameter, unsupported_api_version, 401 api_key_revoked,
 *   403 insufficient_scope, 409 idempotency_in_progress, 422 idempotency_key_reused
 */
export async function updateAccount(
  resources: Pick<Resources, 'pool' | 'config'>,
  caller: Caller,
  call: WriteCall,
): Promise<UpdatedAccount> {
  assertScope(caller, Object.values(SETTINGS_SCOPES))
  const body = parseJson(call.body)
  for (const [name, scope] of Object.entries(SETTINGS_SCOPES)) {
    if (isGiven(body, name) || (name === 'balance_low' && isNull(body, name))) assertScope(caller, scope)
  }
  const idempotency = idempotencyOf('account.update', call.idempotencyKey, {
    text: call.body,
    asked: () => askedWithNull(body, 'balance_low'),
  })
  const { result, replayed } = await once(
    resources.pool,
    { accountId: caller.accountId, idempotency },
    async (tx) => {
      const { defaults, api_version: version = null, balance_low: low } = parseFields(SettingsBody, body)
      const fault = low ? faultOf(low.webhook_url, resources.config.webhook) : null
      if (fault) throw badAddress(fault)
      if (version !== null && !API_VERSIONS.includes(version)) throw unsupported()
      await assertStillHolds(tx, caller)
      const { rows } = await tx.run<SettingsRow, Change>(UPDATE, {
        accountId: caller.accountId,
        useContextIr: defaults?.use_context_ir ?? null,
        version,
        keepsLow: !low && !isNull(body, 'balance_low'),
        lowMicro: low ? BigInt(low.threshold_micro) : null,
        lowUrl: low ? calledAddress(low.webhook_url) : null,
      })
      if (!rows[0]) throw unsupported()
      return { status: 200, result: toSettings(rows[0]), kept: null }
    },
    () => readAccount(resources, caller),
  )
  forgetKeys(resources.pool, caller.accountId)
  return { account: result, replayed }
}

function badAddress(fault: string): DomainError {
  const param = 'balance_low.webhook_url'
  return new DomainError('invalid_parameter', `${param} ${fault}.`, { param })
}

function unsupported(): DomainError {
  const message = `api_version must be ${CURRENT_VERSION}, or, where the operator enabled it for this account, ${EARLIER_VERSION}.`
  return new DomainError('unsupported_api_version', message, { param: 'api_version' })
}
