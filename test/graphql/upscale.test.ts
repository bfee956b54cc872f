import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addPriceVersion } from '../../src/credit/price-version.ts'
import { claimOf, complete, endedTask, entriesOf } from '../rest/cancel/work.ts'
import { startTestGateway } from '../support/gateway.ts'
import { rowsOf } from '../support/rows.ts'
import { type Reply, send } from './client.ts'

const gateway = await startTestGateway()
const { pool } = gateway.rooms.resources

const QUOTE = `query ($id: ID!) { upscaleQuote(taskId: $id) {
  sourceTaskId resolution billedSeconds frames unitPriceMicro amountMicro amount currency priceVersion
} }`
const UPSCALE = `mutation ($input: TaskUpscaleInput!) { taskUpscale(input: $input) {
  task { id status resolution sourceTaskId prompt seed metadata webhookUrl serviceTier cost { frozenMicro } output { width height } }
  alreadyExists
  userErrors { __typename code path
    ... on PriceChangedError { quote { sourceTaskId resolution billedSeconds frames unitPriceMicro amountMicro amount currency priceVersion } }
    ... on InsufficientBalanceError { required available }
    ... on ConcurrencyLimitError { limit }
  }
} }`

interface Input {
  readonly taskId: string
  readonly amountMicro: string
  readonly idempotencyKey?: string
}

interface Upscaled {
  readonly task: Readonly<Record<string, unknown>> | null
  readonly alreadyExists: boolean
  readonly userErrors: readonly Readonly<Record<string, unknown>>[]
}

const PRICE = '1550000'

const quote = (id: string, headers = {}): Promise<Reply<{ upscaleQuote: Readonly<Record<string, unknown>> | null }>> =>
  send(gateway, QUOTE, { id }, headers)

async function upscale(input: Input, headers: Record<string, string> = {}): Promise<Upscaled> {
  const { data, errors } = await send<{ taskUpscale: Upscaled }, { input: Input }>(gateway, UPSCALE, { input }, headers)
  assert.equal(errors, undefined)
  return data?.taskUpscale ?? assert.fail()
}

test('a quote and its upscale equal REST’s', async () => {
  const id = await endedTask(gateway, 'succeeded', { prompt: '海边', seed: 7, metadata: { a: 1 } })
  const { data } = await quote(id)
  assert.deepEqual(data?.upscaleQuote, {
    sourceTaskId: id,
    resolution: 'R2K',
    billedSeconds: 124 / 24,
    frames: 124,
    unitPriceMicro: '300000',
    amountMicro: PRICE,
    amount: '¥1.55',
    currency: 'CNY',
    priceVersion: 1,
  })
  const { task, alreadyExists, userErrors } = await upscale({ taskId: id, amountMicro: PRICE, idempotencyKey: 'u' })
  assert.deepEqual([alreadyExists, userErrors], [false, []])
  const taskId = String(task?.['id'])
  assert.deepEqual(task, {
    id: taskId,
    status: 'QUEUED',
    resolution: 'R2K',
    sourceTaskId: id,
    prompt: '海边',
    seed: 7,
    metadata: null,
    webhookUrl: null,
    serviceTier: 'STANDARD',
    cost: { frozenMicro: PRICE },
    output: null,
  })
  assert.deepEqual(await entriesOf(gateway, taskId), [['freeze', 0n, 1_550_000n]])

  // The same key and amount in the other API are the same call.
  const before = await rowsOf(gateway)
  const headers = { 'idempotency-key': 'u' }
  const again = await gateway.call('POST', `/v1/videos/${id}/upscale`, { amount_micro: 1_550_000 }, headers)
  assert.deepEqual([again.status, again.body.id, again.headers.get('idempotent-replayed')], [202, taskId, 'true'])
  assert.deepEqual(await rowsOf(gateway), before)

  await complete(gateway, await claimOf(gateway, taskId, 'upscale'))
  await complete(gateway, await claimOf(gateway, taskId, 'package'))
  const existing = await upscale({ taskId: id, amountMicro: '1' })
  assert.deepEqual([existing.alreadyExists, existing.userErrors], [true, []])
  assert.deepEqual([existing.task?.['id'], existing.task?.['status']], [taskId, 'SUCCEEDED'])
  assert.deepEqual(existing.task?.['output'], { width: 2688, height: 1536 })
})

test('a quote is null for a missing or foreign task, and an error if it cannot be upscaled', async () => {
  const { key } = await gateway.newAccount()
  const own = await endedTask(gateway, 'succeeded')
  for (const [id, headers] of [
    [own, { authorization: `Bearer ${key}` }],
    ['vid_00000000000000000000000000', {}],
    ['a\0b', {}],
  ] as const) {
    const { data, errors } = await quote(id, headers)
    assert.deepEqual([data, errors], [{ upscaleQuote: null }, undefined])
  }
  const { errors } = await quote(await endedTask(gateway, 'cancelled'))
  assert.equal(errors?.[0]?.extensions.code, 'upscale_not_eligible')
  await pool.query('update task set output_until = now() where id = $1', [own])
  assert.equal((await quote(own)).errors?.[0]?.extensions.code, 'source_unavailable')
})

test('a refusal is a typed user error and writes nothing', async () => {
  const account = { creditMicro: 2_520_000n }
  const { accountId, key } = await gateway.newAccount(account)
  const headers = { authorization: `Bearer ${key}` }
  const call: typeof gateway.call = (method, path, body, more = {}) =>
    gateway.call(method, path, body, { ...headers, ...more })
  const id = await endedTask({ ...gateway, key, call }, 'succeeded')
  const refused = async (input: Partial<Input>): Promise<Readonly<Record<string, unknown>>> => {
    const before = await rowsOf(gateway)
    const { task, alreadyExists, userErrors } = await upscale(
      { taskId: id, amountMicro: PRICE, idempotencyKey: 'k', ...input },
      headers,
    )
    assert.deepEqual([task, alreadyExists, userErrors.length], [null, false, 1])
    assert.deepEqual(await rowsOf(gateway), before)
    return userErrors[0] ?? {}
  }
  const path = ['input', 'amountMicro']
  const invalid = { __typename: 'InvalidInputError', code: 'invalid_parameter', path }
  assert.deepEqual(await refused({ amountMicro: '-1' }), invalid)
  assert.deepEqual(await refused({ amountMicro: '9223372036854775807' }), invalid)
  const missing = { __typename: 'InvalidInputError', code: 'video_not_found', path: null }
  assert.deepEqual(await refused({ taskId: await endedTask(gateway, 'succeeded') }), missing)
  assert.deepEqual(await refused({ taskId: 'a\0b' }), missing)

  await addPriceVersion(pool, (prices) => ({ ...prices, upscale: { ...prices.upscale, '2k': 330_000 } }))
  const { data } = await send<{ upscaleQuote: unknown }, { id: string }>(gateway, QUOTE, { id }, headers)
  assert.deepEqual(await refused({}), {
    __typename: 'PriceChangedError',
    code: 'upscale_price_changed',
    path,
    quote: data?.upscaleQuote,
  })
  const amountMicro = '1705000'
  assert.deepEqual(await refused({ amountMicro }), {
    __typename: 'InsufficientBalanceError',
    code: 'insufficient_balance',
    path: null,
    required: amountMicro,
    available: '0',
  })
  await pool.query('update account set concurrency_limit = 0 where id = $1', [accountId])
  assert.deepEqual(await refused({ amountMicro }), {
    __typename: 'ConcurrencyLimitError',
    code: 'concurrency_limit_exceeded',
    path: null,
    limit: 0,
  })
  await pool.query('update task set output_until = now() where id = $1', [id])
  assert.deepEqual(await refused({}), { __typename: 'ConflictError', code: 'source_unavailable', path: null })
  await pool.query("update task set resolution = '2k' where id = $1", [id])
  assert.deepEqual(await refused({}), { __typename: 'InvalidInputError', code: 'upscale_not_eligible', path: null })
})
