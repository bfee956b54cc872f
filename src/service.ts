import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { prepareDatabase } from '../prisma/prepare.ts'
import { CAPABILITIES, type Config, ConfigError } from './config.ts'
import { type HeldDataDir, keyFile, takeDataDir } from './data-dir.ts'
import { forkUntilReady } from './lib/child.ts'
import { startEmbeddedPostgres } from './lib/embedded-postgres.ts'
import { explain } from './lib/explain.ts'
import { installedModule } from './lib/installed.ts'
import { type Kept, keepRunning } from './lib/keep-running.ts'
import { createLog, type Log } from './lib/log.ts'
import { listenOnce } from './lib/port.ts'

/** The longest time that a gateway takes to end. */
const LEFT_GATEWAY_MS = 10_000
const LOOK_MS = 100
/** The only worker does everything that its engine can, also the accelerated renders of drafts. */
const WORKER = { WORKER_CAPABILITIES: CAPABILITIES.join(',') }

/** Everything of `npm start`, as one thing. */
export interface RunningService {
  readonly url: string
  /** The first account's key where this start made it. */
  readonly firstKey: string | null
  /** Where the key is kept for the owner of this machine. */
  readonly keyFile: string
  /** Rejects where a process failed too often in a row to be started again. */
  readonly failed: Promise<never>
  close(): Promise<void>
}

/**
 * Database (embedded where DATABASE_URL is not set), gateway and one worker. Each is a separate process, restarted when it ends.
 * @param defaults variables for the processes where the environment does not set them
 * @param report called with each step, as a phrase to show
 */
export async function startService(
  config: Config,
  defaults: NodeJS.ProcessEnv = {},
  report: (step: string) => void = () => {},
): Promise<RunningService> {
  const log = createLog(config.logLevel, 'npm start')
  const held = await takeDataDir(config.dataDir)
  const children: Kept[] = []
  let database: Database | null = null
  const close = async () => {
    await Promise.all(children.map((child) => child.close()))
    await database?.kept?.close()
    await held.release()
  }
  try {
    await assertPortIsFree(config, held)
    database = keepDatabase(config, log, report)
    await database.kept?.running()
    report('Migrating the database')
    const firstKey = await prepareDatabase(database.url, config.seedApiKey)
    if (firstKey) await writeFile(keyFile(config.dataDir), `${firstKey}\n`, { mode: 0o600 })
    report('Starting the gateway and a worker')
    const compiled = { NODE_COMPILE_CACHE: join(config.dataDir, 'compiled') }
    const url = await keepChildren(database, { ...compiled, ...WORKER, ...defaults, ...process.env }, log, children)
    await held.announce(url)
    const failed = Promise.race([...children, ...(database.kept ? [database.kept] : [])].map((kept) => kept.failed))
    failed.catch(() => {})
    return { url, firstKey, keyFile: keyFile(config.dataDir), failed, close }
  } catch (error) {
    await close()
    throw error
  }
}

interface Database {
  readonly url: string
  /** Where it is the embedded one. */
  readonly kept: Kept | null
}

/** The database; its `url` is there once it runs. The embedded one keeps its port, which gateway and worker know. */
function keepDatabase({ databaseUrl, dataDir, logLevel }: Config, log: Log, report: (step: string) => void): Database {
  if (databaseUrl) return { url: databaseUrl, kept: null }
  const logger = createLog(logLevel, 'postgres')
  let url = ''
  const start = async () => {
    const isFirst = url === ''
    const port = isFirst ? 0 : Number(new URL(url).port)
    const postgres = await startEmbeddedPostgres({ dataDir, port, durable: true, logger, ...(isFirst && { report }) })
    if (port !== 0 && postgres.url !== url) {
      await postgres.stop()
      throw new Error('another process runs it on another port')
    }
    url = postgres.url
    return postgres
  }
  const kept = keepRunning('Postgres', start, { log, needs: null, isFinal: () => true })
  return {
    kept,
    get url() {
      return url
    },
  }
}

/** Fails before the database is built if the port is taken. A gateway that a killed `npm start` left gets time to end. */
async function assertPortIsFree({ host, port }: Config, { leftPort }: HeldDataDir): Promise<void> {
  if (port === 0) return
  for (const deadline = Date.now() + (port === leftPort ? LEFT_GATEWAY_MS : 0); ; await pause(LOOK_MS)) {
    try {
      await listenOnce(port, host)
      return
    } catch (error) {
      if (Date.now() >= deadline) throw new ConfigError(String(explain(error)), { cause: error })
    }
  }
}

/** What a child says once it takes work. */
interface Ready {
  readonly ready: string
  /** Where a gateway listens; a restarted one takes the same port again. */
  readonly port?: number
}

/** Gateway and worker, kept running while their database runs. @returns where the gateway listens */
async function keepChildren(
  { url, kept: needs }: Database,
  environment: NodeJS.ProcessEnv,
  log: Log,
  closing: Kept[],
): Promise<string> {
  let address = ''
  const keep = (name: string, path: `${string}.ts`, own: NodeJS.ProcessEnv = {}) => {
    let env: NodeJS.ProcessEnv = { ...environment, DATABASE_URL: url, ...own }
    const start = (signal: AbortSignal) =>
      forkUntilReady<Ready>(installedModule(path), env, signal, ({ ready, port }) => {
        if (!port) return
        env = { ...env, PORT: String(port) }
        address = ready
      })
    const kept = keepRunning(name, start, { log, needs, isFinal: (error) => error instanceof ConfigError })
    closing.push(kept)
    return kept.running()
  }
  await Promise.all([
    keep('The gateway', 'src/gateway-main.ts'),
    // Two processes cannot share METRICS_PORT.
    keep('The worker', 'workers/worker-main.ts', { METRICS_PORT: '' }),
  ])
  return address
}
