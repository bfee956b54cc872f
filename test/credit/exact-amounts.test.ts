import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addPriceVersion } from '../../src/credit/price-version.ts'
import { ask } from '../graphql/client.ts'
import { CreditsDocument } from '../graphql/generated/graphql.ts'
import { startTestGateway } from '../support/gateway.ts'
import { watch } from '../support/watch.ts'

const BEYOND = 2n ** 53n + 1n
const PRICE = 50_000_000_000n
const gateway = await startTestGateway({ creditMicro: BEYOND })
const { pool } = gateway.rooms.resources
// 10,000 yuan a second: five seconds cost 50,000 yuan, far above 32 bits.
await addPriceVersion(pool, (prices) => ({ ...prices, encoder: 0, generation: { '768p': 10_000_000_000 } }))

test('2^53 + 1 µ¥ and 50,000 yuan pass through REST exactly', async () => {
  const { body: task, text } = await gateway.call('POST', '/v1/videos', { prompt: 'x' })
  assert.ok(text.includes(`"cost":{"frozen_micro":${PRICE},"earned_micro":0}`))
  // The account's first verification, as the audit would write it.
  await pool.query('update account set audited_balance_micro = balance_micro, audited_at = now()')
  const credits = await gateway.call('GET', '/v1/credits')
  for (const part of [
    `"balance_micro":${BEYOND},`,
    `"frozen_micro":${PRICE},`,
    `"available_micro":${BEYOND - PRICE},`,
    '"balance":"¥9007199254.740993"',
    `"snapshot":{"balance_micro":${BEYOND},`,
    `"kind":"topup","amount_micro":${BEYOND},"frozen_delta_micro":0,"balance_after_micro":${BEYOND},`,
    `"kind":"freeze","amount_micro":0,"frozen_delta_micro":${PRICE},"balance_after_micro":${BEYOND},`,
  ]) {
    assert.ok(credits.text.includes(part), part)
  }
  const seen = await watch(gateway, task.id)
  const { task: pushed } = await seen.when(() => true)
  assert.equal(pushed.frozenMicro, PRICE)
})

test('2^53 + 1 µ¥ and 50,000 yuan pass through GraphQL exactly', async () => {
  const { credits } = await ask(gateway, CreditsDocument, { first: 10 })
  assert.deepEqual(
    [credits.balanceMicro, credits.frozenMicro, credits.availableMicro],
    [BEYOND.toString(), PRICE.toString(), (BEYOND - PRICE).toString()],
  )
  assert.deepEqual(
    credits.entries.nodes.map(({ amountMicro, frozenDeltaMicro }) => [amountMicro, frozenDeltaMicro]),
    [
      ['0', PRICE.toString()],
      [BEYOND.toString(), '0'],
    ],
  )
})
