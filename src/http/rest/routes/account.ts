import { microJson } from '../../../credit/money.ts'
import { type AccountSettings, readAccount } from '../../../key/account-settings.ts'
import { type Caller, SCOPES } from '../../../key/caller.ts'
import { API_VERSIONS, SETTINGS_SCOPES, SettingsBody, updateAccount } from '../../../key/update-account.ts'
import { jsonBody } from '../body.ts'
import { jsonAnswer } from '../openapi/answer.ts'
import {
  always,
  bool,
  choice,
  count,
  idOf,
  list,
  named,
  object,
  objectOrNull,
  orNull,
  positive,
  requestSchema,
  text,
  time,
} from '../openapi/schema.ts'
import { json, replayHeaders } from '../respond.ts'
import { route } from '../route.ts'

const apiVersion = choice(API_VERSIONS, 'Version of the interface for requests without an API-Version header.')

const Parameter = object('A parameter.', {
  visible: bool('Whether it is shown.'),
  default: { description: 'Value that a console fills in.' },
})

const LOW = {
  threshold_micro: positive('Less available credit than this is reported, in µ¥.', { format: 'int64' }),
  webhook_url: text('URL that receives `account.balance_low`.', { format: 'uri' }),
}

const Account = named(
  'Account',
  object('The account of the calling key.', {
    id: idOf('acc', 'Id of the account.'),
    object: always('account'),
    name: text('Name given by the operator.'),
    created_at: time('When it was opened.'),
    api_version: apiVersion,
    key_scopes: list({ type: 'string', enum: SCOPES }, 'What the calling key may do.'),
    balance_low: orNull(object('When a low balance is reported; null if it never is.', LOW)),
    defaults: object('Saved defaults.', { use_context_ir: bool('Default of creates without the field.') }),
    limits: object('Its limits, set by the operator.', {
      concurrency: count('Maximum number of unfinished tasks.'),
      active_tasks: count('Unfinished tasks now.'),
      creates_per_minute: count('Creates per minute for each key.'),
      calls_per_minute: count('Other calls per minute for each key.'),
      account_creates_per_minute: count('Creates per minute for all keys together.'),
      account_calls_per_minute: count('Other calls per minute for all keys together.'),
      keys: count('Maximum number of keys that are neither revoked nor expired.'),
      active_keys: count('Active keys now.'),
      upload_bytes: count('Maximum size of all kept uploads, in bytes.'),
      uploaded_bytes: count(
        'Size of all uploads kept now, in bytes: every file that is neither deleted nor removed after it expired.',
      ),
    }),
    console: object('How a console should show the parameters of a create. Never applied to API calls.', {
      parameters: { type: 'object', additionalProperties: Parameter, description: 'Parameters by name.' },
    }),
  }),
)

const UpdateAccount = requestSchema(
  'UpdateAccount',
  SettingsBody,
  'Settings to change. Fields left out keep their values.',
  {
    defaults: {
      description: 'Saved defaults.',
      properties: {
        use_context_ir: { type: ['boolean', 'null'], description: 'Default of creates without the field.' },
      },
    },
    api_version: apiVersion,
    balance_low: objectOrNull(
      'Reports by webhook when the available credit falls below a threshold: once, and again only after it was at the ' +
        'threshold or above. null turns it off.',
      LOW,
    ),
  },
)

const EXAMPLE = {
  id: 'acc_01k5x1z9y8x7w6v5t4s3r2q1p1',
  object: 'account',
  name: 'Studio',
  created_at: '2026-11-20T08:00:00.000Z',
  api_version: '2026-11-01',
  key_scopes: ['videos:read', 'videos:write', 'files:write', 'credits:read'],
  balance_low: { threshold_micro: 50_000_000, webhook_url: 'https://example.com/hooks/balance' },
  defaults: { use_context_ir: false },
  limits: {
    concurrency: 10,
    active_tasks: 1,
    creates_per_minute: 60,
    calls_per_minute: 600,
    account_creates_per_minute: 300,
    account_calls_per_minute: 3000,
    keys: 100,
    active_keys: 2,
    upload_bytes: 21_474_836_480,
    uploaded_bytes: 4_718_592,
  },
  console: { parameters: { seed: { visible: false, default: null } } },
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
    balance_low: account.balanceLow && {
      threshold_micro: microJson(account.balanceLow.thresholdMicro),
      webhook_url: account.balanceLow.webhookUrl,
    },
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

const answers = { 200: jsonAnswer('The account.', Account, { account: EXAMPLE }) }

/** docs/rules/keys.md#account-settings */
route('GET', '/v1/account', {
  name: 'getAccount',
  tag: 'Account',
  need: null,
  summary: 'Get the account',
  description: 'Defaults and limits of the calling key’s account.',
  answers,
  async handle({ rooms, caller }) {
    return json(200, presentAccount(await readAccount(rooms.resources, caller), caller))
  },
})

route('PATCH', '/v1/account', {
  name: 'updateAccount',
  tag: 'Account',
  need: Object.values(SETTINGS_SCOPES),
  idempotent: 'kept',
  summary: 'Change the account',
  description:
    'Changes saved defaults. Only the operator can change name and limits. `defaults` needs `videos:write`; `api_version` and ' +
    '`balance_low` need `keys:admin`.',
  body: jsonBody(UpdateAccount, { default: { defaults: { use_context_ir: true } } }),
  answers,
  async handle({ rooms, caller, body, idempotencyKey }) {
    const { account, replayed } = await updateAccount(rooms.resources, caller, { body, idempotencyKey })
    return json(200, presentAccount(account, caller), replayHeaders(replayed))
  },
})
