import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES } from '../../../src/key/caller.ts'
import { startTestGateway } from '../../support/gateway.ts'

const gateway = await startTestGateway({ scopes: SCOPES })
const { pool } = gateway.rooms.resources

const make = (headers: Record<string, string> = {}, body: object = { name: 'x' }) =>
  gateway.call('POST', '/v1/api-keys', body, headers)
const limitTo = (keys: number) =>
  pool.query('update account set key_limit = $2 where id = $1', [gateway.accountId, keys])
const limits = async () => (await gateway.call('GET', '/v1/account')).body.limits

test('an account has at most 100 keys, also with concurrent creates', async () => {
  assert.deepEqual([(await limits()).keys, (await limits()).active_keys], [100, 1])
  await limitTo(4)
  const answers = await Promise.all(Array.from({ length: 12 }, () => make()))
  assert.equal(answers.filter(({ status }) => status === 201).length, 3)
  for (const { status, body, headers } of answers) {
    if (status === 201) continue
    const { code, param, details, message } = body.error
    assert.deepEqual([status, code, param, details], [409, 'key_limit_reached', null, { limit: 4, active: 4 }])
    assert.match(message, /has 4 active API keys and may have 4\. Revoke an unused one/)
    assert.equal(headers.get('x-should-retry'), 'false')
  }
  assert.deepEqual([(await limits()).keys, (await limits()).active_keys], [4, 4])
})

test('GraphQL refuses the 101st key as a user error and lists the account’s keys', async () => {
  const query = `mutation { apiKeyCreate(input: { name: "x" }) { apiKey { id } userErrors { code path } } }`
  const { body } = await gateway.call('POST', '/graphql', { query })
  assert.deepEqual(body.data.apiKeyCreate, { apiKey: null, userErrors: [{ code: 'key_limit_reached', path: null }] })
  const account = await gateway.call('POST', '/graphql', { query: '{ account { limits { keys activeKeys } } }' })
  assert.deepEqual(account.body.data.account.limits, { keys: 4, activeKeys: 4 })
})

test('a revoked or expired key makes room, and a repeated create is answered at the limit', async () => {
  const { body } = await gateway.call('GET', '/v1/api-keys?order=desc&limit=2')
  const [first, second] = body.data
  await gateway.call('DELETE', `/v1/api-keys/${first.id}`)
  await pool.query('update api_key set expires_at = now() where id = $1', [second.id])
  const made = await make({ 'idempotency-key': 'k' })
  assert.equal(made.status, 201)
  assert.equal((await make()).status, 201)
  assert.equal((await make()).status, 409)
  const again = await make({ 'idempotency-key': 'k' })
  assert.deepEqual([again.status, again.body.id, again.body.key], [201, made.body.id, null])
})
