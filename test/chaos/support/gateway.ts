import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Closing } from '../../support/closing.ts'
import { programOf } from '../../support/joined.ts'

/** A gateway process (`src/gateway-main.ts`) that can be restarted on its port. */
export interface Gateway {
  readonly port: number
  readonly pid: number
  /** Its logged errors and other output, and its exit if nobody asked for it. */
  readonly complaints: readonly string[]
  /** Ends the process with a signal and starts the next one on the same port. */
  restart(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

export interface GatewayNeeds {
  readonly databaseUrl: string
  readonly dataDir: string
}

export async function startGateway({ databaseUrl, dataDir }: GatewayNeeds, closing: Closing): Promise<Gateway> {
  const complaints: string[] = []
  const program = await programOf('src/gateway-main.ts')
  const environment = {
    ...process.env,
    ...program.environment,
    ...{ NODE_ENV: 'production', NODE_NO_WARNINGS: '1', HOST: '127.0.0.1', LOG_LEVEL: 'error' },
    ...{ DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
  }
  let port = 0
  let child: ChildProcess | null = null
  let ending = false

  const start = async () => {
    ending = false
    const env = { ...environment, PORT: String(port) }
    const next = fork(program.path, {
      env,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    child = next
    if (next.stderr) createInterface({ input: next.stderr }).on('line', (line) => complaints.push(line))
    next.once('exit', (code, signal) => {
      if (!ending || code) complaints.push(`a gateway ended: ${signal ?? `exit code ${code}`}`)
    })
    const message = await Promise.race([once(next, 'message'), once(next, 'exit').then(() => null)])
    if (!message) throw new Error(`a gateway did not start: ${complaints.join(', ')}`)
    port = (message[0] as { port: number }).port
  }

  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    ending = true
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }

  closing.push(() => end('SIGKILL'))
  await start()
  return {
    port,
    get pid() {
      return child?.pid ?? 0
    },
    complaints,
    async restart(signal) {
      await end(signal)
      await start()
    },
  }
}
