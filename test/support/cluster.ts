import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../src/lib/embedded-postgres.ts'
import { databaseUrl, withServer } from './database.ts'

const TEMPLATE = 'prepared'

/** A separate durable Postgres, with databases cloned from one prepared template. */
export interface Cluster {
  readonly version: string
  /** Process of the server. */
  readonly pid: number
  /** Scratch folder, removed when the cluster is closed. */
  readonly dir: string
  database(name: string): Promise<string>
  close(): Promise<void>
}

/** @param prepare fills the template's empty database with the initial state of every database */
export async function startCluster(prepare: (databaseUrl: string) => Promise<void>): Promise<Cluster> {
  const dir = await mkdtemp(join(tmpdir(), 'vidgate-cluster-'))
  const postgres = await startEmbeddedPostgres({ dataDir: dir, durable: true })
  const close = async () => {
    await postgres.stop()
    await rm(dir, { recursive: true, force: true })
  }
  const ask = (sql: string) => withServer(postgres.superuserUrl, async (client) => (await client.query(sql)).rows)
  try {
    await ask(`create database ${TEMPLATE}`)
    await prepare(databaseUrl(postgres.superuserUrl, TEMPLATE))
    const [settings] = await ask(
      `select current_setting('server_version') as version, current_setting('fsync') as fsync,
        current_setting('synchronous_commit') as commit`,
    )
    if (settings?.['fsync'] !== 'on' || settings['commit'] !== 'on') throw new Error('this Postgres is not durable')
    return {
      version: String(settings['version']),
      pid: postgres.pid,
      dir,
      close,
      async database(name) {
        await ask(`create database ${name} template ${TEMPLATE} strategy file_copy`)
        return databaseUrl(postgres.superuserUrl, name)
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
