import { z } from 'zod'
import { SCOPES } from '../../../key/caller.ts'
import { API_VERSIONS, SETTINGS_SCOPES, SettingsBody } from '../../../key/update-account.ts'
import { JSON_TYPE, jsonContent, type Operation } from './operation.ts'
import { answerSchema, described, idOf, kindOf, requestSchema, time } from './schema.ts'
import { REPLAYABLE } from './shared.ts'

const count = (description: string) => z.int().min(0).meta({ description })

const apiVersion = {
  description: 'Version of the interface for requests without an API-Version header.',
  enum: API_VERSIONS,
}

const Account = answerSchema(
  'Account',
  z
    .object({
      id: idOf('acc', 'Id of the account.'),
      object: kindOf('account'),
      name: z.string().meta({ description: 'Name given by the operator.' }),
      created_at: time('When it was opened.'),
      api_version: z.string().meta(apiVersion),
      key_scopes: z.array(z.enum(SCOPES)).meta({ description: 'What the calling key may do.' }),
      defaults: z
        .object({ use_context_ir: z.boolean().meta({ description: 'Default of creates without the field.' }) })
        .meta({ description: 'Saved defaults.' }),
      limits: z
        .object({
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
        })
        .meta({ description: 'Its limits, set by the operator.' }),
      console: z
        .object({
          parameters: z
            .record(
              z.string(),
              z
                .object({
                  visible: z.boolean().meta({ description: 'Whether it is shown.' }),
                  default: z.unknown().meta({ description: 'Value that a console fills in.' }),
                })
                .meta({ description: 'A parameter.' }),
            )
            .meta({ description: 'Parameters by name.' }),
        })
        .meta({ description: 'How a console should show the parameters of a create. Never applied to API calls.' }),
    })
    .meta({ description: 'The account of the calling key.' }),
)

const UpdateAccount = requestSchema(
  'UpdateAccount',
  described(SettingsBody, {
    defaults: {
      description: 'Saved defaults.',
      properties: {
        use_context_ir: { type: ['boolean', 'null'], description: 'Default of creates without the field.' },
      },
    },
    api_version: apiVersion,
  }).meta({ description: 'Settings to change. Fields left out keep their values.' }),
)

const EXAMPLE = {
  id: 'acc_01k5x1z9y8x7w6v5t4s3r2q1p1',
  object: 'account',
  name: 'Studio',
  created_at: '2026-11-20T08:00:00.000Z',
  api_version: '2026-11-01',
  key_scopes: ['videos:read', 'videos:write', 'files:write', 'credits:read'],
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

export const ACCOUNT_OPERATIONS: readonly Operation[] = [
  {
    method: 'get',
    path: '/v1/account',
    id: 'getAccount',
    tag: 'Account',
    need: null,
    summary: 'Get the account',
    description: 'Defaults and limits of the calling key’s account.',
    answers: { 200: { description: 'The account.', content: jsonContent(Account, { account: EXAMPLE }) } },
  },
  {
    method: 'patch',
    path: '/v1/account',
    id: 'updateAccount',
    tag: 'Account',
    need: Object.values(SETTINGS_SCOPES),
    idempotent: 'kept',
    summary: 'Change the account',
    description:
      'Changes saved defaults. Only the operator can change name and limits. `defaults` needs `videos:write`, `api_version` needs `keys:admin`.',
    body: [{ type: JSON_TYPE, schema: UpdateAccount, examples: { default: { defaults: { use_context_ir: true } } } }],
    answers: {
      200: { description: 'The account.', content: jsonContent(Account, { account: EXAMPLE }), ...REPLAYABLE },
    },
  },
]
