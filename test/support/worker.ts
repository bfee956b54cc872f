import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { after } from 'node:test'
import type { TestGateway } from './gateway.ts'

export interface WorkerProcess {
  readonly id: string
  readonly child: ChildProcess
  /** Ends it with a signal and waits until it is gone. */
  end(signal: NodeJS.Signals): Promise<void>
}

/** A real worker process on a test gateway's database and storage, once it takes work. */
export async function startWorkerProcess(
  gateway: TestGateway,
  environment: Readonly<Record<string, string>> = {},
): Promise<WorkerProcess> {
  const child = fork('workers/main.ts', {
    env: {
      ...process.env,
      DATABASE_URL: gateway.databaseUrl,
      DATA_DIR: gateway.config.dataDir,
      LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
      X264_PRESET: 'ultrafast',
      WORKER_GRACE_SECONDS: '0',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  after(() => end('SIGKILL'))
  const [message] = (await once(child, 'message')) as [{ ready: string }]
  return { id: message.ready, child, end }
}
