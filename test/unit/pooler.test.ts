import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { ConfigError } from '../../src/config.ts'
import { explain } from '../../src/lib/explain.ts'
import { createLog } from '../../src/lib/log.ts'
import { assertSessions } from '../../src/lib/pooler.ts'
import { openPool } from '../../src/resources.ts'
import { createTestDatabase } from '../support/database.ts'
import { until } from '../support/until.ts'

const { url } = await createTestDatabase({ empty: true })
const log = createLog('silent', 'test')

const opened = (address: string) => {
  const pool = openPool(address, 2, log)
  after(() => pool.end())
  return pool
}

const refusal = (pattern: RegExp) => (error: unknown) => error instanceof ConfigError && pattern.test(error.message)

/** A pool as behind a pooler with its own process ids: `pick` chooses the connection of Postgres for each statement. */
function pooled(pool: pg.Pool, pick: (own: number, isOpen: boolean) => number): Pick<pg.Pool, 'connect'> {
  const servers: pg.PoolClient[] = []
  let [next, isOpen] = [0, false]
  const connect = async () => {
    const own = next
    next += 1
    servers.push(await pool.connect())
    return {
      processID: -1,
      query: (text: string) => {
        const chosen = servers[pick(own, isOpen)] ?? assert.fail('no such connection')
        if (text === 'begin') isOpen = true
        if (text === 'rollback') isOpen = false
        return chosen.query(text)
      },
      release: () => servers[own]?.release(),
    }
  }
  return { connect } as unknown as pg.Pool
}

test('connections of Postgres itself, and whole sessions of a pooler, are accepted', async () => {
  await assertSessions(opened(url))
  await assertSessions(pooled(opened(url), (own) => own) as pg.Pool)
})

test('a pooler that shares connections of Postgres is refused with what to set', async () => {
  const shares = refusal(/pool_mode = transaction.*pool_mode = session/)
  await assert.rejects(assertSessions(pooled(opened(url), () => 0) as pg.Pool), shares)
  // The second client opens a transaction on the connection that the first one had.
  const swaps = pooled(opened(url), (own, isOpen) => (isOpen ? 1 - own : 0)) as pg.Pool
  await assert.rejects(assertSessions(swaps), shares)
})

test('connections without the settings of vidgate are refused by name', async () => {
  const without = new URL(url)
  without.searchParams.set('lock_timeout', '0')
  await assert.rejects(
    assertSessions(opened(without.href)),
    refusal(/lack lock_timeout: .* role postgres with ALTER ROLE/),
  )
  const bare = new pg.Pool({ connectionString: url.replace(/\?.*/, ''), max: 2 })
  after(() => bare.end())
  await assert.rejects(assertSessions(bare), refusal(/lack enable_seqscan, lock_timeout, statement_timeout, idle_in/))
})

test('a refused connection gives its client back', async () => {
  const pool = opened(url)
  await assert.rejects(assertSessions(pooled(pool, () => 0) as pg.Pool))
  await until(async () => pool.idleCount === pool.totalCount)
})

const errorOf = (code: string, message: string) => Object.assign(new Error(message), { code })

test('errors of a pooler and of a full or closed Postgres are printed as sentences', () => {
  const cases: [code: string, message: string, printed: RegExp][] = [
    [
      '08P01',
      'unsupported startup parameter: statement_timeout',
      /start-up parameter statement_timeout.*ignore_startup_/,
    ],
    ['08P01', 'unsupported startup parameter in options: enable_seqscan', /start-up parameter enable_seqscan/],
    ['08P01', 'transaction blocks not allowed in statement pooling mode', /pool_mode = session/],
    ['08P01', 'query_wait_timeout', /no free connection.*default_pool_size/],
    ['53300', 'sorry, too many clients already', /no connection left \(sorry.*#connections/],
    ['42501', 'permission denied for table task', /lacks a right: permission denied for table task.*#grants/],
  ]
  for (const [code, message, printed] of cases) assert.match(String(explain(errorOf(code, message))), printed)
  const other = errorOf('08P01', 'invalid message format')
  assert.equal(explain(other), other)
})
