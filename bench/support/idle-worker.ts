import { setTimeout as pause } from 'node:timers/promises'
import { ConfigError, readConfig } from '../../src/config.ts'
import { exitWith } from '../../src/lib/explain.ts'
import { openResources } from '../../src/resources.ts'
import { idleEngine, sampleIn } from '../../test/support/idle-engine.ts'
import { startWorker } from '../../workers/worker.ts'
import { observedResources } from './observed.ts'
import { type Kind, serveWorker } from './worker-process.ts'

/**
 * The product's worker as `npm run worker` starts it, with an engine that does nothing. Its arguments: the duration of
 * a stage, in ms, and the sample's folder.
 */

const POOL_SIZE = 4
const CLOSE_MS = 5000
const CAPABILITIES = {
  first: ['encode', 'package'],
  second: ['render'],
  any: ['encode', 'render', 'lora', 'upscale', 'package'],
} as const satisfies Record<Kind, readonly string[]>

try {
  const [stageMs = '', folder = ''] = process.argv.slice(2)
  const config = readConfig()
  const { databaseUrl } = config
  if (!databaseUrl) throw new ConfigError('DATABASE_URL is not set.')
  const resources = await openResources(config, { name: 'worker', databaseUrl, poolSize: POOL_SIZE, supervise: false })
  const engine = idleEngine(sampleIn(folder), async (_stage, _task, signal) => {
    if (Number(stageMs) > 0) await pause(Number(stageMs), undefined, { signal })
  })
  serveWorker(async (kind, observer) => {
    const worker = startWorker(observedResources(resources, observer), {
      engine,
      capabilities: CAPABILITIES[kind],
      pool: 'shared',
    })
    return () => worker.close(CLOSE_MS)
  })
} catch (error) {
  exitWith(error)
}
