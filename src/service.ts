import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { prepareDatabase } from '../prisma/prepare.ts'
import { type Config, ConfigError } from './config.ts'
import { type HeldDataDir, keyFile, takeDataDir } from './data-dir.ts'
import { startEmbeddedPostgres } from './lib/embedded-postgres.ts'
import { explain } from './lib/explain.ts'
import { createLog } from './lib/log.ts'
import { listenOnce } from './lib/port.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const RESTART_MS = 500
/** As long as a gateway takes to end at most. */
const LEFT_GATEWAY_MS = 10_000
const LOOK_MS = 100

/** Everything of `npm start`, as one thing. */
export interface RunningService {
  readonly url: string
  /** The first account's key where this start made it. */
  readonly firstKey: string | null
  /** Where the key is kept for the owner of this machine. */
  readonly keyFile: string
  close(): Promise<void>
}

/**
 * Database (embedded where DATABASE_URL is not set), gateway and one worker, each a process of its own.
 * @param defaults variables for the processes where the environment does not set them
 */
export async function startService(config: Config, defaults: NodeJS.ProcessEnv = {}): Promise<RunningService> {
  const held = await takeDataDir(config.dataDir)
  const closing: (() => Promise<void>)[] = [held.release]
  const close = async () => {
    for (const each of closing.splice(0).reverse()) await each()
  }
  try {
    await assertPortIsFree(config, held)
    const postgres = config.databaseUrl
      ? { url: config.databaseUrl, stop: async () => {} }
      : await startEmbeddedPostgres({
          dataDir: config.dataDir,
          durable: true,
          logger: createLog(config.logLevel, 'postgres'),
        })
    closing.push(postgres.stop)
    const firstKey = await prepareDatabase(postgres.url, config.seedApiKey)
    if (firstKey) await writeFile(keyFile(config.dataDir), `${firstKey}\n`, { mode: 0o600 })

    const env = { ...defaults, ...process.env, DATABASE_URL: postgres.url }
    const gateway = startChild('src/main.ts', env)
    const worker = startChild('workers/main.ts', env)
    closing.push(async () => {
      await Promise.all([gateway.close(), worker.close()])
    })
    const [{ ready: url }] = await Promise.all([gateway.ready, worker.ready])
    await held.announce(url)
    return { url, firstKey, keyFile: keyFile(config.dataDir), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Says that the port is taken before a database is built. A gateway that a killed `npm start` left has time to end. */
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
