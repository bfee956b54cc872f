import assert from 'node:assert/strict'
import { after, mock, test } from 'node:test'
import { createTasks } from '../../src/task/create.ts'
import { operatorOf, WITH_DOOR } from '../admin/operator.ts'
import { send } from '../graphql/client.ts'
import { startTestGateway } from '../support/gateway.ts'
import { startSecondGateway } from '../support/second-gateway.ts'
import { until } from '../support/until.ts'

/** Cached state of a key in a process, and its fate when the key or its account changes. */

const gateway = await startTestGateway({ scopes: ['videos:read', 'videos:write', 'keys:admin'] }, WITH_DOOR)
const second = await startSecondGateway(gateway)
const operator = operatorOf(gateway)
const { accountId } = gateway

// Cache entries do not expire in these tests: only a change can drop one.
const start = performance.now()
mock.method(performance, 'now', () => start)
after(() => mock.restoreAll())

/** Ten milliseconds apart. */
const ASKED_MAX = 3000

interface Key {
  readonly id: string
  readonly headers: { readonly authorization: string }
}

/** A key in the cache of both gateways. */
async function knownKey(scopes?: readonly string[]): Promise<Key> {
  const { body } = await gateway.call('POST', '/v1/api-keys', { name: 'x', ...(scopes && { scopes }) })
  const key = { id: body.id, headers: { authorization: `Bearer ${body.key}` } }
  for (const at of [gateway, second]) await at.rooms.verifier.verify(key.headers.authorization)
  return key
}

const create = ({ headers }: Key) => gateway.call('POST', '/v1/videos', { prompt: 'x' }, headers)
const byAccount = (field: string, input: object) =>
  operator(
    `mutation ($input: ${field === 'Limits' ? 'AccountLimitsInput' : 'AccountSwitchInput'}!) {
      account${field}Update(input: $input) { userErrors { code } }
    }`,
    { input: { id: accountId, ...input } },
  )

async function isRefused({ headers }: Key, code: string): Promise<void> {
  const before = await gateway.counts()
  const answer = await create({ headers, id: '' })
  assert.equal(answer.body.error?.code, code)
  assert.deepEqual(await gateway.counts(), before)
}

/** The other gateway can learn of it only by the notification. */
async function isRefusedElsewhere({ headers }: Key, code: string): Promise<void> {
  // Counted, because the clock stands still.
  let asked = 0
  await until(async () => {
    assert.ok(asked++ < ASKED_MAX, `still accepted: not ${code}`)
    const error = await second.rooms.verifier.verify(headers.authorization).catch((thrown) => thrown)
    return error.code === code
  })
}

test('a revoked key creates nothing after the answer to its revocation', async () => {
  const key = await knownKey()
  await gateway.call('DELETE', `/v1/api-keys/${key.id}`)
  await isRefused(key, 'api_key_revoked')
  await isRefusedElsewhere(key, 'api_key_revoked')
})

test('a key revoked by GraphQL, or by itself, creates nothing afterwards', async () => {
  const key = await knownKey(['videos:write', 'keys:admin'])
  const document = 'mutation ($input: ApiKeyRevokeInput!) { apiKeyRevoke(input: $input) { userErrors { code } } }'
  const { data } = await send(gateway, document, { input: { id: key.id } }, key.headers)
  assert.deepEqual(data, { apiKeyRevoke: { userErrors: [] } })
  await isRefused(key, 'api_key_revoked')
  await isRefusedElsewhere(key, 'api_key_revoked')
})

test('a read token expires with its key', async () => {
  const key = await knownKey()
  const { body: task } = await create(key)
  const { body } = await gateway.call('POST', '/v1/read-tokens', { task_id: task.id }, key.headers)
  const read = () => gateway.call('GET', `/v1/videos/${task.id}`, undefined, { authorization: `Bearer ${body.token}` })
  assert.equal((await read()).status, 200)
  await gateway.call('DELETE', `/v1/api-keys/${key.id}`)
  assert.equal((await read()).body.error.code, 'api_key_revoked')
})

test('keys of a disabled account are refused after the answer, and accepted after enabling', async () => {
  const key = await knownKey()
  await byAccount('Status', { enabled: false })
  await isRefused(key, 'account_disabled')
  await isRefusedElsewhere(key, 'account_disabled')
  await byAccount('Status', { enabled: true })
  assert.equal((await create(key)).status, 202)
})

test('new limits apply after the answer to the change', async () => {
  await knownKey()
  await byAccount('Limits', { creates: 70, calls: 700 })
  const { headers } = await gateway.call('GET', '/v1/account')
  assert.match(headers.get('ratelimit-policy') ?? '', /"creates";q=70;.*"calls";q=700;/)
})

test('the account’s form changes with the answer to the change', async () => {
  const { id } = (await gateway.call('POST', '/v1/videos', { prompt: 'x' })).body
  const read = async () => (await gateway.call('GET', `/v1/videos/${id}`)).body
  const current = await read()
  await byAccount('EarlierForm', { enabled: true })
  await gateway.call('PATCH', '/v1/account', { api_version: '2026-06-01' })
  assert.notDeepEqual(Object.keys(await read()), Object.keys(current))
  await byAccount('EarlierForm', { enabled: false })
  assert.deepEqual(Object.keys(await read()), Object.keys(current))
})

test('changes made in the database directly invalidate every cache', async () => {
  const key = await knownKey()
  await gateway.rooms.resources.pool.query('update api_key set revoked_at = now() where id = $1', [key.id])
  await isRefusedElsewhere(key, 'api_key_revoked')
})

test('a create that passed the key check before the revocation is refused afterwards', async () => {
  const key = await knownKey()
  const caller = await gateway.rooms.verifier.verify(key.headers.authorization)
  await gateway.call('DELETE', `/v1/api-keys/${key.id}`)
  const { resources, lanes } = gateway.rooms
  const call = { body: '{"prompt":"x"}', idempotencyKey: null, rated: () => {} }
  await assert.rejects(createTasks(resources, lanes, caller, call), { code: 'api_key_revoked' })
})
