import { type AccountSettings, readAccount } from '../../key/account.ts'
import type { Caller } from '../../key/caller.ts'
import { SETTINGS_SCOPES, updateAccount } from '../../key/update-account.ts'
import type { Rooms } from '../../rooms.ts'
import { callerOf } from '../caller.ts'
import { readJsonText } from './body.ts'
import type { RestContext } from './context.ts'
import { idempotencyKeyOf, replayHeaders } from './idempotency.ts'
import { queryOf } from './query.ts'
import { json } from './respond.ts'

/** `GET /v1/account` (docs/rules/keys.md#account-settings). */
export async function getAccount(rooms: Rooms, c: RestContext): Promise<Response> {
  const caller = await callerOf(rooms, c, null)
  queryOf(c, [])
  return json(200, presentAccount(await readAccount(rooms.resources, caller), caller))
}

/** `PATCH /v1/account`: `defaults` and `api_version`. The operator sets the rest. */
export async function patchAccount(rooms: Rooms, c: RestContext): Promise<Response> {
  const { incoming } = c.env
  const caller = await callerOf(rooms, c, Object.values(SETTINGS_SCOPES))
  queryOf(c, [])
  const body = await readJsonText(incoming)
  const call = { body, idempotencyKey: idempotencyKeyOf(incoming) }
  const { account, replayed } = await updateAccount(rooms.resources, caller, call)
  return json(200, presentAccount(account, caller), replayHeaders(replayed))
}

function presentAccount(account: AccountSettings, { scopes }: Caller): string {
  const parameters = account.consoleParameters.map(({ name, ...settings }) => [name, settings] as const)
  return JSON.stringify({
    id: account.id,
    object: 'account',
    name: account.name,
    created_at: account.createdAt,
    api_version: account.apiVersion,
    key_scopes: scopes,
    defaults: { use_context_ir: account.useContextIr },
    limits: {
      concurrency: account.concurrencyLimit,
      active_tasks: account.activeTasks,
      creates_per_minute: account.createsPerMinute,
      calls_per_minute: account.callsPerMinute,
      account_creates_per_minute: account.accountCreatesPerMinute,
      account_calls_per_minute: account.accountCallsPerMinute,
      keys: account.keyLimit,
      active_keys: account.activeKeys,
      upload_bytes: account.uploadLimitBytes,
      uploaded_bytes: account.uploadedBytes,
    },
    console: { parameters: Object.fromEntries(parameters) },
  })
}
