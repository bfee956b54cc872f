import { openWatch } from '../../workers/watch.ts'
import type { TestGateway } from './gateway.ts'

/** The text of a worker's `/metrics`, of one that runs every stage. */
export async function workerMetrics({ rooms, config }: TestGateway): Promise<string> {
  const { pool, log } = rooms.resources
  const worker = { engine: 'quick', pool: 'shared', capabilities: config.workerCapabilities }
  const watched = await openWatch({ pool, log, config: { ...config, metricsPort: 0 } }, worker)
  try {
    return await (await fetch(`${watched?.url}/metrics`)).text()
  } finally {
    await watched?.close()
  }
}
