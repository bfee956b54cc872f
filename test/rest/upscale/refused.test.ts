import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addPriceVersion } from '../../../src/credit/price-version.ts'
import { SCOPES } from '../../../src/key/caller.ts'
import { startTestGateway, type TestResponse } from '../../support/gateway.ts'
import { rowsOf } from '../../support/rows.ts'
import { claimOf, complete, endedTask, workUpTo } from '../cancel/work.ts'

const gateway = await startTestGateway({ scopes: SCOPES })
const { pool, storage } = gateway.rooms.resources

const PRICE = 1_550_000

const upscale = (id: string, body: unknown = { amount_micro: PRICE }, headers: Record<string, string> = {}) =>
  gateway.call('POST', `/v1/videos/${id}/upscale`, body, headers)

/** A refusal writes nothing, not even a key. */
async function refused(
  id: string,
  body: unknown,
  [status, code, param]: readonly [number, string, (string | null)?],
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  const before = await rowsOf(gateway)
  const answer = await upscale(id, body, { 'idempotency-key': 'k', ...headers })
  assert.deepEqual([answer.status, answer.body.error?.code], [status, code], answer.text)
  if (param !== undefined) assert.equal(answer.body.error?.param, param)
  assert.deepEqual(await rowsOf(gateway), before)
  return answer
}

test('a body without a quoted amount gets 400', async () => {
  const id = await endedTask(gateway, 'succeeded')
  const cases: readonly (readonly [body: unknown, code: string, param: string | null])[] = [
    [{}, 'missing_parameter', 'amount_micro'],
    [{ amount_micro: null }, 'missing_parameter', 'amount_micro'],
    [{ amount_micro: '1550000' }, 'invalid_parameter', 'amount_micro'],
    [{ amount_micro: 1550000.5 }, 'invalid_parameter', 'amount_micro'],
    [{ amount_micro: -1 }, 'invalid_parameter', 'amount_micro'],
    ['{"amount_micro":9223372036854775808}', 'invalid_parameter', 'amount_micro'],
    [{ amount_micro: PRICE, resolution: '4k' }, 'unknown_parameter', 'resolution'],
    [[PRICE], 'invalid_parameter', null],
    ['1550000', 'invalid_parameter', null],
    ['', 'invalid_json', null],
    ['{"amount_micro":', 'invalid_json', null],
  ]
  for (const [body, code, param] of cases) await refused(id, body, [400, code, param])
})

test('foreign, unknown, deleted and invalid ids get the same 404, also for the quote', async () => {
  const { key } = await gateway.newAccount()
  const own = await endedTask(gateway, 'succeeded')
  const deleted = await endedTask(gateway, 'succeeded')
  await gateway.call('DELETE', `/v1/videos/${deleted}`)
  const cases: readonly (readonly [id: string, headers: Record<string, string>])[] = [
    [own, { authorization: `Bearer ${key}` }],
    [deleted, {}],
    ['vid_00000000000000000000000000', {}],
    ['vid_%00', {}],
    ['x'.repeat(4000), {}],
  ]
  for (const [id, headers] of cases) {
    await refused(id, { amount_micro: PRICE }, [404, 'video_not_found'], headers)
    const quote = await gateway.call('GET', `/v1/videos/${id}/upscale`, undefined, headers)
    assert.deepEqual([quote.status, quote.body.error?.code], [404, 'video_not_found'])
  }
})

test('a quote needs videos:read, and an upscale videos:write', async () => {
  const id = await endedTask(gateway, 'succeeded')
  for (const [lacking, method, body] of [
    ['videos:read', 'GET', undefined],
    ['videos:write', 'POST', { amount_micro: PRICE }],
  ] as const) {
    const scopes = SCOPES.filter((scope) => scope !== lacking)
    const { body: key } = await gateway.call('POST', '/v1/api-keys', { name: lacking, scopes })
    const before = await rowsOf(gateway)
    const answer = await gateway.call(method, `/v1/videos/${id}/upscale`, body, { authorization: `Bearer ${key.key}` })
    assert.deepEqual([answer.status, answer.body.error?.code], [403, 'insufficient_scope'])
    assert.deepEqual(await rowsOf(gateway), before)
  }
})

test('anything but a finished 768p video gets 400, also for the quote', async () => {
  const assertIneligible = async (id: string) => {
    await refused(id, { amount_micro: PRICE }, [400, 'upscale_not_eligible', null])
    const quote = await gateway.call('GET', `/v1/videos/${id}/upscale`)
    assert.deepEqual([quote.status, quote.body.error?.code], [400, 'upscale_not_eligible'])
  }
  const { body: running } = await gateway.call('POST', '/v1/videos', { prompt: 'a lake' })
  await assertIneligible(running.id)
  for (const stage of ['encode', 'render', 'package'] as const) {
    const claim = await claimOf(gateway, running.id, stage)
    await assertIneligible(running.id)
    await complete(gateway, claim)
  }
  for (const end of ['failed', 'cancelled', 'rejected'] as const) await assertIneligible(await endedTask(gateway, end))
  for (const resolution of ['2k', '4k']) await assertIneligible(await endedTask(gateway, 'succeeded', { resolution }))
  const { body: made } = await upscale(running.id)
  await complete(gateway, await workUpTo(gateway, made.id, 'package'))
  await assertIneligible(made.id)
})

test('bytes that are missing or past their retention get 410, also for the quote', async () => {
  for (const lose of [
    async (id: string) => {
      const { rows } = await pool.query("select output->>'key' as key from task where id = $1", [id])
      await storage.remove(rows[0].key)
    },
    (id: string) => pool.query('update task set output_until = now() where id = $1', [id]),
    (id: string) => pool.query('update task set output_erased_at = now() where id = $1', [id]),
  ]) {
    const id = await endedTask(gateway, 'succeeded')
    await lose(id)
    await refused(id, { amount_micro: PRICE }, [410, 'source_unavailable', null])
    const quote = await gateway.call('GET', `/v1/videos/${id}/upscale`)
    assert.deepEqual([quote.status, quote.body.error?.code], [410, 'source_unavailable'])
  }
})

test('a changed price gets 409 with the current amount, which is then accepted', async () => {
  const id = await endedTask(gateway, 'succeeded')
  const { body: quote } = await gateway.call('GET', `/v1/videos/${id}/upscale`)
  await addPriceVersion(pool, (prices) => ({ ...prices, upscale: { ...prices.upscale, '2k': 330_001 } }))
  const answer = await refused(id, { amount_micro: quote.amount_micro }, [409, 'upscale_price_changed', 'amount_micro'])
  assert.equal(answer.headers.get('x-should-retry'), 'false')
  const { body: now } = await gateway.call('GET', `/v1/videos/${id}/upscale`)
  assert.deepEqual([now.amount_micro, now.unit_price_micro, now.price_version], [1_705_006, 330_001, 2])
  assert.equal(answer.body.error.details.current_amount_micro, now.amount_micro)
  // An amount above the price is refused too: its sender has not read the price.
  await refused(id, { amount_micro: now.amount_micro + 1 }, [409, 'upscale_price_changed', 'amount_micro'])
  const taken = await upscale(id, { amount_micro: now.amount_micro }, { 'idempotency-key': 'k' })
  assert.equal(taken.status, 202)
  assert.equal(taken.body.cost.frozen_micro, now.amount_micro)
  await addPriceVersion(pool, (prices) => ({ ...prices, upscale: { ...prices.upscale, '2k': 300_000 } }))
})

test('the first of several reasons is reported', async () => {
  // Enough credit for the videos, and none left; no room for another task; a wrong amount.
  const account = { creditMicro: 2_520_000n * 3n + 4_020_000n + 1_550_000n }
  const { accountId, key } = await gateway.newAccount(account)
  const own = { ...gateway, key, call: callAs(key) }
  const [upscaled, gone, whole] = [
    await endedTask(own, 'succeeded'),
    await endedTask(own, 'succeeded'),
    await endedTask(own, 'succeeded'),
  ]
  const large = await endedTask(own, 'succeeded', { resolution: '2k' })
  const headers = { authorization: `Bearer ${key}` }
  assert.equal((await upscale(upscaled, { amount_micro: PRICE }, headers)).status, 202)
  await pool.query('update account set concurrency_limit = 0 where id = $1', [accountId])
  await pool.query('update task set output_until = now() where id = any($1)', [[upscaled, gone, large]])

  const wrong = { amount_micro: 1 }
  assert.equal((await upscale(upscaled, wrong, headers)).status, 200)
  await refused(large, wrong, [400, 'upscale_not_eligible'], headers)
  await refused(gone, wrong, [410, 'source_unavailable'], headers)
  await refused(whole, wrong, [409, 'upscale_price_changed'], headers)
  const capped = await refused(whole, { amount_micro: PRICE }, [429, 'concurrency_limit_exceeded'], headers)
  assert.deepEqual(capped.body.error.details, { limit: 0 })
  assert.match(capped.headers.get('retry-after') ?? '', /^[1-9][0-9]?$/)
  await pool.query('update account set concurrency_limit = 10 where id = $1', [accountId])
  const poor = await refused(whole, { amount_micro: PRICE }, [402, 'insufficient_balance'], headers)
  assert.deepEqual(poor.body.error.details, { required_micro: PRICE, available_micro: 0 })
})

function callAs(key: string): typeof gateway.call {
  return (method, path, body, headers = {}) =>
    gateway.call(method, path, body, { authorization: `Bearer ${key}`, ...headers })
}
