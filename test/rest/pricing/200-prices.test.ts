import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'

const gateway = await startTestGateway()

test('the price list shows current prices in µ¥', async () => {
  const { status, body } = await gateway.call('GET', '/v1/pricing')
  assert.equal(status, 200)
  const { effective_at, ...prices } = body
  assert.match(effective_at, /Z$/)
  assert.deepEqual(prices, {
    object: 'pricing',
    currency: 'CNY',
    price_version: 1,
    video: { '768p': { per_second_micro: 500_000 } },
    tiers: { draft: 1, standard: 1, pro: 1.5, dedicated: 2 },
    encoder: { per_task_micro: 20_000 },
    material: {
      video: { per_second_micro: 20_000 },
      audio: { per_second_micro: 5_000 },
      image_beyond_five: { per_image_micro: 200_000 },
    },
    upscale: { '2k': { per_second_micro: 300_000 }, '4k': { per_second_micro: 900_000 } },
    context_ir_micro: 100_000,
    prompt_opt_micro: 50_000,
  })
})

test('the price list needs a key', async () => {
  const answer = await gateway.call('GET', '/v1/pricing', undefined, { authorization: '' })
  assert.equal(answer.status, 401)
})
