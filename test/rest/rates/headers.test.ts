import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'
import { awayFromTurn } from '../../support/minute.ts'

const gateway = await startTestGateway({ createsPerMinute: 60, callsPerMinute: 600 })
beforeEach(() => awayFromTurn(gateway))
const POLICY = '"creates";q=60;w=60, "calls";q=600;w=60'

test('every answer to a key has its policies and the remainder of the counting limit', async () => {
  const created = await gateway.call('POST', '/v1/videos', { prompt: 'x' })
  assert.equal(created.headers.get('ratelimit-policy'), POLICY)
  assert.equal(created.headers.get('ratelimit'), '"creates";r=59;t=60')
  const read = await gateway.call('GET', `/v1/videos/${created.body.id}`)
  assert.equal(read.headers.get('ratelimit-policy'), POLICY)
  assert.match(read.headers.get('ratelimit') ?? '', /^"calls";r=599;t=([1-9]|[1-5][0-9]|60)$/)
  assert.equal(read.headers.get('retry-after'), null)
})

test('a body refused before the create costs a call', async () => {
  const { key } = await gateway.newAccount({ createsPerMinute: 60, callsPerMinute: 600 })
  const bearer = { authorization: `Bearer ${key}` }
  const cases: [status: number, body: unknown, headers: Record<string, string>, path?: string][] = [
    [400, { prompt: '' }, {}],
    [400, '{', {}],
    [400, { prompt: 'x' }, {}, '/v1/videos?unknown=1'],
    [400, { prompt: 'x' }, { 'idempotency-key': 'x'.repeat(256) }],
    [400, { prompt: 'x' }, { 'api-version': '1999-01-01' }],
    [415, 'prompt=x', { 'content-type': 'text/plain' }],
    [413, { prompt: 'x'.repeat(300_000) }, {}],
  ]
  let calls = 0
  for (const [status, body, headers, path = '/v1/videos'] of cases) {
    const answer = await gateway.call('POST', path, body, { ...bearer, ...headers })
    assert.equal(answer.status, status)
    calls += 1
    assert.match(answer.headers.get('ratelimit') ?? '', new RegExp(`^"calls";r=${600 - calls};t=`))
  }
  const { rows } = await gateway.rooms.resources.pool.query(
    'select sum(create_count)::int as creates from api_key k where k.account_id <> $1',
    [gateway.accountId],
  )
  assert.equal(rows[0].creates, 0)
})

test('forbidden requests count, and requests without a key do not', async () => {
  const { key } = await gateway.newAccount({ callsPerMinute: 2, scopes: ['credits:read'] })
  const bearer = { authorization: `Bearer ${key}` }
  for (const remaining of [1, 0, 0]) {
    const refused = await gateway.call('POST', '/v1/videos', { prompt: 'x' }, bearer)
    assert.equal(refused.status, 403)
    assert.match(refused.headers.get('ratelimit') ?? '', new RegExp(`^"calls";r=${remaining};t=`))
  }
  assert.equal((await gateway.call('GET', '/v1/videos', undefined, bearer)).status, 403)
  assert.equal((await gateway.call('GET', '/v1/credits', undefined, bearer)).status, 429)
  for (const authorization of ['', 'Bearer vgk_nothing']) {
    const unknown = await gateway.call('GET', '/v1/credits', undefined, { authorization })
    assert.equal(unknown.status, 401)
    assert.equal(unknown.headers.get('ratelimit'), null)
  }
})

test('health, preflights, unknown addresses and GraphiQL cost nothing', async () => {
  const { key } = await gateway.newAccount({ callsPerMinute: 0 })
  const authorization = `Bearer ${key}`
  const free = async (method: string, path: string, headers: Record<string, string> = {}, body?: unknown) => {
    const answer = await gateway.call(method, path, body, { authorization, ...headers })
    assert.ok(answer.status < 300 || answer.status === 404, `${method} ${path}: ${answer.status}`)
    assert.equal(answer.headers.get('ratelimit'), null)
  }
  await free('GET', '/healthz')
  await free('GET', '/readyz')
  await free('OPTIONS', '/v1/videos')
  await free('GET', '/v1/nothing')
  await free('GET', '/graphql', { accept: 'text/html' })
  assert.equal((await gateway.call('GET', '/v1/pricing', undefined, { authorization })).status, 429)
})
