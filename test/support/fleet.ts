import type { EngineLimits } from '../../src/engine-limits.ts'
import { newWorker, startWorkerBeat } from '../../src/stage/pool.ts'
import { attachedEngines, profileOf } from '../../src/task/engines.ts'
import type { TestGateway } from './gateway.ts'
import { until } from './until.ts'

/** Registers a worker with such an engine that claims nothing, and waits until the gateway's creates count it. */
export async function attach(
  { rooms: { resources } }: TestGateway,
  limits: EngineLimits,
  pool = 'shared',
): Promise<{ readonly profile: string; leave(): Promise<void> }> {
  const beat = startWorkerBeat(resources, newWorker({ capabilities: ['render'], pool, engine: 'none', limits }))
  const profile = profileOf(limits)
  const isKnown = async () =>
    (await attachedEngines(resources.pool)).some((engine) => engine.profile === profile && engine.pool === pool)
  await beat.ready
  await until(isKnown)
  return {
    profile,
    async leave() {
      await beat.close()
      await until(async () => !(await isKnown()))
    },
  }
}
