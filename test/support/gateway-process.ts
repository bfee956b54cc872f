import type { TestGateway } from './gateway.ts'
import { startProcess } from './process.ts'

/** Another gateway process on a test gateway's database and storage: the same gateway, at its own address. */
export async function startGatewayProcess(gateway: TestGateway): Promise<TestGateway> {
  return { ...gateway, url: (await startProcess(gateway, 'src/main.ts')).ready }
}
