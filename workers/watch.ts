import type { Capability } from '../src/config.ts'
import { hasDatabase } from '../src/lib/has-database.ts'
import { type MetricsPort, openMetricsPort } from '../src/lib/metrics-port.ts'
import type { Resources } from '../src/resources.ts'
import { createWorkerMetrics } from './metrics.ts'

/**
 * Health and metrics of a worker on METRICS_PORT: it is ready while its database answers and it is not draining.
 * @returns null without METRICS_PORT
 */
export async function openWatch(
  resources: Pick<Resources, 'config' | 'pool' | 'log'>,
  worker: { readonly engine: string; readonly pool: string; readonly capabilities: readonly Capability[] },
): Promise<MetricsPort | null> {
  const { host, metricsPort, moderation } = resources.config
  if (metricsPort === null) return null
  const metrics = createWorkerMetrics({ ...worker, moderates: moderation !== null })
  const readiness = async () => {
    const isThere = await hasDatabase(resources)
    return isThere ? { status: 'ready', database: 'available' } : { status: 'unavailable', database: 'unavailable' }
  }
  const answers = { readiness, metrics: metrics.answer }
  const opened = await openMetricsPort({ host, port: metricsPort }, answers, resources.log)
  return {
    ...opened,
    async close() {
      await opened.close()
      metrics.close()
    },
  }
}
