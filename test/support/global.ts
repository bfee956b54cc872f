import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/lib/embedded-postgres.ts'
import { databaseUrl, TEMPLATE, TEST_SERVER, withServer } from './database.ts'
import { prepareTemplate } from './template.ts'

// node --test --test-global-setup=test/support/global.ts: one Postgres for the whole run, with the template that
// `createTestDatabase` clones. What is put into `process.env` here reaches every test process (Node 24).

let dataDir: string | undefined
let postgres: EmbeddedPostgres | undefined

/** With TEST_DATABASE_URL (a role that may create databases) that server is used instead. */
export async function globalSetup(): Promise<void> {
  try {
    const server = process.env['TEST_DATABASE_URL'] ?? (await startOwn())
    process.env[TEST_SERVER] = server
    await createTemplate(server)
  } catch (error) {
    await globalTeardown()
    throw error
  }
}

export async function globalTeardown(): Promise<void> {
  await postgres?.stop()
  if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true })
}

async function startOwn(): Promise<string> {
  dataDir = await mkdtemp(join(tmpdir(), 'vidgate-test-'))
  postgres = await startEmbeddedPostgres({ dataDir, durable: false, logger: console })
  return postgres.url
}

async function createTemplate(server: string): Promise<void> {
  await withServer(server, async (client) => {
    await client.query(`update pg_database set datistemplate = false where datname = '${TEMPLATE}'`)
    await client.query(`drop database if exists ${TEMPLATE} with (force)`)
    await client.query(`create database ${TEMPLATE} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`)
  })
  await prepareTemplate(databaseUrl(server, TEMPLATE))
  // Marked so that nobody connects to it by mistake: Postgres does not clone a database that is in use.
  await withServer(server, (client) =>
    client.query(`alter database ${TEMPLATE} is_template true allow_connections false`),
  )
}
