import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { createAccount, type NewAccount } from '../../prisma/seed.ts'
import { type Config, readConfig } from '../../src/config.ts'
import { startGateway } from '../../src/gateway.ts'
import type { Rooms } from '../../src/rooms.ts'
import { createTestDatabase } from './database.ts'

export interface TestGateway {
  readonly url: string
  readonly databaseUrl: string
  readonly config: Config
  readonly rooms: Rooms
  readonly accountId: string
  readonly key: string
  /** A request with the account's key, or another one. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<TestResponse>
  /** Another account with its key. */
  newAccount(account?: Partial<NewAccount>): Promise<{ accountId: string; key: string }>
  /** Row counts of every table that a create writes, to prove that a refusal wrote nothing. */
  counts(): Promise<Record<string, number>>
}

export interface TestResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
  readonly body: any
}

const CREDIT = 100_000_000n
/** Nothing is under way any more; longer would be spent on connections that the client keeps for later. */
const GRACE_MS = 20
/** Tests of other things are not held to it. */
const NO_LIMIT = { createsPerMinute: 1_000_000, callsPerMinute: 1_000_000 }

/**
 * A real gateway on a database of its own; closed after the file's tests.
 * @param options.environment variables of its configuration
 */
export async function startTestGateway(
  account: Partial<NewAccount> = {},
  options: { readonly environment?: Readonly<Record<string, string>> } = {},
): Promise<TestGateway> {
  const { url: databaseUrl } = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'vidgate-test-'))
  const fixed = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent' }
  const config = readConfig({ ...options.environment, ...fixed })
  after(() => rm(dataDir, { recursive: true, force: true }))
  const gateway = await startGateway(config, databaseUrl)
  after(() => gateway.close(GRACE_MS))
  // Tests that make old rows and count what a chore finds are not to meet the gateway's own.
  await gateway.lookedOver
  const { rooms, url } = gateway
  const newAccount: TestGateway['newAccount'] = (other = {}) =>
    createAccount(rooms.resources.pool, { name: 'test', creditMicro: CREDIT, ...NO_LIMIT, ...other })
  const { accountId, key } = await newAccount(account)
  return {
    url,
    databaseUrl,
    config: { ...config, databaseUrl },
    rooms,
    accountId,
    key,
    newAccount,
    async call(method, path, body, headers = {}) {
      const response = await fetch(url + path, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
      return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null }
    },
    async counts() {
      const tables = ['task', 'stage_attempt', 'ledger_entry', 'event', 'idempotency_key', 'pgboss.job']
      const columns = tables.map((table) => `(select count(*)::int from ${table}) as "${table}"`)
      const { rows } = await rooms.resources.pool.query(`select ${columns.join(', ')}`)
      return rows[0]
    },
  }
}
