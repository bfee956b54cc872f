import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { after } from 'node:test'
import type { TestGateway } from './gateway.ts'
import { programOf } from './joined.ts'
import { spending } from './spending.ts'

export interface TestProcess {
  /** Its first message when it accepts work: a gateway's URL, a worker's id. */
  readonly ready: string
  readonly child: ChildProcess
  /** Its log, at the level of the test. */
  readonly lines: readonly string[]
  /** Ends it with a signal and waits until it has ended. */
  end(signal: NodeJS.Signals): Promise<void>
}

/** Database and storage of a process: those of a test gateway, or others. */
export interface Ground {
  readonly databaseUrl: string
  readonly config: Pick<TestGateway['config'], 'dataDir'>
}

/** A real process of the product on a database and a storage, once it accepts work. */
export async function startProcess(
  gateway: Ground,
  entry: 'src/gateway-main.ts' | 'workers/worker-main.ts' | 'test/support/quick-worker.ts',
  environment: Readonly<Record<string, string>> = {},
): Promise<TestProcess> {
  const isLogRead = environment['LOG_LEVEL'] !== undefined
  const { path, environment: own } = await programOf(entry)
  const child = fork(path, {
    env: {
      ...process.env,
      ...own,
      DATABASE_URL: gateway.databaseUrl,
      DATA_DIR: gateway.config.dataDir,
      PORT: '0',
      LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
      ...environment,
    },
    // Not the lane's flags.
    execArgv: [],
    stdio: ['ignore', 'ignore', isLogRead ? 'pipe' : 'inherit', 'ipc'],
  })
  const lines: string[] = []
  if (child.stderr) createInterface({ input: child.stderr }).on('line', (line) => lines.push(line))
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  after(() => end('SIGKILL'))
  const failed = once(child, 'exit').then(([code, how]) => {
    throw new Error(`${entry} ended before it was ready: ${how ?? `exit code ${code}`}`)
  })
  failed.catch(() => {})
  const begun = spending('processes', () => Promise.race([once(child, 'message'), failed]))
  const [message] = (await begun) as [{ ready: string }]
  return { ready: message.ready, child, lines, end }
}
