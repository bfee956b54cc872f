import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'
import { awayFromTurn } from '../../support/minute.ts'

const gateway = await startTestGateway()
beforeEach(() => awayFromTurn(gateway))
const { pool } = gateway.rooms.resources

test('a repeated create counts, and is refused when none is left', async () => {
  const { key } = await gateway.newAccount({ createsPerMinute: 3 })
  const create = (prompt: string) =>
    gateway.call('POST', '/v1/videos', { prompt }, { authorization: `Bearer ${key}`, 'idempotency-key': 'k' })
  const first = await create('a')
  const replay = await create('a')
  assert.equal(replay.body.id, first.body.id)
  assert.equal(replay.headers.get('idempotent-replayed'), 'true')
  assert.match(replay.headers.get('ratelimit') ?? '', /^"creates";r=1;t=([1-9]|[1-5][0-9]|60)$/)
  assert.equal((await create('b')).status, 422)
  const before = await gateway.counts()
  for (const prompt of ['a', 'b']) {
    const refused = await create(prompt)
    assert.equal(refused.status, 429)
    assert.equal(refused.body.error.code, 'rate_limit_exceeded')
  }
  assert.deepEqual(await gateway.counts(), before)
})

test('creates refused by cap or balance count, although they write nothing else', async () => {
  const { accountId, key } = await gateway.newAccount({ createsPerMinute: 3, concurrencyLimit: 1, creditMicro: 1n })
  const create = async () => {
    const { body, headers } = await gateway.call(
      'POST',
      '/v1/videos',
      { prompt: 'x', n: 4 },
      { authorization: `Bearer ${key}` },
    )
    const [, left, seconds] = /^"creates";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? []
    assert.ok(Number(seconds) > 0 && Number(seconds) <= 60)
    return [body.error.code, left]
  }
  const before = await gateway.counts()
  assert.deepEqual(await create(), ['insufficient_balance', '2'])
  await pool.query('update account set concurrency_limit = 0 where id = $1', [accountId])
  assert.deepEqual(await create(), ['concurrency_limit_exceeded', '1'])
  assert.deepEqual(await create(), ['concurrency_limit_exceeded', '0'])
  assert.deepEqual(await create(), ['rate_limit_exceeded', '0'])
  assert.deepEqual(await gateway.counts(), before)
})

test('account and scope are checked before the rate, and the rate before the body', async () => {
  const { key } = await gateway.newAccount({ callsPerMinute: 0, createsPerMinute: 0, scopes: ['videos:write'] })
  const call = async (method: string, path: string, body?: unknown) =>
    (await gateway.call(method, path, body, { authorization: `Bearer ${key}` })).body.error.code
  assert.equal(await call('GET', '/v1/credits'), 'insufficient_scope')
  assert.equal(await call('POST', '/v1/videos', { prompt: '' }), 'rate_limit_exceeded')
  assert.equal(await call('POST', '/v1/videos', { prompt: 'x' }), 'rate_limit_exceeded')
  assert.equal(await call('GET', '/v1/pricing?unknown=1'), 'rate_limit_exceeded')
})

test('creates and calls are counted separately', async () => {
  const { key } = await gateway.newAccount({ callsPerMinute: 1, createsPerMinute: 1 })
  const call = async (method: string, path: string, body?: unknown) =>
    (await gateway.call(method, path, body, { authorization: `Bearer ${key}` })).status
  assert.equal(await call('POST', '/v1/videos', { prompt: 'x' }), 202)
  assert.equal(await call('POST', '/v1/videos', { prompt: 'x' }), 429)
  assert.equal(await call('GET', '/v1/videos'), 200)
  assert.equal(await call('GET', '/v1/videos'), 429)
})
