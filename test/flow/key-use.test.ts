import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { newSecret } from '../../src/key/secret.ts'
import { createVerifier } from '../../src/key/verify.ts'
import { CALLER_CACHE_MS } from '../../src/limits.ts'
import { openPool } from '../../src/resources.ts'
import { startTestGateway } from '../support/gateway.ts'

const gateway = await startTestGateway()
const { pool, log } = gateway.rooms.resources

/** The statements about keys that run during a call, by name. */
async function statements(during: () => Promise<void>): Promise<string[]> {
  const spy = mock.method(pool, 'query')
  await during()
  const names = spy.mock.calls.map(({ arguments: [config] }) => String((config as { name?: string }).name))
  spy.mock.restore()
  return names.filter((name) => name.startsWith('key_'))
}

/** The same, with the number of reads that an expired copy may cause: one a second. */
async function timed(during: () => Promise<void>): Promise<{ asked: string[]; reads: number }> {
  const start = performance.now()
  const asked = await statements(during)
  return { asked, reads: 1 + Math.floor((performance.now() - start) / CALLER_CACHE_MS) }
}

/** The same shape with another last character: a wrong checksum. */
function withWrongChecksum(key: string): string {
  return key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')
}

test('REST and GraphQL refuse a key with a wrong checksum without a query', async () => {
  const authorization = `Bearer ${withWrongChecksum(gateway.key)}`
  const asked = await statements(async () => {
    for (const [method, path, body] of [
      ['GET', '/v1/account', undefined],
      ['POST', '/v1/videos', { prompt: 'x' }],
      ['POST', '/graphql', { query: '{ account { id } }' }],
    ] as const) {
      const answer = await gateway.call(method, path, body, { authorization })
      assert.equal(answer.status, 401)
      assert.match(answer.text, /invalid_api_key/)
    }
  })
  assert.deepEqual(asked, [])
})

test('an unknown well-formed key is queried at most once a second', async () => {
  const { asked, reads } = await timed(async () => {
    // Never stored: a deletion would notify the gateway, which then forgets the unknown keys and reads this one again.
    const authorization = `Bearer ${newSecret()}`
    for (let i = 0; i < 5; i++) {
      const answer = await gateway.call('GET', '/v1/account', undefined, { authorization })
      assert.equal(answer.body.error.code, 'invalid_api_key')
    }
  })
  assert.ok(asked.length >= 1 && asked.length <= reads, `${asked.length} reads, not ${reads}`)
  assert.deepEqual(new Set(asked), new Set(['key_verify']))
})

test('a hundred concurrent calls read the key once and write its use once', async () => {
  let account = ''
  const { asked, reads } = await timed(async () => {
    const { key, accountId } = await gateway.newAccount()
    account = accountId
    const headers = { authorization: `Bearer ${key}` }
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => gateway.call('GET', '/v1/account', undefined, headers)),
    )
    assert.ok(answers.every(({ status }) => status === 200))
  })
  const [touches, verifies] = ['key_touch', 'key_verify'].map((name) => asked.filter((each) => each === name).length)
  assert.deepEqual([touches, asked.length - (verifies ?? 0)], [1, 1])
  assert.ok((verifies ?? 0) >= 1 && (verifies ?? 0) <= reads, `${verifies} reads, not ${reads}`)
  const { rows } = await pool.query('select last_used_at from api_key where account_id = $1', [account])
  assert.ok(rows[0].last_used_at)
})

test('last_used_at is written at most once a minute over all processes', async () => {
  const { key, accountId } = await gateway.newAccount()
  const usedAt = async (ago: string): Promise<[before: Date, after: Date]> => {
    const set = `update api_key set last_used_at = now() - interval '${ago}' where account_id = $1 returning last_used_at`
    const before = await pool.query(set, [accountId])
    // Another process: its memory has neither the row nor the minute. One connection, so that a read waits for the
    // write.
    const elsewhere = openPool(gateway.databaseUrl, 1, log)
    await createVerifier({ pool: elsewhere, log }, gateway.rooms.readTokens, () => false).verify(`Bearer ${key}`)
    const after = await elsewhere.query('select last_used_at from api_key where account_id = $1', [accountId])
    await elsewhere.end()
    return [before.rows[0].last_used_at, after.rows[0].last_used_at]
  }
  const [recent, kept] = await usedAt('20 seconds')
  assert.deepEqual(kept, recent)
  const [old, moved] = await usedAt('61 seconds')
  assert.ok(moved.getTime() - old.getTime() >= 60_000)
})
