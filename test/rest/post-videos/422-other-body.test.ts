import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'

const gateway = await startTestGateway()

test('a key used with another body, valid or not, gets 422, and nothing is written', async () => {
  const headers = { 'idempotency-key': 'k' }
  await gateway.call('POST', '/v1/videos', { prompt: 'x', duration: 5 }, headers)
  const before = await gateway.counts()
  for (const body of ['{"prompt":"x","duration":5.5}', '{"prompt":"y"}', '{"prompt":""}', '{"n":9}']) {
    const answer = await gateway.call('POST', '/v1/videos', body, headers)
    assert.equal(answer.status, 422, body)
    assert.equal(answer.body.error.code, 'idempotency_key_reused')
    assert.equal(answer.body.error.param, 'Idempotency-Key')
  }
  assert.deepEqual(await gateway.counts(), before)
})

test('another account’s key is a different key', async () => {
  const other = await gateway.newAccount()
  const headers = { authorization: `Bearer ${other.key}`, 'idempotency-key': 'k' }
  const answer = await gateway.call('POST', '/v1/videos', { prompt: 'another' }, headers)
  assert.equal(answer.status, 202)
  assert.equal(answer.headers.get('idempotent-replayed'), null)
})
