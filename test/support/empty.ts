import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, type Pool } from 'pg'
import type { Config } from '../../src/config.ts'
import type { RunningGateway } from '../../src/gateway.ts'
import { QUEUES } from '../../src/queue/catalog.ts'

/** All tables except those of a prepared installation: prices, the stages' queues, settings, migrations. */
const TABLES = [
  'account',
  'api_key',
  'event',
  'file',
  'idempotency_key',
  'ledger_entry',
  'rate_window',
  'stage_attempt',
  'unfit_engine',
  'task',
  'webhook_delivery',
  'webhook_secret',
  'worker',
  'pgboss.job',
  'pgboss.job_dependency',
]

/** Caches of a process that the next file would see: workers, prices, queues, settings. */
const REMEMBERED = `select (select count(*) from worker)::int as workers,
  (select count(*) from price_version)::int as prices,
  (select string_agg(name, ' ' order by name) from pgboss.queue) as queues,
  (select string_agg(name || value, ' ' order by name) from setting) as settings`

/**
 * A row that a test still has locked would block it; the ledger's trigger would refuse it. Tests leave few rows. `truncate` costs a
 * fifth of the server's time more: it makes new files for each table, and each statement is planned again.
 */
const EMPTY = [
  'set lock_timeout = 3000',
  'set session_replication_role = replica',
  ...TABLES.map((table) => `delete from ${table}`),
].join('; ')

/** Resets a gateway's database to the state of the template, for the next gateway. @throws if it is still in use */
export async function resetDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`${EMPTY};
      delete from setting; delete from price_version where version > 1;
      delete from pgboss.queue where name not in (${QUEUES.map((name) => `'${name}'`).join()})`)
  } finally {
    await client.end()
  }
}

/** The caches of a gateway before any test. */
export async function rememberedBy(pool: Pool): Promise<string> {
  const { rows } = await pool.query(REMEMBERED)
  return JSON.stringify(rows[0])
}

/**
 * Removes the rows and objects of a file's tests.
 * @param fresh result of `rememberedBy` at the start
 * @returns false if the gateway may have cached some of them and must be closed
 */
export async function emptyGateway(
  { gateway, config }: { readonly gateway: RunningGateway; readonly config: Config },
  fresh: string,
): Promise<boolean> {
  const { bus, resources } = gateway.rooms
  if (bus.size() > 0 || (await rememberedBy(resources.pool)) !== fresh) return false
  const client = await resources.pool.connect()
  try {
    await client.query(`${EMPTY}; reset all`)
  } catch {
    return false
  } finally {
    client.release()
  }
  const objects = join(config.dataDir, 'objects')
  for (const folder of [objects, resources.storage.tempDir]) {
    for (const name of await readdir(folder)) {
      // The folder's id, which the database has too (src/storage/installation.ts).
      if (name !== '.installation') await rm(join(folder, name), { recursive: true, force: true })
    }
  }
  return true
}
