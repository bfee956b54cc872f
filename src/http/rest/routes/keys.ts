import { SCOPES } from '../../../key/caller.ts'
import { createKey, KeyBody } from '../../../key/create.ts'
import { listKeys } from '../../../key/list.ts'
import type { KeyRecord } from '../../../key/record.ts'
import { revokeKey } from '../../../key/revoke.ts'
import { KEY_NAME_MAX } from '../../../limits.ts'
import { createReadToken, TokenBody } from '../../../task/read-token.ts'
import { jsonBody } from '../body.ts'
import { deletionAnswer, jsonAnswer, listAnswer } from '../openapi/answer.ts'
import * as figures from '../openapi/figures.ts'
import { always, choice, idOf, list, named, object, orNull, requestSchema, text, time } from '../openapi/schema.ts'
import { ordered } from '../query.ts'
import { deletion, json, listText, replayHeaders } from '../respond.ts'
import { pathId, route } from '../route.ts'
import { VIDEO_ID } from './videos/examples.ts'

const KEY_FIELDS = {
  id: idOf('key', 'Id of the key. It is not secret.'),
  object: always('api_key'),
  name: text('Name of the key.', { minLength: 1, maxLength: KEY_NAME_MAX }),
  redacted_value: text('The masked key: its beginning and end.'),
  created_at: time('When it was created.'),
  last_used_at: orNull(time('When it was last used, accurate to a minute.')),
  expires_at: orNull(time('When it expires.')),
  scopes: list({ type: 'string', enum: SCOPES }, 'What it may do.'),
  status: choice(['active', 'revoked', 'expired'], 'Whether it can be used.'),
}
const ApiKey = named('ApiKey', object('An API key, masked.', KEY_FIELDS))

const plaintext = text('The key itself. It is returned only once, so store it now; null in a repeated answer.')
const CreatedApiKey = named('CreatedApiKey', object('A new API key.', { ...KEY_FIELDS, key: orNull(plaintext) }))

const CreateApiKey = requestSchema('CreateApiKey', KeyBody, 'The key to create.', {
  name: 'Name of the key.',
  scopes: {
    description: 'What it may do: at most the scopes of the calling key. By default all of these except `keys:admin`.',
    uniqueItems: true,
  },
  expires_at: 'When it expires, in the future. By default never.',
})

const EXAMPLE = {
  id: 'key_01k5x1z9y8x7w6v5t4s3r2q1p0',
  object: 'api_key',
  name: 'studio',
  redacted_value: 'vgk_3bJx…9QzA',
  created_at: '2026-11-20T08:00:00.000Z',
  last_used_at: '2026-11-27T21:57:00.000Z',
  expires_at: null,
  scopes: ['videos:read', 'videos:write', 'files:write', 'credits:read'],
  status: 'active',
}

function presentKey(record: KeyRecord): Record<string, unknown> {
  return {
    id: record.id,
    object: 'api_key',
    name: record.name,
    redacted_value: record.redacted,
    created_at: record.createdAt,
    last_used_at: record.lastUsedAt,
    expires_at: record.expiresAt,
    scopes: record.scopes,
    status: record.status,
  }
}

/** docs/rules/keys.md#keys */
route('GET', '/v1/api-keys', {
  name: 'listApiKeys',
  tag: 'Keys',
  need: 'keys:admin',
  summary: 'List API keys',
  description: 'The account’s keys, masked, page by page, including revoked and expired ones.',
  query: ordered('key'),
  answers: { 200: listAnswer('ApiKeyList', ApiKey, 'keys', EXAMPLE) },
  async handle({ rooms, caller, query }) {
    const keys = await listKeys(rooms.resources, caller, query)
    return json(
      200,
      listText(keys, (record) => JSON.stringify(presentKey(record))),
    )
  },
})

route('POST', '/v1/api-keys', {
  name: 'createApiKey',
  tag: 'Keys',
  need: 'keys:admin',
  idempotent: 'kept',
  summary: 'Create an API key',
  description: 'Only this answer contains the key itself. Only its hash is stored.',
  body: jsonBody(CreateApiKey, { studio: { name: 'studio', scopes: ['videos:read'] } }),
  answers: {
    201: jsonAnswer(
      'The key.',
      CreatedApiKey,
      { made: { ...EXAMPLE, last_used_at: null, key: 'vgk_3bJxT7mQ2vLs8NcYw4RkD6fGpZ1hXu5E0aSiO9QzA' } },
      { headers: ['Location'] },
    ),
  },
  refusals: { 409: ['key_limit_reached'] },
  async handle({ rooms, caller, body, idempotencyKey }) {
    const { record, secret, replayed } = await createKey(rooms.resources, caller, { body, idempotencyKey })
    const headers = { Location: `/v1/api-keys/${record.id}`, ...replayHeaders(replayed) }
    return json(201, JSON.stringify({ ...presentKey(record), key: secret }), headers)
  },
})

route('DELETE', '/v1/api-keys/:id', {
  name: 'revokeApiKey',
  tag: 'Keys',
  need: 'keys:admin',
  idempotent: 'kept',
  summary: 'Revoke an API key',
  description:
    'Ends its calls, streams and read tokens within seconds. Its tasks continue and are billed. It stays in the list.',
  id: pathId(EXAMPLE.id, 'Id of the key.', 'api_key_not_found'),
  answers: { 200: deletionAnswer('DeletedApiKey', 'api_key.deleted', EXAMPLE.id, { what: 'key', done: 'revoked' }) },
  async handle({ rooms, caller, id, idempotencyKey }) {
    const { record, replayed } = await revokeKey(rooms.resources, caller, { id, idempotencyKey })
    return deletion(record.id, 'api_key.deleted', replayed)
  },
})

const CreateReadToken = requestSchema(
  'CreateReadToken',
  TokenBody,
  {
    description: 'Exactly one of the two is required.',
    oneOf: [{ required: ['task_id'] }, { required: ['group_id'] }],
  },
  {
    task_id: { description: 'The task that the token can read.', pattern: '^vid_[0-9a-z]{26}$' },
    group_id: { description: 'The group whose tasks the token can read.', pattern: '^grp_[0-9a-z]{26}$' },
  },
)

const ReadToken = named(
  'ReadToken',
  object('A token for a browser. It can only read and watch.', {
    object: always('read_token'),
    token: text('The token.', { pattern: '^vgr_' }),
    task_id: orNull(idOf('vid', 'The task that the token can read.')),
    group_id: orNull(idOf('grp', 'The group whose tasks the token can read.')),
    expires_at: time(`When it expires, ${figures.TOKEN_TIME} after its creation.`),
  }),
)

const TOKEN = {
  object: 'read_token',
  token: 'vgr_a2V5XzAxazV4MXo5.uS0m7Q2bY8xKfJ4t',
  task_id: VIDEO_ID,
  group_id: null,
  expires_at: '2026-11-27T22:12:00.000Z',
}

/** docs/rules/keys.md#read-tokens */
route('POST', '/v1/read-tokens', {
  name: 'createReadToken',
  tag: 'Keys',
  need: 'videos:read',
  idempotent: 'ignored',
  summary: 'Create a read token',
  description:
    `Creates a token that can read and watch one task, or those of a group, for ${figures.TOKEN_TIME}. Use it in browsers, which ` +
    'must not have the key. Send it like a key, or as `?token=` where no header can be set. Tokens are not stored: a ' +
    'repeated call returns another.',
  body: jsonBody(CreateReadToken, { task: { task_id: VIDEO_ID } }),
  answers: { 201: jsonAnswer('The token.', ReadToken, { task: TOKEN }) },
  refusals: { 400: ['conflicting_parameters'], 404: ['video_not_found', 'group_not_found'] },
  async handle({ rooms, caller, body, idempotencyKey }) {
    const made = await createReadToken(rooms.resources, rooms.readTokens, caller, { body, idempotencyKey })
    const { token, taskId, groupId, expiresAt } = made
    const shown = { object: 'read_token', token, task_id: taskId, group_id: groupId, expires_at: expiresAt }
    return json(201, JSON.stringify(shown))
  },
})
