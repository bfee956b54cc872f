import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, readConfig } from '../../src/config.ts'
import { type Chore, type RunningGateway, startGateway } from '../../src/gateway.ts'
import { createAccount, type NewAccount } from '../../src/operator/create-account.ts'
import type { Rooms } from '../../src/rooms.ts'
import { type Clone, cloneDatabase, withLockWait } from './database.ts'
import { emptyGateway, rememberedBy, resetDatabase } from './empty.ts'
import { onFileEnd, onLaneEnd } from './lane.ts'
import { spending } from './spending.ts'

export interface TestGateway {
  readonly url: string
  readonly port: number
  /** null without METRICS_PORT. */
  readonly metricsUrl: string | null
  readonly databaseUrl: string
  readonly config: Config
  readonly rooms: Rooms
  readonly accountId: string
  readonly key: string
  /** A request with the account's key, or another one. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<TestResponse>
  /** Another account with its key. */
  newAccount(account?: Partial<NewAccount>): Promise<{ accountId: string; key: string }>
  /** Row counts of all tables that a create writes, to check that a refusal wrote nothing. */
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
/** No request is running any more. A longer grace would only wait for idle connections. */
export const GRACE_MS = 20
/** Enough for calls to wait for each other, because each connection plans its statements again. */
export const POOL_SIZE = 4
/** High enough not to matter in other tests. */
const NO_LIMIT = { createsPerMinute: 1_000_000, callsPerMinute: 1_000_000 }

export interface TestGatewayOptions {
  /** Variables of its configuration. */
  readonly environment?: Readonly<Record<string, string>>
  /** Chores to run; none by default, so that no chore does work before a test counts it. */
  readonly chores?: readonly Chore[]
  /** For tests of caches. */
  readonly own?: boolean
  /** How long its statements wait for a locked row; by default so long that no load of the machine matters. */
  readonly lockWaitMs?: number
}

/**
 * A real gateway with a new account, on an empty database. Without options it is the lane's, which is emptied after
 * each file. With options, or in a second call of a file, it is a separate gateway with a new database, closed after
 * the file.
 */
export async function startTestGateway(
  account: Partial<NewAccount> = {},
  options: TestGatewayOptions = {},
): Promise<TestGateway> {
  const isShared = Object.keys(options).length === 0 && !inUse
  const opened = isShared ? await takeShared() : await openGateway(options)
  if (!isShared) onFileEnd(opened.close)
  return withAccount(opened, account)
}

interface Opened {
  readonly gateway: RunningGateway
  readonly databaseUrl: string
  readonly config: Config
  close(): Promise<void>
}

/** Emptied databases of closed gateways: cloning one takes three times as long as emptying it. */
const spare: Clone[] = []

async function openGateway({ environment = {}, chores = [], lockWaitMs }: TestGatewayOptions): Promise<Opened> {
  const { url, drop } = spare.pop() ?? (await cloneDatabase())
  const databaseUrl = lockWaitMs === undefined ? url : withLockWait(url, lockWaitMs)
  const dataDir = await mkdtemp(join(tmpdir(), 'vidgate-test-'))
  const fixed = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent' }
  const config = readConfig({ ...environment, ...fixed })
  const gateway = await spending('gateway', () => startGateway(config, databaseUrl, { chores, poolSize: POOL_SIZE }))
  return {
    gateway,
    databaseUrl,
    config,
    async close() {
      await gateway.close(GRACE_MS)
      await resetDatabase(url).then(() => spare.push({ url, drop }), drop)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

let shared: (Opened & { readonly fresh: string }) | null = null
/** Whether the running file has the lane's gateway. */
let inUse = false
onLaneEnd(async () => shared?.close())

async function takeShared(): Promise<Opened> {
  inUse = true
  onFileEnd(giveBack)
  if (shared) return shared
  const opened = await openGateway({})
  shared = { ...opened, fresh: await rememberedBy(opened.gateway.rooms.resources.pool) }
  return shared
}

async function giveBack(): Promise<void> {
  inUse = false
  const given = shared
  if (!given || (await spending('empty', () => emptyGateway(given, given.fresh)))) return
  shared = null
  await given.close()
}

async function withAccount(
  { gateway, databaseUrl, config }: Opened,
  account: Partial<NewAccount>,
): Promise<TestGateway> {
  const { rooms, url, port, metricsUrl } = gateway
  const newAccount: TestGateway['newAccount'] = (other = {}) =>
    createAccount(rooms.resources.pool, { name: 'test', creditMicro: CREDIT, ...NO_LIMIT, ...other })
  const { accountId, key } = await newAccount(account)
  return {
    url,
    port,
    metricsUrl,
    databaseUrl,
    config: { ...config, databaseUrl },
    rooms,
    accountId,
    key,
    newAccount,
    call: callWith(url, key),
    async counts() {
      const tables = ['task', 'stage_attempt', 'ledger_entry', 'event', 'idempotency_key', 'pgboss.job']
      const columns = tables.map((table) => `(select count(*)::int from ${table}) as "${table}"`)
      const { rows } = await rooms.resources.pool.query(`select ${columns.join(', ')}`)
      return rows[0]
    },
  }
}

/** Requests to a URL with a key. */
export function callWith(url: string, key: string): TestGateway['call'] {
  return async (method, path, body, headers = {}) => {
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
  }
}
