import assert from 'node:assert/strict'
import { test } from 'node:test'
import { says } from '../../prompt/server.ts'
import { startOptimizing } from './support.ts'

const { gateway, chat, optimize, ledger } = await startOptimizing()

test('a repeated call returns the stored prompt and charges once, whatever the balance', async () => {
  chat.answer = says('A lake at dawn.')
  const headers = { 'idempotency-key': 'once' }
  const first = await optimize({ prompt: 'a lake' }, headers)
  chat.answer = says('A lake at dusk.')
  const before = await ledger()
  const again = await optimize('{ "prompt" : "a lake" }', headers)
  assert.deepEqual([again.status, again.body], [200, first.body])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(again.headers.get('deprecation'), '@1793491200')
  assert.deepEqual(await ledger(), before)
  assert.equal(chat.requests.length, 1)
})

test('another body gets 422, even one that is invalid', async () => {
  for (const body of [{ prompt: 'a sea' }, { prompt: '' }, { prompt: 'a lake', style: 1 }]) {
    const { status, body: answer } = await optimize(body, { 'idempotency-key': 'once' })
    assert.deepEqual([status, answer.error.code], [422, 'idempotency_key_reused'])
  }
})

test('a create may use the same key as an optimisation', async () => {
  const headers = { 'idempotency-key': 'shared' }
  assert.equal((await optimize({ prompt: 'a lake' }, headers)).status, 200)
  assert.equal((await gateway.call('POST', '/v1/videos', { prompt: 'a lake' }, headers)).status, 202)
})

test('a repeat during the first call gets 409, and other keys continue', async () => {
  const answering = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  chat.answer = async (response, request) => {
    asked.resolve()
    await answering.promise
    await says('A lake at noon.')(response, request)
  }
  const headers = { 'idempotency-key': 'busy' }
  const first = optimize({ prompt: 'a lake' }, headers)
  await asked.promise
  const second = await optimize({ prompt: 'a lake' }, headers)
  assert.deepEqual([second.status, second.body.error.code], [409, 'idempotency_in_progress'])
  assert.equal(second.headers.get('retry-after'), '1')
  assert.equal(second.headers.get('x-should-retry'), 'true')
  const other = await optimize({ prompt: 'a sea' }, headers)
  assert.equal(other.status, 422)
  assert.equal((await gateway.call('POST', '/v1/prompt/optimize', { prompt: 'a lake' })).status, 200)
  answering.resolve()
  assert.equal((await first).body.prompt, 'A lake at noon.')
})

test('the same key twenty times at once at two gateways charges once', async () => {
  const body = { prompt: 'a lake' }
  const before = await ledger()
  const headers = { 'idempotency-key': 'twenty' }
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      i % 2 === 0 ? optimize(body, headers) : gateway.call('POST', '/v1/prompt/optimize', body, headers),
    ),
  )
  const done = answers.filter(({ status }) => status === 200)
  assert.equal(done.filter(({ headers }) => !headers.has('idempotent-replayed')).length, 1)
  for (const each of done) assert.deepEqual(each.body, done[0]?.body)
  for (const each of answers.filter((answer) => !done.includes(answer))) {
    assert.deepEqual([each.status, each.body.error.code], [409, 'idempotency_in_progress'])
  }
  const { balance, frozen, entries } = await ledger()
  assert.deepEqual([before.balance - balance, frozen], [50_000, before.frozen])
  assert.deepEqual(entries.slice(before.entries.length), ['freeze 0 50000', 'prompt_optimize -50000 -50000'])
  assert.deepEqual((await optimize(body, headers)).body, done[0]?.body)
})

test('each call without a key is separate', async () => {
  const before = await ledger()
  await Promise.all([optimize({ prompt: 'a lake' }), optimize({ prompt: 'a lake' }), optimize({ prompt: 'a lake' })])
  assert.equal(before.balance - (await ledger()).balance, 150_000)
})
