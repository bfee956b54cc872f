import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { DEFAULT_SCOPES, SCOPES } from '../../../src/key/caller.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { rowsOf } from '../../support/rows.ts'

const gateway = await startTestGateway({ scopes: SCOPES })
const { pool } = gateway.rooms.resources

const create = (body: unknown, headers: Record<string, string> = {}) =>
  gateway.call('POST', '/v1/api-keys', body, headers)

test('only the answer to the create has the plaintext key, and the key opens the account', async () => {
  const answer = await create({ name: 'Konsole 控制台 🌊' })
  assert.equal(answer.status, 201)
  assert.equal(answer.headers.get('location'), `/v1/api-keys/${answer.body.id}`)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.equal(answer.headers.get('idempotent-replayed'), null)
  const { id, created_at, redacted_value, key, ...record } = answer.body
  assert.match(id, /^key_[0-9a-z]{26}$/)
  assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.match(key, /^vgk_[0-9A-Za-z]{38}$/)
  assert.equal(redacted_value, `${key.slice(0, 8)}…${key.slice(-4)}`)
  assert.deepEqual(record, {
    object: 'api_key',
    name: 'Konsole 控制台 🌊',
    last_used_at: null,
    expires_at: null,
    scopes: DEFAULT_SCOPES,
    status: 'active',
    spend_limit: null,
  })

  const used = await gateway.call('GET', '/v1/account', undefined, { authorization: `Bearer ${key}` })
  assert.equal(used.body.id, gateway.accountId)
  assert.ok(!JSON.stringify(await rowsOf(gateway)).includes(key))
  assert.ok(!(await gateway.call('GET', '/v1/api-keys')).text.includes(key))
})

test('only the SHA-256 of a key is stored, also with an Idempotency-Key', async () => {
  const { body } = await create({ name: 'x' }, { 'idempotency-key': 'stored' })
  const { rows } = await pool.query('select hash from api_key where id = $1', [body.id])
  assert.deepEqual(rows, [{ hash: createHash('sha256').update(body.key).digest() }])
  const stored = JSON.stringify(await rowsOf(gateway))
  assert.ok(stored.includes(body.id))
  // Rows show bytes in hexadecimal.
  for (const secret of [body.key, Buffer.from(body.key).toString('hex')]) assert.ok(!stored.includes(secret))
})

test('a key is created with its own scopes and its own expiry', async () => {
  const answer = await create({
    name: 'x'.repeat(100),
    scopes: ['keys:admin', 'videos:read'],
    expires_at: '2031-05-01T10:00:00.5+08:00',
  })
  assert.equal(answer.status, 201)
  assert.deepEqual(answer.body.scopes, ['keys:admin', 'videos:read'])
  assert.equal(answer.body.expires_at, '2031-05-01T02:00:00.500Z')
})

test('null equals absent, and the name is counted in code points', async () => {
  const answer = await create({ name: '🌊'.repeat(100), scopes: null, expires_at: null })
  assert.equal(answer.status, 201)
  assert.deepEqual(answer.body.scopes, DEFAULT_SCOPES)
})

test('a new key has its creator’s scopes by default, except keys:admin', async () => {
  const { key } = await gateway.newAccount({ scopes: ['keys:admin', 'credits:read'] })
  const { status, body } = await create({ name: 'x' }, { authorization: `Bearer ${key}` })
  assert.equal(status, 201)
  assert.deepEqual(body.scopes, ['credits:read'])
})

test('a repeated create returns the record without its key and creates no other', async () => {
  const headers = { 'idempotency-key': 'k' }
  const first = await create({ name: 'x', scopes: ['videos:read'] }, headers)
  const before = await rowsOf(gateway)
  const again = await create('{ "scopes": ["videos:read"], "name": "x" }', headers)
  assert.equal(again.status, 201)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(again.headers.get('location'), first.headers.get('location'))
  assert.deepEqual(again.body, { ...first.body, key: null })
  assert.deepEqual(await rowsOf(gateway), before)
})

test('a repeated create returns the current state: revoked, or past its expiry', async () => {
  const headers = { 'idempotency-key': 'past' }
  const body = { name: 'x', expires_at: new Date(Date.now() + 60_000).toISOString() }
  const first = await create(body, headers)
  await pool.query(`update api_key set expires_at = now() - interval '1 second' where id = $1`, [first.body.id])
  assert.equal((await create(body, headers)).body.status, 'expired')
  await gateway.call('DELETE', `/v1/api-keys/${first.body.id}`)
  const again = await create(body, headers)
  assert.deepEqual([again.status, again.body.status, again.body.key], [201, 'revoked', null])
})

test('concurrent creates with one Idempotency-Key create one key', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => create({ name: 'once' }, { 'idempotency-key': 'once' })),
  )
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
  assert.equal(answers.filter(({ body }) => body.key !== null).length, 1)
  const { rows } = await pool.query(`select count(*)::int as count from api_key where name = 'once'`)
  assert.equal(rows[0].count, 1)
})

test('another account’s Idempotency-Key is a different key', async () => {
  const other = await gateway.newAccount({ scopes: SCOPES })
  const headers = { authorization: `Bearer ${other.key}`, 'idempotency-key': 'k' }
  const answer = await create({ name: 'x', scopes: ['videos:read'] }, headers)
  assert.equal(answer.headers.get('idempotent-replayed'), null)
  assert.notEqual(answer.body.key, null)
})
