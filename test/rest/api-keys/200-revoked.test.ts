import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES } from '../../../src/key/caller.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { rowsOf } from '../../support/rows.ts'

const gateway = await startTestGateway({ scopes: SCOPES })
const { pool } = gateway.rooms.resources

const create = async (body: object = {}) => (await gateway.call('POST', '/v1/api-keys', { name: 'x', ...body })).body
const revoke = (id: string, headers: Record<string, string> = {}) =>
  gateway.call('DELETE', `/v1/api-keys/${id}`, undefined, headers)
const revokedAt = async (id: string) =>
  (await pool.query('select revoked_at from api_key where id = $1', [id])).rows[0].revoked_at

test('a revoked key stays in the list, and revoking it again succeeds without a change', async () => {
  const { id } = await create()
  const answer = await revoke(id)
  assert.equal(answer.status, 200)
  assert.deepEqual(answer.body, { id, object: 'api_key.deleted', deleted: true })
  assert.notEqual(await revokedAt(id), null)
  const before = await rowsOf(gateway)
  const again = await revoke(id)
  assert.deepEqual([again.status, again.text, again.headers.get('idempotent-replayed')], [200, answer.text, null])
  assert.deepEqual(await rowsOf(gateway), before)
  const { body } = await gateway.call('GET', '/v1/api-keys?limit=1')
  assert.deepEqual([body.data[0].id, body.data[0].status], [id, 'revoked'])
})

test('a revocation with an Idempotency-Key repeats its answer', async () => {
  const { id } = await create()
  const headers = { 'idempotency-key': 'r' }
  const first = await revoke(id, headers)
  const before = await rowsOf(gateway)
  const again = await revoke(id, headers)
  assert.deepEqual([again.status, again.text], [200, first.text])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(await rowsOf(gateway), before)
  const other = await create()
  assert.equal((await revoke(other.id, headers)).headers.get('idempotent-replayed'), null)
})

test('unknown, foreign and invalid key ids get the same 404, and nothing is written', async () => {
  const foreign = await gateway.newAccount()
  const { rows } = await pool.query('select id from api_key where account_id = $1', [foreign.accountId])
  const before = await rowsOf(gateway)
  for (const id of [rows[0].id, 'key_00000000000000000000000000', 'key_', 'key_%00', '%ff', 'x'.repeat(4000)]) {
    const answer = await revoke(id, { 'idempotency-key': 'n' })
    assert.deepEqual([answer.status, answer.body.error?.code], [404, 'api_key_not_found'], id)
  }
  assert.deepEqual(await rowsOf(gateway), before)
})

test('a key may revoke itself', async () => {
  const { id, key } = await create({ scopes: ['keys:admin'] })
  assert.equal((await revoke(id, { authorization: `Bearer ${key}` })).status, 200)
  assert.notEqual(await revokedAt(id), null)
})

test('a revoked key that is still cached creates no key and changes no setting', async () => {
  const { id, key } = await create({ scopes: SCOPES })
  const asRevoked = { authorization: `Bearer ${key}` }
  assert.equal((await gateway.call('GET', '/v1/account', undefined, asRevoked)).status, 200)
  await revoke(id)
  const before = await rowsOf(gateway)
  for (const [method, path, body] of [
    ['POST', '/v1/api-keys', { name: 'successor' }],
    ['DELETE', `/v1/api-keys/${id}`, undefined],
    ['PATCH', '/v1/account', { defaults: { use_context_ir: true } }],
  ] as const) {
    const answer = await gateway.call(method, path, body, asRevoked)
    assert.deepEqual([answer.status, answer.body.error?.code], [401, 'api_key_revoked'])
  }
  assert.deepEqual(await rowsOf(gateway), before)
})

test('concurrent revocations all succeed, and two keys that revoke each other both end', async () => {
  const { id } = await create()
  const answers = await Promise.all(Array.from({ length: 8 }, () => revoke(id)))
  assert.ok(answers.every(({ status }) => status === 200))
  const [one, two] = [await create({ scopes: ['keys:admin'] }), await create({ scopes: ['keys:admin'] })]
  const mutual = await Promise.all([
    revoke(two.id, { authorization: `Bearer ${one.key}` }),
    revoke(one.id, { authorization: `Bearer ${two.key}` }),
  ])
  for (const { status } of mutual) assert.ok(status === 200 || status === 401, String(status))
  assert.ok(mutual.some(({ status }) => status === 200))
})
