import assert from 'node:assert/strict'
import { beforeEach, mock, test } from 'node:test'
import { type Calling, openRates, rateError } from '../../src/admission/rate.ts'
import { awayFromTurn } from '../support/minute.ts'
import { until } from '../support/until.ts'
import { startPair, tally } from './pair.ts'

const { gateway, flood, urls } = await startPair()
const { pool, log } = gateway.rooms.resources
const LIMIT = 200

/** A key of a new account, or of the named one. */
const calling = (keyId: string, callsPerMinute: number, accountId = `acc of ${keyId}`): Calling => {
  return { keyId, accountId, readToken: null, callsPerMinute, rateFactor: 5 }
}

/** The calls that the processes have exchanged. */
async function shared(keyId: string): Promise<number> {
  const { rows } = await pool.query('select sum(calls)::int as calls from rate_window where key_id = $1', [keyId])
  return rows[0].calls ?? 0
}

async function keyIdOf(accountId: string): Promise<string> {
  return (await pool.query('select id from api_key where account_id = $1', [accountId])).rows[0].id
}

beforeEach(() => awayFromTurn(gateway))

test('two processes exceed a key’s limit only by calls between two exchanges', async () => {
  const { accountId, key } = await gateway.newAccount({ callsPerMinute: LIMIT })
  const keyId = await keyIdOf(accountId)
  const burst = tally(await flood(600, key, 'GET', '/v1/pricing'))
  // Each process enforces the limit alone. Together they exceed it by the calls of the other within a second.
  assert.ok((burst[200] ?? 0) >= LIMIT && (burst[200] ?? 0) <= 2 * LIMIT, JSON.stringify(burst))
  assert.equal((burst[200] ?? 0) + (burst[429] ?? 0), 600)
  await until(async () => (await shared(keyId)) === burst[200])
  assert.deepEqual(tally(await flood(20, key, 'GET', '/v1/pricing')), { 429: 20 })
})

test('a process counts the calls of another after one second', async () => {
  const { accountId, key } = await gateway.newAccount({ callsPerMinute: LIMIT })
  const keyId = await keyIdOf(accountId)
  const get = async (url: string) => {
    const response = await fetch(`${url}/v1/pricing`, { headers: { authorization: `Bearer ${key}` } })
    await response.arrayBuffer()
    return { status: response.status, remaining: /r=(\d+);/.exec(response.headers.get('ratelimit') ?? '')?.[1] }
  }
  for (let i = 0; i < 150; i++) assert.equal((await get(urls[0])).status, 200)
  await until(async () => (await shared(keyId)) === 150)
  // The second process receives them when it sends its own counts. Until then its calls are counted separately, so it
  // makes one call.
  let own = 1
  await get(urls[1])
  await until(async () => (await shared(keyId)) === 151)
  await until(async () => {
    own += 1
    return (await get(urls[1])).remaining === String(LIMIT - 150 - own)
  })
  while (own < LIMIT - 150) {
    own += 1
    assert.equal((await get(urls[1])).status, 200)
  }
  assert.equal((await get(urls[1])).status, 429)
})

test('calls during a database outage are counted, and exchanged afterwards', async () => {
  const rates = await openRates({ pool, log })
  const key = calling('key_away', 5)
  const query = mock.method(pool, 'query', () => Promise.reject(new Error('away')))
  for (let i = 0; i < 5; i++) assert.equal(rates.count(key, 1).exceeded, false)
  await until(async () => query.mock.callCount() >= 2)
  assert.equal(rates.count(key, 1).exceeded, true)
  query.mock.restore()
  await until(async () => (await shared('key_away')) === 5)
  assert.equal(rates.count(key, 1).exceeded, true)
  await rates.close()
  assert.equal(await shared('key_away'), 5)
})

test('a cost is counted in full or not at all, and closing shares the counts', async () => {
  const key = calling('key_cost', 10)
  const first = await openRates({ pool, log })
  assert.equal(first.count(key, 8).remaining, 2)
  const refused = first.count(key, 3)
  assert.deepEqual([refused.exceeded, refused.remaining], [true, 2])
  assert.equal(first.count(key, 2).remaining, 0)
  await first.close()
  assert.equal(await shared('key_cost'), 10)
  const second = await openRates({ pool, log })
  assert.equal(second.count(key, 1).exceeded, false)
  await until(async () => second.count(key, 1).exceeded)
  await second.close()
})

test('counts of past minutes are deleted', async () => {
  await pool.query(`insert into rate_window values ('key_old', now() - interval '3 minutes', 7)`)
  const rates = await openRates({ pool, log })
  await until(async () => (await shared('key_old')) === 0)
  await rates.close()
})

test('all keys of an account share five times one key’s limit; read tokens count separately', async () => {
  const rates = await openRates({ pool, log })
  const keys = Array.from({ length: 6 }, (_, i) => calling(`key_shared_${i}`, 10, 'acc_shared'))
  const made = (each: Calling) => Array.from({ length: 12 }, () => rates.count(each, 1)).filter((one) => !one.exceeded)
  assert.deepEqual(
    keys.map((each) => made(each).length),
    [10, 10, 10, 10, 10, 0],
  )
  const [first, , , , , last] = keys
  assert.ok(first && last)
  const refused = [first, last].map((each) => rateError(rates.count(each, 1)))
  assert.deepEqual(
    refused.map(({ details }) => details),
    [
      { policy: 'calls', limit: 10, scope: 'key' },
      { policy: 'calls', limit: 50, scope: 'account' },
    ],
  )
  assert.match(refused[1]?.message ?? '', /^All API keys of this account together may make 50 calls per minute; /)
  // Each has its key's limit, and all of them together five times that.
  const tokens = Array.from({ length: 6 }, (_, i) => ({ ...last, readToken: `vgr_${i}` }))
  assert.deepEqual(
    tokens.map((each) => made(each).length),
    [10, 10, 10, 10, 10, 0],
  )
  assert.equal(rates.count(calling('key_other', 10), 1).remaining, 9)
  await rates.close()
})

test('the account’s remainder is shown when it is less than the key’s', async () => {
  const rates = await openRates({ pool, log })
  const [one, two] = ['key_left_1', 'key_left_2'].map((id) => ({ ...calling(id, 10, 'acc_left'), rateFactor: 1 }))
  assert.ok(one && two)
  assert.equal(rates.count(one, 7).remaining, 3)
  assert.equal(rates.count(two, 1).remaining, 2)
  assert.equal(rates.count(two, 3).exceeded, true)
  assert.equal(rates.count(two, 2).remaining, 0)
  await rates.close()
})
