import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES } from '../../src/key/caller.ts'
import { startPair, tally } from './pair.ts'

const { gateway, flood } = await startPair()
const { pool } = gateway.rooms.resources
const PRICE = 2_520_000n
const create = (times: number, key: string, body: object = {}) =>
  flood(times, key, 'POST', '/v1/videos', { prompt: 'a lake at sunset', ...body })

async function written(accountId: string) {
  const { rows } = await pool.query(
    `select a.active_tasks, a.frozen_micro,
       (select count(*)::int from task t where t.account_id = a.id) as tasks,
       (select count(*)::int from ledger_entry e where e.account_id = a.id and kind = 'freeze') as freezes,
       (select sum(create_count)::int from api_key k where k.account_id = a.id) as counted
     from account a where id = $1`,
    [accountId],
  )
  return rows[0]
}

test('500 concurrent creates through two processes, with credit for 37, create exactly 37', async () => {
  const { accountId, key } = await gateway.newAccount({ creditMicro: 37n * PRICE + 1n, concurrencyLimit: 1000 })
  assert.deepEqual(tally(await create(500, key)), { 202: 37, 402: 463 })
  assert.deepEqual(await written(accountId), {
    active_tasks: 37,
    frozen_micro: 37n * PRICE,
    tasks: 37,
    freezes: 37,
    counted: 500,
  })
})

test('64 concurrent creates of four through two processes never exceed the cap', async () => {
  const { accountId, key } = await gateway.newAccount({ concurrencyLimit: 10 })
  const answers = await create(64, key, { n: 4 })
  assert.deepEqual(tally(answers), { 202: 3, 429: 61 })
  const created = answers.flatMap(({ status, body }) => (status === 202 ? [body.created] : []))
  assert.deepEqual(created.sort(), [2, 4, 4])
  const codes = new Set(answers.flatMap(({ status, body }) => (status === 429 ? [body.error.code] : [])))
  assert.deepEqual(codes, new Set(['concurrency_limit_exceeded']))
  const { active_tasks, tasks, freezes, counted } = await written(accountId)
  assert.deepEqual([active_tasks, tasks, freezes, counted], [10, 10, 10, 64])
})

test('60 of 100 concurrent creates through two processes are accepted, and the rest write nothing', async () => {
  const { accountId, key } = await gateway.newAccount({
    creditMicro: 100n * PRICE,
    createsPerMinute: 60,
    concurrencyLimit: 1000,
  })
  const answers = await create(100, key)
  assert.deepEqual(tally(answers), { 202: 60, 429: 40 })
  for (const { status, body, headers } of answers) {
    if (status !== 429) continue
    assert.equal(body.error.code, 'rate_limit_exceeded')
    assert.equal(body.error.type, 'rate_limit_error')
    assert.deepEqual(body.error.details, { policy: 'creates', limit: 60, scope: 'key' })
    assert.match(headers.get('retry-after') ?? '', /^([1-9]|[1-5][0-9]|60)$/)
    assert.equal(headers.get('ratelimit'), `"creates";r=0;t=${headers.get('retry-after')}`)
  }
  const remaining = answers.flatMap(({ status, headers }) =>
    status === 202 ? [Number(/r=(\d+);/.exec(headers.get('ratelimit') ?? '')?.[1])] : [],
  )
  assert.deepEqual(
    remaining.sort((a, b) => a - b),
    Array.from({ length: 60 }, (_, i) => i),
  )
  const whole = await written(accountId)
  assert.deepEqual(whole, { active_tasks: 60, frozen_micro: 60n * PRICE, tasks: 60, freezes: 60, counted: 60 })
  assert.deepEqual(tally(await create(20, key)), { 429: 20 })
  assert.deepEqual(await written(accountId), whole)
})

test('the next window begins a minute after the first create', async () => {
  const { accountId, key } = await gateway.newAccount({ createsPerMinute: 3 })
  assert.deepEqual(tally(await create(5, key)), { 202: 3, 429: 2 })
  const shift = (seconds: number) =>
    pool.query('update api_key set create_window_at = now() - make_interval(secs => $2) where account_id = $1', [
      accountId,
      seconds,
    ])
  await shift(50)
  const [refused] = await create(1, key)
  assert.equal(refused?.status, 429)
  assert.match(refused?.headers.get('retry-after') ?? '', /^([1-9]|10)$/)
  await shift(60)
  const [first] = await create(1, key)
  assert.equal(first?.status, 202)
  assert.equal(first?.headers.get('ratelimit'), '"creates";r=2;t=60')
  assert.deepEqual(tally(await create(5, key)), { 202: 2, 429: 3 })
})

test('each key of an account has its own count, and a new limit applies at once', async () => {
  const { accountId, key } = await gateway.newAccount({ createsPerMinute: 2, concurrencyLimit: 100 })
  assert.deepEqual(tally(await create(4, key)), { 202: 2, 429: 2 })
  await pool.query('update account set creates_per_minute = 5 where id = $1', [accountId])
  assert.deepEqual(tally(await create(4, key)), { 202: 3, 429: 1 })
  const other = await gateway.newAccount({ createsPerMinute: 5 })
  await pool.query('update api_key set account_id = $1 where account_id = $2', [accountId, other.accountId])
  assert.deepEqual(tally(await create(6, other.key)), { 202: 5, 429: 1 })
})

test('six keys through two processes create exactly five times one key’s limit in each minute', async () => {
  const { accountId, key } = await gateway.newAccount({ createsPerMinute: 3, concurrencyLimit: 100, scopes: SCOPES })
  const keys = [key]
  for (let i = 0; i < 5; i++) {
    const body = { name: `key ${i}`, scopes: ['videos:write'] }
    keys.push((await gateway.call('POST', '/v1/api-keys', body, { authorization: `Bearer ${key}` })).body.key)
  }
  const all = async () => (await Promise.all(keys.map((each) => create(4, each)))).flat()
  const answers = await all()
  assert.deepEqual(tally(answers), { 202: 15, 429: 9 })
  const refused = answers.flatMap(({ status, body }) => (status === 429 ? [body.error.details] : []))
  assert.ok(refused.some(({ scope, limit }) => scope === 'account' && limit === 15))
  assert.ok(refused.every(({ scope, limit }) => limit === (scope === 'account' ? 15 : 3)))
  const { tasks, counted } = await written(accountId)
  assert.deepEqual([tasks, counted], [15, 15])
  const minute = `now() - interval '1 minute'`
  await pool.query(`update api_key set create_window_at = ${minute} where account_id = $1`, [accountId])
  assert.deepEqual(tally(await create(1, key)), { 429: 1 })
  await pool.query(`update account set create_window_at = ${minute} where id = $1`, [accountId])
  assert.deepEqual(tally(await all()), { 202: 15, 429: 9 })
})
