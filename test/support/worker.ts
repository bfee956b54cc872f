import type { TestGateway } from './gateway.ts'
import { startProcess, type TestProcess } from './process.ts'

/** A real worker process that encodes fast and stops at once; `ready` is its id. */
export function startWorkerProcess(
  gateway: TestGateway,
  environment: Readonly<Record<string, string>> = {},
): Promise<TestProcess> {
  return startProcess(gateway, 'workers/main.ts', {
    X264_PRESET: 'ultrafast',
    WORKER_GRACE_SECONDS: '0',
    ...environment,
  })
}
