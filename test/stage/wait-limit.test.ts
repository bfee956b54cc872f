import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { ConfigError, readConfig } from '../../src/config.ts'
import { createTestDatabase } from '../support/database.ts'

const DAYS_14 = 14 * 24 * 3600

test('the longest wait must be less than the retention of jobs', () => {
  assert.equal(readConfig({ MAX_WAIT_SECONDS: String(DAYS_14 - 1) }).maxWaitSeconds, DAYS_14 - 1)
  for (const seconds of [DAYS_14, 10 * DAYS_14]) {
    assert.throws(
      () => readConfig({ MAX_WAIT_SECONDS: String(seconds), PORT: 'x' }),
      (error: unknown) => {
        assert.ok(error instanceof ConfigError)
        assert.deepEqual(error.message.split('\n').slice(1), [
          '  PORT: must be a port number',
          '  MAX_WAIT_SECONDS: must be less than 14 days',
        ])
        return true
      },
    )
  }
})

test('the queues retain jobs for 14 days', async () => {
  const { url } = await createTestDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select distinct retention_seconds from pgboss.queue')
  await client.end()
  assert.deepEqual(rows, [{ retention_seconds: DAYS_14 }])
})
