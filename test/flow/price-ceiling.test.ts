import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES } from '../../src/key/caller.ts'
import { FEE, PRICE } from '../credit/limited-key.ts'
import { dataOf } from '../graphql/client.ts'
import { startTestGateway } from '../support/gateway.ts'
import { rowsOf } from '../support/rows.ts'

const gateway = await startTestGateway({ scopes: SCOPES, concurrencyLimit: 100 })
const create = (body: object, headers: Record<string, string> = {}) =>
  gateway.call('POST', '/v1/videos', { prompt: 'a lake', ...body }, headers)
// Before the first call, because a gateway caches the settings of a key for a second.
await gateway.rooms.resources.pool.query('update account set earlier_form_enabled = true')

test('a create at its ceiling is made, and one above it gets 409 with the price of all n and writes nothing', async () => {
  assert.equal((await create({ max_amount_micro: PRICE })).status, 202)
  assert.equal((await create({ n: 2, max_amount_micro: 2 * PRICE })).status, 202)
  const before = await gateway.counts()
  for (const [body, amount] of [
    [{ max_amount_micro: PRICE - 1 }, PRICE],
    [{ n: 4, max_amount_micro: 4 * PRICE - 1 }, 4 * PRICE],
    [{ max_amount_micro: 0 }, PRICE],
  ] as const) {
    const { status, body: answer } = await create(body)
    const { code, param, details } = answer.error
    assert.deepEqual([status, code, param], [409, 'price_above_maximum', 'max_amount_micro'])
    assert.deepEqual(details, { amount_micro: amount, max_amount_micro: body.max_amount_micro })
  }
  assert.deepEqual(await gateway.counts(), before)
})

test('the earlier version and forms accept a ceiling too', async () => {
  const earlier = await create({ max_amount_micro: 1 }, { 'api-version': '2026-06-01' })
  assert.equal(earlier.body.error.code, 'price_above_maximum')
  const form = new FormData()
  form.set('prompt', 'a lake')
  form.set('max_amount_micro', '1')
  const authorization = `Bearer ${gateway.key}`
  const answer = await fetch(`${gateway.url}/v1/videos`, { method: 'POST', body: form, headers: { authorization } })
  const { error } = (await answer.json()) as { error: { code: string } }
  assert.equal(error.code, 'price_above_maximum')
})

test('the ceiling belongs to the body: a repeat with another one is another body', async () => {
  const headers = { 'idempotency-key': 'ceiling' }
  const { body } = await create({ max_amount_micro: PRICE }, headers)
  const again = await create({ max_amount_micro: PRICE }, headers)
  assert.deepEqual([again.status, again.body.id], [202, body.id])
  for (const fields of [{ max_amount_micro: PRICE + 1 }, {}]) {
    assert.equal((await create(fields, headers)).body.error.code, 'idempotency_key_reused')
  }
})

test('a dry run reports it, and anything but an amount gets 400', async () => {
  const quote = await gateway.call('POST', '/v1/videos?dry_run=true', { prompt: 'x', n: 2, max_amount_micro: PRICE })
  assert.deepEqual([quote.body.valid, quote.body.price.total_micro], [false, 2 * PRICE])
  assert.deepEqual(
    quote.body.errors.map(({ code }: { code: string }) => code),
    ['price_above_maximum'],
  )
  for (const max_amount_micro of [-1, 0.5, '1', 2 ** 53, [1]]) {
    const { status, body } = await create({ max_amount_micro })
    assert.deepEqual([status, body.error.code, body.error.param], [400, 'invalid_parameter', 'max_amount_micro'])
  }
})

test('GraphQL judges a create by its ceiling and answers with the price', async () => {
  const query = `mutation ($input: TaskCreateInput!) { taskCreate(input: $input) { created userErrors {
    __typename code path ... on PriceAboveMaximumError { amount maximum } } } }`
  const run = async (maxAmountMicro: string) =>
    (await dataOf(gateway, query, { input: { prompt: 'x', n: 2, maxAmountMicro } })).taskCreate
  assert.deepEqual(await run(String(2 * PRICE)), { created: 2, userErrors: [] })
  assert.deepEqual(await run(String(2 * PRICE - 1)), {
    created: 0,
    userErrors: [
      {
        __typename: 'PriceAboveMaximumError',
        code: 'price_above_maximum',
        path: ['input', 'maxAmountMicro'],
        amount: String(2 * PRICE),
        maximum: String(2 * PRICE - 1),
      },
    ],
  })
})

test('a prompt optimisation above its ceiling gets 409 and writes nothing, at both doors', async () => {
  const optimise = (max: number) =>
    gateway.call('POST', '/v1/prompt/optimize', { prompt: 'a lake', max_amount_micro: max })
  const before = await rowsOf(gateway)
  const { status, body } = await optimise(FEE - 1)
  assert.deepEqual([status, body.error.code], [409, 'price_above_maximum'])
  const query = `mutation { promptOptimize(input: {prompt: "a lake", maxAmountMicro: "1"}) { userErrors { code } } }`
  assert.deepEqual((await dataOf(gateway, query)).promptOptimize.userErrors, [{ code: 'price_above_maximum' }])
  assert.deepEqual(await rowsOf(gateway), before)
  assert.equal((await optimise(FEE)).status, 200)
})
