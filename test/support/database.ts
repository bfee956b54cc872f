import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { onFileEnd } from './lane.ts'
import { spending } from './spending.ts'

/** The variable through which lanes get the server's address. */
export const TEST_SERVER = 'VIDGATE_TEST_SERVER'
export const TEMPLATE = 'template_vidgate'

/**
 * A new database for a test file, cloned from the prepared template; with `empty` it has no tables. Dropped when the file has
 * finished.
 */
export async function createTestDatabase(options: { empty?: boolean } = {}): Promise<{ url: string }> {
  const { url, drop } = await cloneDatabase(options.empty ? 'template0' : TEMPLATE)
  onFileEnd(drop)
  return { url }
}

export interface Clone {
  readonly url: string
  drop(): Promise<void>
}

/** A database that its caller drops. */
export async function cloneDatabase(template = TEMPLATE): Promise<Clone> {
  const server = process.env[TEST_SERVER]
  if (!server) throw new Error('No test database server. Run: npm test -- FILE (it starts one)')
  const name = `test_${randomBytes(8).toString('hex')}`
  // Of 8 files at once: file_copy 149 ms, wal_log 466 ms; and a drop is 6 ms, not 66, as no page is in memory.
  const create = `create database ${name} template ${template} strategy file_copy`
  await spending('database', () => withServer(server, (client) => client.query(create)))
  return {
    url: withLockWait(databaseUrl(server, name), LOCK_WAIT_MS),
    drop: () => withServer(server, async (client) => void (await client.query(`drop database ${name} with (force)`))),
  }
}

/** As long as a statement may take: a busy machine must not refuse what waits for its turn. */
const LOCK_WAIT_MS = 30_000

/** An address whose `lock_timeout` takes the place of the one that the product sets. */
export function withLockWait(url: string, lockWaitMs: number): string {
  const changed = new URL(url)
  changed.searchParams.set('lock_timeout', `${lockWaitMs}`)
  return changed.href
}

export function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** A short connection for statements that cannot run inside their own database. */
export async function withServer<T>(server: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
