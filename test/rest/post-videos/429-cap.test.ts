import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'

const gateway = await startTestGateway({ concurrencyLimit: 3 })

test('n = 4 under a cap of three creates three, then 429 with Retry-After writes nothing', async () => {
  const partial = await gateway.call('POST', '/v1/videos', { prompt: 'x', n: 4 }, { 'idempotency-key': 'fill' })
  assert.equal(partial.status, 202)
  assert.equal(partial.body.created, 3)
  assert.equal(partial.body.error.code, 'concurrency_limit_exceeded')
  const before = await gateway.counts()
  for (const n of [1, 2]) {
    const answer = await gateway.call('POST', '/v1/videos', { prompt: 'x', n })
    assert.equal(answer.status, 429)
    assert.equal(answer.body.error.type, 'rate_limit_error')
    assert.equal(answer.body.error.code, 'concurrency_limit_exceeded')
    assert.deepEqual(answer.body.error.details, { limit: 3 })
    assert.match(answer.headers.get('retry-after') ?? '', /^[1-9][0-9]?$/)
  }
  const replay = await gateway.call('POST', '/v1/videos', { prompt: 'x', n: 4 }, { 'idempotency-key': 'fill' })
  assert.equal(replay.status, 202)
  assert.deepEqual(await gateway.counts(), before)
})

test('the cap is checked before the balance', async () => {
  const { key } = await gateway.newAccount({ creditMicro: 0n, concurrencyLimit: 0 })
  const answer = await gateway.call('POST', '/v1/videos', { prompt: 'x' }, { authorization: `Bearer ${key}` })
  assert.equal(answer.status, 429)
})
