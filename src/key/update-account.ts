import { z } from 'zod'
import { idempotencyOf } from '../admission/idempotency.ts'
import { once } from '../admission/once.ts'
import { DomainError } from '../errors.ts'
import { isGiven, parseFields, parseJson } from '../lib/body.ts'
import { withoutNulls } from '../lib/json.ts'
import { statement } from '../lib/sql.ts'
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
})

/** The scope that each setting needs. A key that may create tasks may also set their defaults. */
export const SETTINGS_SCOPES = { defaults: 'videos:write', api_version: 'keys:admin' } as const

/** The second is the earlier version (spec 9), only for accounts for which the operator enabled it. */
export const API_VERSIONS: readonly string[] = [CURRENT_VERSION, EARLIER_VERSION]

/** No row if the account may not use the version. */
const UPDATE = statement('account_update')`
    update account set use_context_ir = coalesce($2::bool, use_context_ir), api_version = coalesce($3::text, api_version)
         where id = $1 and ($3::text is distinct from '${EARLIER_VERSION}' or earlier_form_enabled) returning ${SETTINGS_COLUMNS}`

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
  resources: Pick<Resources, 'pool'>,
  caller: Caller,
  call: WriteCall,
): Promise<UpdatedAccount> {
  assertScope(caller, Object.values(SETTINGS_SCOPES))
  const body = parseJson(call.body)
  for (const [name, scope] of Object.entries(SETTINGS_SCOPES)) if (isGiven(body, name)) assertScope(caller, scope)
  const idempotency = idempotencyOf('account.update', call.idempotencyKey, {
    text: call.body,
    asked: () => withoutNulls(body),
  })
  const { result, replayed } = await once(
    resources.pool,
    { accountId: caller.accountId, idempotency },
    async (tx) => {
      const { defaults, api_version: version = null } = parseFields(SettingsBody, body)
      if (version !== null && !API_VERSIONS.includes(version)) throw unsupported()
      await assertStillHolds(tx, caller)
      const values = [caller.accountId, defaults?.use_context_ir ?? null, version]
      const { rows } = await tx.run<SettingsRow>(UPDATE, values)
      if (!rows[0]) throw unsupported()
      return { status: 200, result: toSettings(rows[0]), kept: null }
    },
    () => readAccount(resources, caller),
  )
  forgetKeys(resources.pool, caller.accountId)
  return { account: result, replayed }
}

function unsupported(): DomainError {
  const message = `api_version must be ${CURRENT_VERSION}, or, where the operator enabled it for this account, ${EARLIER_VERSION}.`
  return new DomainError('unsupported_api_version', message, { param: 'api_version' })
}
