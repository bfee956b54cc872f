import { SPEND_PERIODS } from '../../../admission/budget.ts'
import { microJson } from '../../../credit/money.ts'
import { SCOPES } from '../../../key/caller.ts'
import { createKey, KeyBody } from '../../../key/create.ts'
import { listKeys } from '../../../key/list.ts'
import { type KeyRecord, spendLimitOf } from '../../../key/record.ts'
import { revokeKey } from '../../../key/revoke.ts'
import { KeyChangeBody, updateKey } from '../../../key/update.ts'
import { KEY_NAME_MAX } from '../../../limits.ts'
import { jsonBody } from '../body.ts'
import { deletionAnswer, jsonAnswer, listAnswer } from '../openapi/answer.ts'
import {
  always,
  choice,
  idOf,
  list,
  named,
  object,
  objectOrNull,
  orNull,
  price,
  requestSchema,
  text,
  time,
} from '../openapi/schema.ts'
import { ordered } from '../query.ts'
import { deletion, json, listText, replayHeaders } from '../respond.ts'
import { pathId, route } from '../route.ts'

const SPEND_LIMIT = {
  limit_micro: price('How much the key may spend in each period.'),
  period: choice(SPEND_PERIODS, 'Each UTC day, each UTC month, or in all.'),
}

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
  spend_limit: orNull(
    object('How much it may spend; null for no limit.', {
      ...SPEND_LIMIT,
      spent_micro: price('Settled and frozen amounts of everything that it created in the current period.'),
    }),
  ),
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
  spend_limit: {
    description: 'How much it may spend. By default as much as the account has.',
    properties: SPEND_LIMIT,
  },
})

const UpdateApiKey = requestSchema(
  'UpdateApiKey',
  KeyChangeBody,
  'What to change. Fields left out keep their values.',
  {
    spend_limit: objectOrNull(
      'How much it may spend; null for no limit. The current period counts from its start.',
      SPEND_LIMIT,
    ),
  },
)

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
  spend_limit: { limit_micro: 100_000_000, period: 'month', spent_micro: 12_600_000 },
}

function presentKey(record: KeyRecord): Record<string, unknown> {
  const limit = spendLimitOf(record)
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
    spend_limit: limit && {
      limit_micro: microJson(limit.limitMicro),
      period: limit.period,
      spent_micro: microJson(limit.spentMicro),
    },
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
  body: jsonBody(CreateApiKey, {
    studio: { name: 'studio', scopes: ['videos:read'] },
    limited: { name: 'intern', spend_limit: { limit_micro: 100_000_000, period: 'month' } },
  }),
  answers: {
    201: jsonAnswer(
      'The key.',
      CreatedApiKey,
      {
        made: {
          ...EXAMPLE,
          last_used_at: null,
          spend_limit: null,
          key: 'vgk_3bJxT7mQ2vLs8NcYw4RkD6fGpZ1hXu5E0aSiO9QzA',
        },
      },
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

/** docs/rules/keys.md#spend-limits */
route('PATCH', '/v1/api-keys/:id', {
  name: 'updateApiKey',
  tag: 'Keys',
  need: 'keys:admin',
  idempotent: 'kept',
  summary: 'Change an API key',
  description:
    'Sets or removes the spend limit of a key. A limit below the amount already spent refuses further spending and cancels nothing.',
  id: pathId(EXAMPLE.id, 'Id of the key.', 'api_key_not_found'),
  body: jsonBody(UpdateApiKey, {
    month: { spend_limit: { limit_micro: 100_000_000, period: 'month' } },
    none: { spend_limit: null },
  }),
  answers: { 200: jsonAnswer('The key.', ApiKey, { changed: EXAMPLE }) },
  async handle({ rooms, caller, id, body, idempotencyKey }) {
    const { record, replayed } = await updateKey(rooms.resources, caller, { id, body, idempotencyKey })
    return json(200, JSON.stringify(presentKey(record)), replayHeaders(replayed))
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
