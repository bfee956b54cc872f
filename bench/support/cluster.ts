import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '../../src/lib/embedded-postgres.ts'

const TEMPLATE = 'bench_template'

/** A durable Postgres of its own, with databases cloned from one prepared template. */
export interface Cluster {
  readonly version: string
  /** Scratch folder, gone when the cluster is closed. */
  readonly dir: string
  database(name: string): Promise<string>
  close(): Promise<void>
}

/** @param prepare brings the template's empty database to the state that every contender begins with */
export async function startCluster(prepare: (databaseUrl: string) => Promise<void>): Promise<Cluster> {
  const dir = await mkdtemp(join(tmpdir(), 'vidgate-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir: dir, durable: true })
  const close = async () => {
    await postgres.stop()
    await rm(dir, { recursive: true, force: true })
  }
  try {
    await ask(postgres.url, `create database ${TEMPLATE}`)
    await prepare(databaseUrl(postgres.url, TEMPLATE))
    const [settings] = await ask(
      postgres.url,
      `select current_setting('server_version') as version, current_setting('fsync') as fsync,
        current_setting('synchronous_commit') as commit`,
    )
    if (settings?.['fsync'] !== 'on' || settings['commit'] !== 'on') throw new Error('this Postgres is not durable')
    return {
      version: String(settings['version']),
      dir,
      close,
      async database(name) {
        await ask(postgres.url, `create database ${name} template ${TEMPLATE} strategy file_copy`)
        return databaseUrl(postgres.url, name)
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
