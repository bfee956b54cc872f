import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'

const gateway = await startTestGateway({ creditMicro: 2_519_999n })

test('a balance one µ¥ too small gets 402 with the required amount, and nothing is written', async () => {
  const before = await gateway.counts()
  for (const n of [1, 4]) {
    const answer = await gateway.call('POST', '/v1/videos', { prompt: 'x', n }, { 'idempotency-key': `poor ${n}` })
    assert.equal(answer.status, 402)
    const { request_id: _, ...error } = answer.body.error
    assert.deepEqual(error, {
      type: 'insufficient_balance_error',
      code: 'insufficient_balance',
      message: 'This task needs ¥2.52; ¥2.519999 is available.',
      param: null,
      details: { required_micro: 2_520_000, available_micro: 2_519_999 },
    })
  }
  assert.deepEqual(await gateway.counts(), before)
})
