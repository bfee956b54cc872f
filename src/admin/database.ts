import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { startEmbeddedPostgres } from '../lib/embedded-postgres.ts'
import { createLog } from '../lib/log.ts'
import { assertSessions } from '../lib/pooler.ts'
import { openPool } from '../resources.ts'
import { CommandError } from './command.ts'

export interface Database {
  readonly pool: pg.Pool
  close(): Promise<void>
}

/**
 * The database of DATABASE_URL; without one the embedded database of DATA_DIR: that of a running `npm start`, else started
 * for this command. Never a new one: a command on an empty database could only mislead.
 */
export async function openDatabase(config: Config): Promise<Database> {
  const postgres = config.databaseUrl
    ? { url: config.databaseUrl, stop: async () => {} }
    : await openEmbedded(config.dataDir)
  const pool = openPool(postgres.url, 2, createLog('silent', 'admin'))
  const close = async () => {
    await pool.end()
    await postgres.stop()
  }
  try {
    await assertSessions(pool)
    const { rows } = await pool.query<{ prepared: boolean }>("select to_regclass('account') is not null as prepared")
    if (!rows[0]?.prepared) throw new CommandError('The database is not prepared; run `npm run migrate` first.')
    return { pool, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openEmbedded(dataDir: string): Promise<{ url: string; stop(): Promise<void> }> {
  await access(join(dataDir, 'postgres')).catch(() => {
    const message = `There is no database in ${dataDir} (DATA_DIR). Run \`npm start\` once, or set DATABASE_URL.`
    throw new CommandError(message)
  })
  return startEmbeddedPostgres({ dataDir, durable: true })
}
