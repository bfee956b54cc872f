import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES } from '../../src/key/caller.ts'
import { startTestGateway } from '../support/gateway.ts'
import { rowsOf } from '../support/rows.ts'
import { send } from './client.ts'

const gateway = await startTestGateway({ scopes: SCOPES })
const { pool } = gateway.rooms.resources

const KEY =
  '{ id name redactedValue scopes status createdAt lastUsedAt expiresAt spendLimit { limitMicro period spentMicro } }'
const CREATE = `mutation ($input: ApiKeyCreateInput!) {
  apiKeyCreate(input: $input) { apiKey ${KEY} key userErrors { __typename code message path } }
}`
const REVOKE = `mutation ($input: ApiKeyRevokeInput!) {
  apiKeyRevoke(input: $input) { apiKey ${KEY} userErrors { __typename code path } }
}`
const LIST = `query ($first: Int, $after: String, $order: SortOrder) {
  apiKeys(first: $first, after: $after, order: $order) { nodes ${KEY} edges { cursor } pageInfo { hasNextPage endCursor } }
}`
const UPDATE = `mutation ($input: AccountUpdateInput!) {
  accountUpdate(input: $input) { account { apiVersion defaults { useContextIr } } userErrors { code path } }
}`

type Headers = Record<string, string>

/** The one field of an operation that must not fail. */
// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
async function run(document: string, variables: object, headers: Headers = {}): Promise<any> {
  const { data, errors } = await send<Record<string, unknown>, object>(gateway, document, variables, headers)
  assert.equal(errors, undefined)
  return Object.values(data ?? {})[0]
}

const create = (input: object, headers?: Headers) => run(CREATE, { input }, headers)
const revoke = (input: object, headers?: Headers) => run(REVOKE, { input }, headers)
const update = (input: object, headers?: Headers) => run(UPDATE, { input }, headers)

test('a key is created, shown once, and listed masked, like in REST', async () => {
  const expiresAt = '2031-05-01T10:00:00.000Z'
  const { apiKey, key, userErrors } = await create({ name: '控制台', scopes: ['VIDEOS_READ', 'KEYS_ADMIN'], expiresAt })
  assert.deepEqual(userErrors, [])
  assert.match(key, /^vgk_[0-9A-Za-z]{38}$/)
  const { body } = await gateway.call('GET', '/v1/api-keys?limit=1')
  assert.equal((await gateway.call('GET', '/v1/videos', undefined, { authorization: `Bearer ${key}` })).status, 200)
  const { redacted_value, created_at, last_used_at, expires_at, spend_limit, object: _, ...record } = body.data[0]
  assert.deepEqual(apiKey, {
    ...record,
    scopes: ['VIDEOS_READ', 'KEYS_ADMIN'],
    status: 'ACTIVE',
    redactedValue: redacted_value,
    createdAt: created_at,
    lastUsedAt: last_used_at,
    expiresAt: expires_at,
    spendLimit: spend_limit,
  })
  const { nodes, pageInfo } = await run(LIST, { first: 1 })
  assert.equal(nodes[0].id, apiKey.id)
  assert.deepEqual(pageInfo, { hasNextPage: true, endCursor: apiKey.id })
})

test('pages continue in both directions', async () => {
  const whole = await run(LIST, { first: 100, order: 'ASC' })
  const second = await run(LIST, { first: 1, order: 'ASC', after: whole.nodes[0].id })
  assert.deepEqual(second.nodes, [whole.nodes[1]])
  assert.deepEqual((await run(LIST, {})).nodes, whole.nodes.toReversed())
})

test('revoking a key again succeeds, and unknown and foreign keys are refused alike', async () => {
  const { apiKey } = await create({ name: 'x' })
  const revoked = await revoke({ id: apiKey.id })
  assert.deepEqual(revoked, { apiKey: { ...apiKey, status: 'REVOKED' }, userErrors: [] })
  const foreign = await gateway.newAccount()
  const { rows } = await pool.query('select id from api_key where account_id = $1', [foreign.accountId])
  const before = await rowsOf(gateway)
  assert.deepEqual(await revoke({ id: apiKey.id }), revoked)
  for (const id of [rows[0].id, 'key_none', 'key_\0', '']) {
    assert.deepEqual(await revoke({ id, idempotencyKey: 'k' }), {
      apiKey: null,
      userErrors: [{ __typename: 'InvalidInputError', code: 'api_key_not_found', path: null }],
    })
  }
  assert.deepEqual(await rowsOf(gateway), before)
})

test('an Idempotency-Key is shared by REST and GraphQL', async () => {
  const body = { name: 'shared', scopes: ['videos:read'] }
  const first = await gateway.call('POST', '/v1/api-keys', body, { 'idempotency-key': 'both' })
  const input = { name: 'shared', scopes: ['VIDEOS_READ'] }
  const again = await create({ ...input, idempotencyKey: 'both' })
  assert.deepEqual([again.apiKey.id, again.key], [first.body.id, null])
  assert.equal((await create(input, { 'idempotency-key': 'both' })).apiKey.id, first.body.id)
  const before = await rowsOf(gateway)
  const reused = await create({ ...input, name: 'other', idempotencyKey: 'both' })
  const { __typename, code, path } = reused.userErrors[0]
  assert.deepEqual(
    [reused.apiKey, __typename, code, path],
    [null, 'ConflictError', 'idempotency_key_reused', ['input', 'idempotencyKey']],
  )
  assert.deepEqual(await rowsOf(gateway), before)

  await revoke({ id: first.body.id, idempotencyKey: 'r' })
  const headers = { 'idempotency-key': 'r' }
  const replay = await gateway.call('DELETE', `/v1/api-keys/${first.body.id}`, undefined, headers)
  assert.equal(replay.headers.get('idempotent-replayed'), 'true')
  await update({ defaults: { useContextIr: true }, idempotencyKey: 'u' })
  const patched = await gateway.call(
    'PATCH',
    '/v1/account',
    { defaults: { use_context_ir: true } },
    { 'idempotency-key': 'u' },
  )
  assert.equal(patched.headers.get('idempotent-replayed'), 'true')
})

test('refusals are user errors with REST’s code and param, and write nothing', async () => {
  const before = await rowsOf(gateway)
  for (const [input, code, path] of [
    [{ name: '' }, 'invalid_parameter', ['input', 'name']],
    [{ name: 'a\0b' }, 'invalid_parameter', ['input', 'name']],
    [{ name: '水'.repeat(101) }, 'invalid_parameter', ['input', 'name']],
    [{ name: 'x', scopes: [] }, 'invalid_parameter', ['input', 'scopes']],
    [{ name: 'x', scopes: ['VIDEOS_READ', 'VIDEOS_READ'] }, 'invalid_parameter', ['input', 'scopes']],
    [{ name: 'x', expiresAt: '2020-01-01T00:00:00Z' }, 'invalid_parameter', ['input', 'expiresAt']],
    [{ name: 'x', idempotencyKey: '' }, 'invalid_idempotency_key', ['input', 'idempotencyKey']],
  ] as const) {
    const { apiKey, key, userErrors } = await create(input)
    assert.deepEqual([apiKey, key], [null, null])
    assert.deepEqual([userErrors[0].code, userErrors[0].path], [code, path])
  }
  const account = await update({ apiVersion: '2026-06-01', defaults: { useContextIr: false } })
  assert.deepEqual(account, {
    account: null,
    userErrors: [{ code: 'unsupported_api_version', path: ['input', 'apiVersion'] }],
  })
  for (const [variables, code] of [
    [{ first: 0 }, 'invalid_parameter'],
    [{ first: 101 }, 'invalid_parameter'],
    [{ after: 'key_none' }, 'invalid_cursor'],
    [{ after: '\0' }, 'invalid_cursor'],
  ] as const) {
    const { errors } = await send<unknown, object>(gateway, LIST, variables)
    assert.equal(errors?.[0]?.extensions.code, code)
  }
  assert.deepEqual(await rowsOf(gateway), before)
})

test('a missing scope, of the caller or of the new key, is a top-level error', async () => {
  const { key } = await gateway.newAccount({ scopes: ['keys:admin', 'videos:read'] })
  const before = await rowsOf(gateway)
  const headers = { authorization: `Bearer ${key}` }
  const input = { name: 'x', scopes: ['VIDEOS_WRITE'] }
  const { data, errors } = await send<unknown, object>(gateway, CREATE, { input }, headers)
  assert.deepEqual(data, { apiKeyCreate: null })
  assert.equal(errors?.[0]?.extensions.code, 'insufficient_scope')
  assert.equal(errors?.[0]?.extensions['param'], 'scopes[0]')
  assert.deepEqual(await rowsOf(gateway), before)
})

test('the account with its settings equals REST’s', async () => {
  const parameters = { seed: { visible: false }, style: { visible: true, default: { list: [1, 'two', null] } } }
  await pool.query(
    `update account set console_parameters = $2, concurrency_limit = 3, creates_per_minute = 4, calls_per_minute = 500
     where id = $1`,
    [gateway.accountId, parameters],
  )
  assert.deepEqual(await update({ apiVersion: '2026-11-01', defaults: { useContextIr: true } }), {
    account: { apiVersion: '2026-11-01', defaults: { useContextIr: true } },
    userErrors: [],
  })
  assert.deepEqual((await update({})).account.defaults, { useContextIr: true })
  const account = await run(
    `{ account { id name createdAt apiVersion defaults { useContextIr } console { parameters { name visible default } }
       limits { concurrency activeTasks createsPerMinute callsPerMinute } } }`,
    {},
  )
  const { body } = await gateway.call('GET', '/v1/account')
  assert.deepEqual(account, {
    id: body.id,
    name: body.name,
    createdAt: body.created_at,
    apiVersion: body.api_version,
    defaults: { useContextIr: body.defaults.use_context_ir },
    console: {
      parameters: [
        { name: 'seed', visible: false, default: null },
        { name: 'style', visible: true, default: { list: [1, 'two', null] } },
      ],
    },
    limits: { concurrency: 3, activeTasks: 0, createsPerMinute: 4, callsPerMinute: 500 },
  })
  assert.deepEqual(body.console.parameters, { ...parameters, seed: { visible: false, default: null } })
})

test('a list of keys marks the one that the call was made with', async () => {
  const { apiKey, key } = await create({ name: 'other', scopes: ['KEYS_ADMIN'] })
  const marked = `query { apiKeys(first: 100) { nodes { id isCaller } } }`
  const mineOf = async (headers?: Headers) =>
    (await run(marked, {}, headers)).nodes
      .filter(({ isCaller }: { isCaller: boolean }) => isCaller)
      .map(({ id }: { id: string }) => id)
  assert.deepEqual(await mineOf({ authorization: `Bearer ${key}` }), [apiKey.id])
  const own = await mineOf()
  assert.equal(own.length, 1)
  assert.notEqual(own[0], apiKey.id)
})
