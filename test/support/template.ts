import { migrate } from '../../prisma/migrate.ts'
import { seedPrices } from '../../prisma/seed.ts'
import { createLog } from '../../src/lib/log.ts'
import { installQueues } from '../../src/queue/boss.ts'
import { openPool } from '../../src/resources.ts'

/** Fills an empty database with the initial state of every test file: tables, queues, prices. */
export async function prepareTemplate(url: string): Promise<void> {
  await migrate(url)
  await installQueues(url)
  const pool = openPool(url, 1, createLog('silent', 'template'))
  await seedPrices(pool)
  await pool.end()
}
