import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepareDatabase } from '../prisma/prepare.ts'
import { type Config, ConfigError } from './config.ts'
import { startEmbeddedPostgres } from './lib/embedded-postgres.ts'
import { createLog } from './lib/log.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const RESTART_MS = 500

/** Everything of `npm start`, as one thing. */
export interface RunningService {
  readonly url: string
  /** The first account's key where this start made it. */
  readonly firstKey: string | null
  /** Where the key is kept for the owner of this machine. */
  readonly keyFile: string
  close(): Promise<void>
}

/** Tells other commands on this machine where the service listens. */
export function serviceFile(dataDir: string): string {
  return join(dataDir, 'service.json')
}

export function keyFile(dataDir: string): string {
  return join(dataDir, 'api-key')
}

/**
 * Database (embedded where DATABASE_URL is not set), gateway and one worker, each a process of its own.
 * @param defaults variables for the processes where the environment does not set them
 */
export async function startService(config: Config, defaults: NodeJS.ProcessEnv = {}): Promise<RunningService> {
  await mkdir(config.dataDir, { recursive: true })
  const postgres = config.databaseUrl
    ? { url: config.databaseUrl, stop: async () => {} }
    : await startEmbeddedPostgres({
        dataDir: config.dataDir,
        durable: true,
        logger: createLog(config.logLevel, 'postgres'),
      })
  const firstKey = await prepareDatabase(postgres.url, config.seedApiKey)
  if (firstKey) await writeFile(keyFile(config.dataDir), `${firstKey}\n`, { mode: 0o600 })

  const env = { ...defaults, ...process.env, DATABASE_URL: postgres.url }
  const gateway = startChild('src/main.ts', env)
  const worker = startChild('workers/main.ts', env)
  let announced = false
  const close = async () => {
    if (announced) await rm(serviceFile(config.dataDir), { force: true })
    await Promise.all([gateway.close(), worker.close()])
    await postgres.stop()
  }
  try {
    const [{ ready: url }] = await Promise.all([gateway.ready, worker.ready])
    await writeFile(serviceFile(config.dataDir), JSON.stringify({ url }))
    announced = true
    return { url, firstKey, keyFile: keyFile(config.dataDir), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Address of the service that runs on this data folder; null when none does. */
export async function findService(dataDir: string): Promise<string | null> {
  try {
    const { url } = JSON.parse(await readFile(serviceFile(dataDir), 'utf8')) as { url: string }
    const response = await fetch(`${url}/healthz`)
    return response.ok ? url : null
  } catch {
    return null
  }
}

/** What a child says once it takes work. */
interface Ready {
  readonly ready: string
  /** Where a gateway listens; a restarted one takes the same port again. */
  readonly port?: number
}

interface Child {
  readonly ready: Promise<Ready>
  close(): Promise<void>
}

/** A process that is started again when it dies; it ends by itself when this one is gone. */
function startChild(path: string, environment: NodeJS.ProcessEnv): Child {
  let env = environment
  let child: ChildProcess
  let restart: NodeJS.Timeout | undefined
  let closing = false

  const start = (onReady: (message: Ready) => void, onFailure: (error: Error) => void) => {
    let wasReady = false
    child = fork(join(ROOT, path), { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    child.on('message', (message: Ready) => {
      wasReady = true
      if (message.port) env = { ...env, PORT: String(message.port) }
      onReady(message)
    })
    child.on('exit', (code, signal) => {
      if (closing) return
      if (wasReady) restart = setTimeout(() => start(onReady, onFailure), RESTART_MS)
      else onFailure(new ConfigError(`${path} did not start (${signal ?? `exit code ${code}`}); it said why above.`))
    })
  }

  const ready = new Promise<Ready>(start)
  return {
    ready,
    async close() {
      closing = true
      clearTimeout(restart)
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}
