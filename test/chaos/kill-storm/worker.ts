import { ConfigError, readConfig } from '../../../src/config.ts'
import { exitWith } from '../../../src/lib/explain.ts'
import { openResources } from '../../../src/resources.ts'
import { startWorker } from '../../../workers/worker.ts'
import { sampleIn } from '../../support/idle-engine.ts'
import { noopEngine } from './engine.ts'

/** A worker as `npm run worker` starts it, with a different engine. Arguments: the sample's folder, and the seed. */

const POOL_SIZE = 4

try {
  const [folder = '', seed = ''] = process.argv.slice(2)
  const config = readConfig()
  const { databaseUrl } = config
  if (!databaseUrl) throw new ConfigError('DATABASE_URL is not set.')
  const resources = await openResources(config, { name: 'worker', databaseUrl, poolSize: POOL_SIZE, supervise: false })
  const engine = noopEngine(sampleIn(folder), Number(seed), (begun) => void process.send?.(begun))
  const { workerCapabilities: capabilities, workerPool: pool } = config
  const worker = startWorker(resources, { engine, capabilities, pool })
  process.on('disconnect', () => process.exit())
  process.send?.({ ready: worker.id })
} catch (error) {
  exitWith(error)
}
