import { fork } from 'node:child_process'
import { once } from 'node:events'
import { after } from 'node:test'
import type { TestGateway } from './gateway.ts'

/** Another gateway process on a test gateway's database and storage: the same gateway, at its own address. */
export async function startGatewayProcess(gateway: TestGateway): Promise<TestGateway> {
  const child = fork('src/main.ts', {
    env: {
      ...process.env,
      DATABASE_URL: gateway.databaseUrl,
      DATA_DIR: gateway.config.dataDir,
      PORT: '0',
      LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  after(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  })
  const [message] = (await once(child, 'message')) as [{ port: number }]
  return { ...gateway, url: `http://127.0.0.1:${message.port}` }
}
