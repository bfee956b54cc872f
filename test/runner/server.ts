import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../src/lib/embedded-postgres.ts'
import { databaseUrl, TEMPLATE, withServer } from '../support/database.ts'
import { prepareTemplate } from '../support/template.ts'
import { processorSeconds } from './processor.ts'

/** The Postgres of a run, with the template that `createTestDatabase` clones. */
export interface TestServer {
  readonly url: string
  /** Processor seconds of Postgres so far; 0 for an external server. */
  spent(): Promise<number>
  close(): Promise<void>
}

/** Uses the server of TEST_DATABASE_URL (a role that may create databases), otherwise an embedded one. */
export async function startServer(): Promise<TestServer> {
  const given = process.env['TEST_DATABASE_URL']
  const server = given === undefined ? await startOwn() : { url: given, spent: async () => 0, close: async () => {} }
  try {
    await createTemplate(server.url)
    return server
  } catch (error) {
    await server.close()
    throw error
  }
}

/** An embedded Postgres without a template. */
export async function startOwn(): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vidgate-test-'))
  const remove = () => rm(dataDir, { recursive: true, force: true })
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, durable: false, logger: console })
    return {
      url: postgres.superuserUrl,
      async spent() {
        const [pid = ''] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
        const { own, children } = await processorSeconds(Number(pid))
        return own + children
      },
      close: () => postgres.stop().finally(remove),
    }
  } catch (error) {
    await remove()
    throw error
  }
}

async function createTemplate(server: string): Promise<void> {
  await withServer(server, async (client) => {
    await client.query(`update pg_database set datistemplate = false where datname = '${TEMPLATE}'`)
    await client.query(`drop database if exists ${TEMPLATE} with (force)`)
    await client.query(`create database ${TEMPLATE} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`)
  })
  await prepareTemplate(databaseUrl(server, TEMPLATE))
  // Marked to prevent connections by mistake, because Postgres does not clone a database in use.
  await withServer(server, (client) =>
    client.query(`alter database ${TEMPLATE} is_template true allow_connections false`),
  )
}
