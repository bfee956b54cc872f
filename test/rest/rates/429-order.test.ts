import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'

const gateway = await startTestGateway()
const { pool } = gateway.rooms.resources

test('a repeated create is counted, and with none left is refused like any other', async () => {
  const { key } = await gateway.newAccount({ createsPerMinute: 3 })
  const create = (prompt: string) =>
    gateway.call('POST', '/v1/videos', { prompt }, { authorization: `Bearer ${key}`, 'idempotency-key': 'k' })
  const first = await create('a')
  const replay = await create('a')
  assert.equal(replay.body.id, first.body.id)
  assert.equal(replay.headers.get('idempotent-replayed'), 'true')
  assert.equal(replay.headers.get('ratelimit'), '"creates";r=1;t=60')
  assert.equal((await create('b')).status, 422)
  const before = await gateway.counts()
  for (const prompt of ['a', 'b']) {
    const refused = await create(prompt)
    assert.equal(refused.status, 429)
    assert.equal(refused.body.error.code, 'rate_limit_exceeded')
  }
  assert.deepEqual(await gateway.counts(), before)
})

test('creates that cap or balance refuse are counted, although they write nothing else', async () => {
  const { accountId, key } = await gateway.newAccount({ createsPerMinute: 3, concurrencyLimit: 1, creditMicro: 1n })
  const create = async () => {
    const { body, headers } = await gateway.call(
      'POST',
      '/v1/videos',
      { prompt: 'x', n: 4 },
      { authorization: `Bearer ${key}` },
    )
    return [body.error.code, headers.get('ratelimit')]
  }
  const before = await gateway.counts()
  assert.deepEqual(await create(), ['insufficient_balance', '"creates";r=2;t=60'])
  await pool.query('update account set concurrency_limit = 0 where id = $1', [accountId])
  assert.deepEqual(await create(), ['concurrency_limit_exceeded', '"creates";r=1;t=60'])
  assert.deepEqual(await create(), ['concurrency_limit_exceeded', '"creates";r=0;t=60'])
  assert.deepEqual(await create(), ['rate_limit_exceeded', '"creates";r=0;t=60'])
  assert.deepEqual(await gateway.counts(), before)
})

test('a disabled account or a lacking scope goes before the rate, the rate before the body', async () => {
  const { key } = await gateway.newAccount({ callsPerMinute: 0, createsPerMinute: 0, scopes: ['videos:write'] })
  const call = async (method: string, path: string, body?: unknown) =>
    (await gateway.call(method, path, body, { authorization: `Bearer ${key}` })).body.error.code
  assert.equal(await call('GET', '/v1/credits'), 'insufficient_scope')
  assert.equal(await call('POST', '/v1/videos', { prompt: '' }), 'rate_limit_exceeded')
  assert.equal(await call('POST', '/v1/videos', { prompt: 'x' }), 'rate_limit_exceeded')
  assert.equal(await call('GET', '/v1/pricing?unknown=1'), 'rate_limit_exceeded')
})

test('creates and calls are counts of their own', async () => {
  const { key } = await gateway.newAccount({ callsPerMinute: 1, createsPerMinute: 1 })
  const call = async (method: string, path: string, body?: unknown) =>
    (await gateway.call(method, path, body, { authorization: `Bearer ${key}` })).status
  assert.equal(await call('POST', '/v1/videos', { prompt: 'x' }), 202)
  assert.equal(await call('POST', '/v1/videos', { prompt: 'x' }), 429)
  assert.equal(await call('GET', '/v1/videos'), 200)
  assert.equal(await call('GET', '/v1/videos'), 429)
})
