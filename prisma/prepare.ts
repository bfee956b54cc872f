import { Client, type Pool } from 'pg'
import { createLog } from '../src/lib/log.ts'
import { assertSessions } from '../src/lib/pooler.ts'
import { adoptLog, isForeign } from '../src/push/restored.ts'
import { installQueues } from '../src/queue/boss.ts'
import { openPool } from '../src/resources.ts'
import { migrate } from './migrate.ts'
import { seed } from './seed.ts'

/** Of several that prepare a database at once, one works and the others wait: there is one first account. */
const LOCK = 72_707_370

/**
 * Brings a database to what this version needs: migrations, the queue's own schema, the price list, a first account.
 * @returns the first account's key, to be shown once; null when there was one already
 */
export async function prepareDatabase(databaseUrl: string, seedApiKey: string | null): Promise<string | null> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'vidgate prepare' })
  await client.connect()
  try {
    await withPool(databaseUrl, assertSessions)
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await migrate(databaseUrl)
    await installQueues(databaseUrl)
    await withPool(databaseUrl, async (pool) => void ((await isForeign(pool)) && (await adoptLog(pool))))
    return await seed(databaseUrl, seedApiKey)
  } finally {
    await client.end() // releases the lock
  }
}

async function withPool(databaseUrl: string, use: (pool: Pool) => Promise<void>): Promise<void> {
  const pool = openPool(databaseUrl, 2, createLog('silent', 'prepare'))
  try {
    await use(pool)
  } finally {
    await pool.end()
  }
}
