import { z } from 'zod'
import { SCOPES } from '../../../key/caller.ts'
import { API_VERSIONS, SETTINGS_SCOPES, SettingsBody } from '../../../key/update-account.ts'
import { JSON_TYPE, jsonContent, type Operation } from './operation.ts'
import { answerSchema, described, idOf, kindOf, requestSchema, time } from './schema.ts'
import { REPLAYABLE } from './shared.ts'

const count = (description: string) => z.int().min(0).meta({ description })

const apiVersion = {
  description: 'Form of the interface for requests without an API-Version header.',
  enum: API_VERSIONS,
}

const Account = answerSchema(
  'Account',
  z
    .object({
      id: idOf('acc', 'Names the account.'),
      object: kindOf('account'),
      name: z.string().meta({ description: 'As the operator named it.' }),
      created_at: time('When it was opened.'),
      api_version: z.string().meta(apiVersion),
      key_scopes: z.array(z.enum(SCOPES)).meta({ description: 'What the calling key may do.' }),
      defaults: z
        .object({ use_context_ir: z.boolean().meta({ description: 'Of a create that does not say.' }) })
        .meta({ description: 'Saved defaults.' }),
      limits: z
        .object({
          concurrency: count('How many unfinished tasks it may have.'),
          active_tasks: count('How many it has now.'),
          creates_per_minute: count('Creates a minute, for each key.'),
          calls_per_minute: count('Other calls a minute, for each key.'),
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
                  default: z.unknown().meta({ description: 'What it is set to at first.' }),
                })
                .meta({ description: 'A parameter.' }),
            )
            .meta({ description: 'By name.' }),
        })
        .meta({ description: 'How a console shows the parameters of a create; never applied to calls of the API.' }),
    })
    .meta({ description: 'The account of the calling key.' }),
)

const UpdateAccount = requestSchema(
  'UpdateAccount',
  described(SettingsBody, {
    defaults: {
      description: 'Saved defaults.',
      properties: { use_context_ir: { type: ['boolean', 'null'], description: 'Of a create that does not say.' } },
    },
    api_version: apiVersion,
  }).meta({ description: 'What to change; what is left out stays.' }),
)

const EXAMPLE = {
  id: 'acc_01k5x1z9y8x7w6v5t4s3r2q1p1',
  object: 'account',
  name: 'Studio',
  created_at: '2026-11-20T08:00:00.000Z',
  api_version: '2026-11-01',
  key_scopes: ['videos:read', 'videos:write', 'files:write', 'credits:read'],
  defaults: { use_context_ir: false },
  limits: { concurrency: 10, active_tasks: 1, creates_per_minute: 60, calls_per_minute: 600 },
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
      'Changes saved defaults. Name and limits are the operator’s. `defaults` needs `videos:write`, `api_version` needs `keys:admin`.',
    body: [{ type: JSON_TYPE, schema: UpdateAccount, examples: { default: { defaults: { use_context_ir: true } } } }],
    answers: {
      200: { description: 'The account.', content: jsonContent(Account, { account: EXAMPLE }), ...REPLAYABLE },
    },
  },
]
