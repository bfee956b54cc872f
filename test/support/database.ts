import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import { Client } from 'pg'

/** The variable through which the global setup tells the test processes where the server is. */
export const TEST_SERVER = 'VIDGATE_TEST_SERVER'
export const TEMPLATE = 'template_vidgate'

/**
 * A database of its own for a test file, cloned from the prepared template; `empty`: without tables. Dropped when
 * the file is through, after its own `after` hooks: those run in the order in which they were registered, and this
 * one comes before that of a gateway which still has to close its connections.
 */
export async function createTestDatabase(options: { empty?: boolean } = {}): Promise<{ url: string }> {
  const server = process.env[TEST_SERVER]
  if (!server) {
    throw new Error('No test database server. Run: npm test -- FILE (it starts one: --test-global-setup)')
  }
  const name = `test_${randomBytes(8).toString('hex')}`
  const template = options.empty ? 'template0' : TEMPLATE
  // Of 8 files at once: file_copy 149 ms, wal_log 466 ms; and a drop is 6 ms, not 66, as no page is in memory.
  await withServer(server, (client) => client.query(`create database ${name} template ${template} strategy file_copy`))
  const drop = () => withServer(server, (client) => client.query(`drop database ${name} with (force)`))
  after(() => void process.once('beforeExit', drop))
  return { url: databaseUrl(server, name) }
}

export function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** A short connection for what cannot be said inside the database concerned. */
export async function withServer<T>(server: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
