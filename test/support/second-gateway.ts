import { after } from 'node:test'
import { type Chore, startGateway } from '../../src/gateway.ts'
import { callWith, GRACE_MS, POOL_SIZE, type TestGateway } from './gateway.ts'

/** A second gateway on a test gateway's database and storage, which shares nothing else with it; closed after the test. */
export async function startSecondGateway(
  gateway: TestGateway,
  chores: readonly Chore[] = [],
): Promise<TestGateway & { close(): Promise<void> }> {
  const running = await startGateway({ ...gateway.config, publicUrl: null }, gateway.databaseUrl, {
    chores,
    poolSize: POOL_SIZE,
  })
  let closing: Promise<void> | null = null
  const close = async () => {
    closing ??= running.close(GRACE_MS)
    await closing
  }
  after(close)
  const { url, rooms } = running
  return { ...gateway, url, rooms, call: callWith(url, gateway.key), close }
}
