import { z } from 'zod'
import { SCOPES } from '../../../key/caller.ts'
import { KeyBody } from '../../../key/create.ts'
import { KEY_NAME_MAX } from '../../../limits.ts'
import { TokenBody } from '../../../task/read-token.ts'
import { KEY_ID, pageOf, VIDEO_ID } from './examples.ts'
import * as figures from './figures.ts'
import { JSON_TYPE, jsonContent, type Operation } from './operation.ts'
import { answerSchema, described, idOf, kindOf, requestSchema, time } from './schema.ts'
import * as shared from './shared.ts'

const ApiKey = answerSchema(
  'ApiKey',
  z
    .object({
      id: idOf('key', 'Id of the key. It is not secret.'),
      object: kindOf('api_key'),
      name: z.string().min(1).max(KEY_NAME_MAX).meta({ description: 'Name of the key.' }),
      redacted_value: z.string().meta({ description: 'The masked key: its beginning and end.' }),
      created_at: time('When it was created.'),
      last_used_at: time('When it was last used, accurate to a minute.').nullable(),
      expires_at: time('When it expires.').nullable(),
      scopes: z.array(z.enum(SCOPES)).meta({ description: 'What it may do.' }),
      status: z.enum(['active', 'revoked', 'expired']).meta({ description: 'Whether it can be used.' }),
    })
    .meta({ description: 'An API key, masked.' }),
)

const CreatedApiKey = answerSchema(
  'CreatedApiKey',
  ApiKey.extend({
    key: z
      .string()
      .nullable()
      .meta({ description: 'The key itself. It is returned only once, so store it now; null in a repeated answer.' }),
  }).meta({ description: 'A new API key.' }),
)

const CreateApiKey = requestSchema(
  'CreateApiKey',
  described(KeyBody, {
    name: 'Name of the key.',
    scopes: {
      description:
        'What it may do: at most the scopes of the calling key. By default all of these except `keys:admin`.',
      uniqueItems: true,
    },
    expires_at: 'When it expires, in the future. By default never.',
  }).meta({ description: 'The key to create.' }),
)

const CreateReadToken = requestSchema(
  'CreateReadToken',
  described(TokenBody, {
    task_id: { description: 'The task that the token can read.', pattern: '^vid_[0-9a-z]{26}$' },
    group_id: { description: 'The group whose tasks the token can read.', pattern: '^grp_[0-9a-z]{26}$' },
  }).meta({
    description: 'Exactly one of the two is required.',
    oneOf: [{ required: ['task_id'] }, { required: ['group_id'] }],
  }),
)

const ReadToken = answerSchema(
  'ReadToken',
  z
    .object({
      object: kindOf('read_token'),
      token: z.string().meta({ description: 'The token.', pattern: '^vgr_' }),
      task_id: idOf('vid', 'The task that the token can read.').nullable(),
      group_id: idOf('grp', 'The group whose tasks the token can read.').nullable(),
      expires_at: time(`When it expires, ${figures.TOKEN_TIME} after its creation.`),
    })
    .meta({ description: 'A token for a browser. It can only read and watch.' }),
)

const KEY = {
  id: KEY_ID,
  object: 'api_key',
  name: 'studio',
  redacted_value: 'vgk_3bJx…9QzA',
  created_at: '2026-11-20T08:00:00.000Z',
  last_used_at: '2026-11-27T21:57:00.000Z',
  expires_at: null,
  scopes: ['videos:read', 'videos:write', 'files:write', 'credits:read'],
  status: 'active',
}

const ApiKeyList = shared.listSchema('ApiKeyList', ApiKey, 'keys')
const DeletedApiKey = shared.deletedSchema('DeletedApiKey', 'api_key.deleted', 'key')

export const KEY_OPERATIONS: readonly Operation[] = [
  {
    method: 'get',
    path: '/v1/api-keys',
    id: 'listApiKeys',
    tag: 'Keys',
    need: 'keys:admin',
    summary: 'List API keys',
    description: 'The account’s keys, masked, page by page, including revoked and expired ones.',
    parameters: [shared.LIMIT, shared.afterParameter('key'), shared.ORDER],
    answers: { 200: { description: 'A page.', content: jsonContent(ApiKeyList, { page: pageOf(KEY) }) } },
    refusals: { 400: ['invalid_cursor'] },
  },
  {
    method: 'post',
    path: '/v1/api-keys',
    id: 'createApiKey',
    tag: 'Keys',
    need: 'keys:admin',
    idempotent: 'kept',
    summary: 'Create an API key',
    description: 'Only this answer contains the key itself. Only its hash is stored.',
    body: [
      { type: JSON_TYPE, schema: CreateApiKey, examples: { studio: { name: 'studio', scopes: ['videos:read'] } } },
    ],
    answers: {
      201: {
        description: 'The key.',
        content: jsonContent(CreatedApiKey, {
          made: { ...KEY, last_used_at: null, key: 'vgk_3bJxT7mQ2vLs8NcYw4RkD6fGpZ1hXu5E0aSiO9QzA' },
        }),
        headers: ['Location'],
        sometimes: ['Idempotent-Replayed'],
      },
    },
    refusals: { 409: ['key_limit_reached'] },
  },
  {
    method: 'delete',
    path: '/v1/api-keys/{id}',
    id: 'revokeApiKey',
    tag: 'Keys',
    need: 'keys:admin',
    idempotent: 'kept',
    summary: 'Revoke an API key',
    description:
      'Ends its calls, streams and read tokens within seconds. Its tasks continue and are billed. It stays in the list.',
    parameters: [shared.idParameter('key', 'Id of the key.', KEY_ID)],
    answers: {
      200: {
        description: 'The key is revoked.',
        content: jsonContent(DeletedApiKey, { revoked: { id: KEY_ID, object: 'api_key.deleted', deleted: true } }),
        ...shared.REPLAYABLE,
      },
    },
    refusals: { 404: ['api_key_not_found'] },
  },
  {
    method: 'post',
    path: '/v1/read-tokens',
    id: 'createReadToken',
    tag: 'Keys',
    need: 'videos:read',
    idempotent: 'ignored',
    summary: 'Create a read token',
    description:
      `Creates a token that can read and watch one task, or those of a group, for ${figures.TOKEN_TIME}. Use it in browsers, which ` +
      'must not have the key. Send it like a key, or as `?token=` where no header can be set. Tokens are not stored: a ' +
      'repeated call returns another.',
    body: [{ type: JSON_TYPE, schema: CreateReadToken, examples: { task: { task_id: VIDEO_ID } } }],
    answers: {
      201: {
        description: 'The token.',
        content: jsonContent(ReadToken, {
          task: {
            object: 'read_token',
            token: 'vgr_a2V5XzAxazV4MXo5.uS0m7Q2bY8xKfJ4t',
            task_id: VIDEO_ID,
            group_id: null,
            expires_at: '2026-11-27T22:12:00.000Z',
          },
        }),
      },
    },
    refusals: { 400: ['conflicting_parameters'], 404: ['video_not_found', 'group_not_found'] },
  },
]
