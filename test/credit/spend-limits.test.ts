import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES } from '../../src/key/caller.ts'
import { chargeFee, holdFee, releaseFee, waiveFee } from '../../src/prompt/fee.ts'
import { endedTask, workUpTo } from '../rest/cancel/work.ts'
import { startTestGateway } from '../support/gateway.ts'
import { rowsOf } from '../support/rows.ts'
import { startSecondGateway } from '../support/second-gateway.ts'
import { FEE, limitedKeys, PRICE } from './limited-key.ts'

const gateway = await startTestGateway({ scopes: SCOPES, creditMicro: 10_000_000_000n, concurrencyLimit: 10_000 })
const { pool } = gateway.rooms.resources
const { accountId } = gateway
const { newKey, change, limitOf, prove } = limitedKeys(gateway)

const tasksOf = async (id: string) =>
  (await pool.query('select count(*)::int as count from task where key_id = $1', [id])).rows[0].count

const spentBy = async (id: string) => (await limitOf(id))?.spent_micro

test('64 creates at once at two gateways with a budget for 10 create exactly 10', async () => {
  const second = await startSecondGateway(gateway)
  const { id, key } = await newKey({ limit_micro: 11 * PRICE - 1, period: 'day' })
  const authorization = `Bearer ${key}`
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, i) =>
      [gateway, second][i % 2]?.call('POST', '/v1/videos', { prompt: 'a lake' }, { authorization }),
    ),
  )
  const codes = Map.groupBy(answers, (answer) => answer?.body.error?.code ?? answer?.status)
  assert.deepEqual([codes.get(202)?.length, codes.get('spend_limit_exceeded')?.length], [10, 54])
  assert.equal(codes.get('spend_limit_exceeded')?.[0]?.status, 402)
  assert.deepEqual([await tasksOf(id), await spentBy(id)], [10, 10 * PRICE])
  await prove()
})

test('a limit is spent to the last micro-yuan, and a refusal names limit, spent and period and writes nothing', async () => {
  const { id, create } = await newKey({ limit_micro: 2 * PRICE, period: 'month' })
  assert.equal((await create()).status, 202)
  assert.equal((await create()).status, 202)
  const before = [await gateway.counts(), await spentBy(id)]
  const { status, body } = await create()
  assert.equal(status, 402)
  const { request_id: _, message, ...error } = body.error
  assert.match(message, /^This key may spend ¥5\.04 each UTC month and has spent ¥5\.04; this call needs ¥2\.52 more\./)
  assert.deepEqual(error, {
    type: 'insufficient_balance_error',
    code: 'spend_limit_exceeded',
    param: null,
    details: { required_micro: PRICE, spent_micro: 2 * PRICE, limit_micro: 2 * PRICE, period: 'month' },
  })
  assert.deepEqual([await gateway.counts(), await spentBy(id)], before)
})

test('a create of n stops where the budget ends, over REST and GraphQL, and a repeat is not judged again', async () => {
  const { id, key, create } = await newKey({ limit_micro: 3 * PRICE, period: 'total' })
  const { status, body } = await create({ n: 4 }, { 'idempotency-key': 'four' })
  assert.deepEqual([status, body.created, body.error.code], [202, 3, 'spend_limit_exceeded'])
  const again = await create({ n: 4 }, { 'idempotency-key': 'four' })
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual([again.body.first_id, again.body.error.details], [body.first_id, body.error.details])
  const query = `mutation { taskCreate(input: {prompt: "x", n: 2}) { created userErrors { __typename code
    ... on SpendLimitError { required spent limit period } } } }`
  const answer = await gateway.call('POST', '/graphql', { query }, { authorization: `Bearer ${key}` })
  assert.deepEqual(answer.body.data.taskCreate, {
    created: 0,
    userErrors: [
      {
        __typename: 'SpendLimitError',
        code: 'spend_limit_exceeded',
        required: String(PRICE),
        spent: String(3 * PRICE),
        limit: String(3 * PRICE),
        period: 'TOTAL',
      },
    ],
  })
  assert.deepEqual([await tasksOf(id), await spentBy(id)], [3, 3 * PRICE])
})

test('a limit of zero spends nothing, and other keys of the account are not limited', async () => {
  const { create } = await newKey({ limit_micro: 0, period: 'total' })
  assert.equal((await create()).body.error.code, 'spend_limit_exceeded')
  assert.equal((await gateway.call('POST', '/v1/videos', { prompt: 'x' })).status, 202)
})

test('a cancelled, failed or partly settled task gives back what it did not cost', async () => {
  const limited = await newKey({ limit_micro: 1_000 * PRICE, period: 'day' })
  const { id, create, call } = limited
  const queued = (await create()).body.id
  assert.equal(await spentBy(id), PRICE)
  await call('POST', `/v1/videos/${queued}/cancel`)
  assert.equal(await spentBy(id), 0)
  const as = { ...gateway, call }
  await endedTask(as, 'failed')
  assert.equal(await spentBy(id), 0)
  await endedTask(as, 'succeeded')
  assert.equal(await spentBy(id), PRICE)
  // 6.5 s in pro 2k freeze 6,845,000 and settle 4,895,000 if cancelled in upscaling.
  const { body } = await create({ duration: 6.5, resolution: '2k', service_tier: 'pro' })
  assert.equal(await spentBy(id), PRICE + 6_845_000)
  await workUpTo(gateway, body.id, 'upscale')
  await call('POST', `/v1/videos/${body.id}/cancel`)
  assert.equal(await spentBy(id), PRICE + 4_895_000)
  await prove()
})

test('an upscale counts, and is refused with nothing written', async () => {
  const upscalePrice = 1_550_000
  const source = await endedTask(gateway, 'succeeded')
  const { id, call } = await newKey({ limit_micro: upscalePrice - 1, period: 'total' })
  const upscale = () => call('POST', `/v1/videos/${source}/upscale`, { amount_micro: upscalePrice })
  const before = [await gateway.counts(), await spentBy(id)]
  const refused = await upscale()
  assert.deepEqual([refused.status, refused.body.error.code], [402, 'spend_limit_exceeded'])
  assert.deepEqual([await gateway.counts(), await spentBy(id)], before)
  await change(id, { spend_limit: { limit_micro: upscalePrice, period: 'total' } })
  const made = await upscale()
  assert.equal(made.status, 202, made.text)
  assert.equal(await spentBy(id), upscalePrice)
  await call('POST', `/v1/videos/${made.body.id}/cancel`)
  assert.equal(await spentBy(id), 0)
  await prove()
})

test('a prompt optimisation counts while it runs and if it is charged, and is refused with nothing written', async () => {
  const { id, call } = await newKey({ limit_micro: FEE, period: 'day' })
  const hold = async () => {
    const start = await holdFee(pool, { accountId, keyId: id, idempotency: null, maxMicro: null })
    assert.ok('held' in start)
    return start.held
  }
  const first = await hold()
  assert.equal(await spentBy(id), FEE)
  const before = await rowsOf(gateway)
  const refused = await call('POST', '/v1/prompt/optimize', { prompt: 'a lake' })
  assert.deepEqual([refused.status, refused.body.error.code], [402, 'spend_limit_exceeded'])
  assert.deepEqual(await rowsOf(gateway), before)
  await releaseFee(pool, first)
  assert.equal(await spentBy(id), 0)
  await waiveFee(pool, await hold(), 'a lake')
  assert.equal(await spentBy(id), 0)
  await prove()
  await chargeFee(pool, await hold(), 'a better lake')
  assert.equal(await spentBy(id), FEE)
  await assert.rejects(hold(), { code: 'spend_limit_exceeded' })
  await prove()
})

test('a prompt’s lapsed Idempotency-Key that is taken over gives back to the key that paid', async () => {
  const [one, other] = [await newKey({ limit_micro: FEE, period: 'total' }), await newKey(null)]
  await change(other.id, { spend_limit: { limit_micro: FEE, period: 'total' } })
  const idempotency = { operation: 'prompt.optimize', key: 'lapsed', bodyHash: Buffer.alloc(32), textHash: () => null }
  const hold = (keyId: string) => holdFee(pool, { accountId, keyId, idempotency, maxMicro: null })
  const lapse = () => pool.query(`update idempotency_key set lease_until = now() - interval '1 s' where key = 'lapsed'`)
  await hold(one.id)
  await lapse()
  await hold(one.id)
  assert.deepEqual([await spentBy(one.id), await spentBy(other.id)], [FEE, 0])
  await lapse()
  await hold(other.id)
  assert.deepEqual([await spentBy(one.id), await spentBy(other.id)], [0, FEE])
  await prove()
})

/** Moves a key's period and its tasks back in time, as if the time had passed. */
async function pass(id: string, time: string): Promise<void> {
  await pool.query(`update api_key set spend_since = spend_since - $2::interval where id = $1`, [id, time])
  await pool.query(`update task set created_at = created_at - $2::interval where key_id = $1`, [id, time])
}

for (const [period, time] of [
  ['day', '1 day'],
  ['month', '1 month'],
] as const) {
  test(`a new ${period} begins with nothing spent, and tasks of an earlier one give nothing back to it`, async () => {
    const { id, create, call } = await newKey({ limit_micro: 2 * PRICE, period })
    const earlier = [(await create()).body.id, (await create()).body.id]
    assert.equal((await create()).status, 402)
    await pass(id, time)
    assert.equal(await spentBy(id), 0)
    // It ends in the new period, before anything was spent there.
    await call('POST', `/v1/videos/${earlier[0]}/cancel`)
    assert.equal(await spentBy(id), 0)
    await prove()
    assert.equal((await create()).status, 202)
    await call('POST', `/v1/videos/${earlier[1]}/cancel`)
    assert.equal(await spentBy(id), PRICE)
    assert.equal((await create()).status, 202)
    assert.equal((await create()).status, 402)
    await prove()
  })
}

test('a create that waited for the lock across the turn of the day belongs to the new day', async () => {
  const { id, create, call } = await newKey({ limit_micro: PRICE, period: 'day' })
  // Another create began the next day while this one, which started before, waits for the lock.
  await pool.query(
    `update api_key set spend_since = date_trunc('day', now(), 'UTC') + interval '1 day' where id = $1`,
    [id],
  )
  const { status, body } = await create()
  assert.equal(status, 202)
  const { rows } = await pool.query(
    'select t.created_at = k.spend_since as same from task t join api_key k on k.id = t.key_id where t.id = $1',
    [body.id],
  )
  assert.equal(rows[0].same, true)
  assert.equal((await create()).status, 402)
  await prove()
  await call('POST', `/v1/videos/${body.id}/cancel`)
  await holdFee(pool, { accountId, keyId: id, idempotency: null, maxMicro: null })
  await prove()
  assert.equal((await pool.query('select spent_micro from api_key where id = $1', [id])).rows[0].spent_micro, 50_000n)
})

test('a limit that is set later counts what the key spent before in the period', async () => {
  const { id, create, call } = await newKey(null)
  assert.equal(await limitOf(id), null)
  const old = (await create()).body.id
  await pool.query(`update task set created_at = created_at - interval '40 days' where id = $1`, [old])
  const cancelled = (await create()).body.id
  await create()
  await call('POST', '/v1/prompt/optimize', { prompt: 'a lake' })
  await call('POST', `/v1/videos/${cancelled}/cancel`)
  for (const [period, spent] of [
    ['day', PRICE + FEE],
    ['month', PRICE + FEE],
    ['total', 2 * PRICE + FEE],
  ] as const) {
    const { status, body } = await change(id, { spend_limit: { limit_micro: 1, period } })
    assert.deepEqual([status, body.spend_limit], [200, { limit_micro: 1, period, spent_micro: spent }])
    await prove()
  }
  // Below what was spent: nothing is cancelled, and nothing more is spent.
  assert.equal((await create()).body.error.details.spent_micro, 2 * PRICE + FEE)
  const { body } = await change(id, { spend_limit: null })
  assert.equal(body.spend_limit, null)
  assert.equal((await create()).status, 202)
})

test('creates and changes of the limit at once leave an exact counter', async () => {
  const { id, create } = await newKey(null)
  await Promise.all(
    Array.from({ length: 24 }, (_, i) =>
      i % 4 === 3
        ? change(id, { spend_limit: i % 8 === 3 ? { limit_micro: 100 * PRICE, period: 'total' } : null })
        : create(),
    ),
  )
  const { body } = await change(id, { spend_limit: { limit_micro: 100 * PRICE, period: 'total' } })
  assert.equal(body.spend_limit.spent_micro, 18 * PRICE)
  await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      i % 4 === 3 ? change(id, { spend_limit: { limit_micro: 100 * PRICE + i, period: 'day' } }) : create(),
    ),
  )
  await prove()
})
