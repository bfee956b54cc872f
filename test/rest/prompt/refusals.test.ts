import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readLedger, startOptimizing } from './support.ts'

const { gateway, chat, optimize, ledger } = await startOptimizing()
const reader = await gateway.newAccount({ scopes: ['videos:read'] })

/** A refusal leaves no row, frees the key and calls no optimiser. */
async function refused(run: () => Promise<unknown>): Promise<void> {
  const before = await gateway.counts()
  const asked = chat.requests.length
  await run()
  assert.deepEqual(await gateway.counts(), before)
  assert.equal(chat.requests.length, asked)
}

test('a balance below the price gets 402, and nothing is charged', async () => {
  const { accountId, key } = await gateway.newAccount({ creditMicro: 49_999n })
  const headers = { authorization: `Bearer ${key}`, 'idempotency-key': 'poor' }
  await refused(async () => {
    const { status, body } = await optimize({ prompt: 'a lake' }, headers)
    assert.equal(status, 402)
    assert.equal(body.error?.type, 'insufficient_balance_error')
    assert.equal(body.error?.code, 'insufficient_balance')
    assert.deepEqual(body.error.details, { required_micro: 50_000, available_micro: 49_999 })
  })
  assert.deepEqual(await readLedger(gateway, accountId), { balance: 49_999, frozen: 0, entries: ['topup 49999 0'] })
})

test('frozen credit is not available and gets 402', async () => {
  const { key } = await gateway.newAccount({ creditMicro: 2_560_000n })
  const headers = { authorization: `Bearer ${key}` }
  assert.equal((await gateway.call('POST', '/v1/videos', { prompt: 'a lake' }, headers)).status, 202)
  await refused(async () => assert.equal((await optimize({ prompt: 'a lake' }, headers)).status, 402))
})

const BAD: readonly (readonly [body: unknown, code: string, param: string | null])[] = [
  ['{', 'invalid_json', null],
  ['[]', 'invalid_parameter', null],
  [{}, 'missing_parameter', 'prompt'],
  [{ prompt: null }, 'missing_parameter', 'prompt'],
  [{ prompt: '' }, 'invalid_parameter', 'prompt'],
  [{ prompt: 7 }, 'invalid_parameter', 'prompt'],
  [{ prompt: ' \u200b\n' }, 'invalid_parameter', 'prompt'],
  [{ prompt: '@图片\u200b1 walks' }, 'reference_not_supplied', 'prompt'],
  [{ prompt: 'x'.repeat(7001) }, 'invalid_parameter', 'prompt'],
  ['{"prompt":"a\\u0000b"}', 'invalid_parameter', 'prompt'],
  ['{"prompt":"a\\ud800b"}', 'invalid_parameter', 'prompt'],
  [{ prompt: 'a', style: 'noir' }, 'unknown_parameter', 'style'],
]

test('an invalid body gets 400', () =>
  refused(async () => {
    for (const [sent, code, param] of BAD) {
      const { status, body, headers } = await optimize(sent, { 'idempotency-key': 'bad' })
      assert.deepEqual(
        [status, body.error?.code, body.error?.param],
        [400, code, param],
        JSON.stringify(sent).slice(0, 60),
      )
      assert.equal(headers.get('deprecation'), '@1793491200')
    }
  }))

test('other refusals get 400, 403, 405 and 415', () =>
  refused(async () => {
    const body = { prompt: 'a' }
    const none = await optimize(body, { 'idempotency-key': '' })
    assert.equal(none.body.error?.code, 'invalid_idempotency_key')
    const scope = await optimize(body, { authorization: `Bearer ${reader.key}` })
    assert.deepEqual([scope.status, scope.body.error?.code], [403, 'insufficient_scope'])
    assert.equal((await gateway.call('GET', '/v1/prompt/optimize')).status, 405)
    assert.equal((await optimize(body, { 'content-type': 'text/plain' })).status, 415)
    assert.equal((await ledger()).frozen, 0)
  }))
