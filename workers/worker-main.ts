import { ConfigError, readConfig } from '../src/config.ts'
import { exitWith } from '../src/lib/explain.ts'
import { stopOnSignal } from '../src/lib/stop.ts'
import { createAccountQueues } from '../src/queue/boss.ts'
import { isAccountPool } from '../src/queue/catalog.ts'
import { openResources } from '../src/resources.ts'
import { chooseEngine } from './engine/choose.ts'
import { assertRunFolders } from './folder.ts'
import { openWatch } from './watch.ts'
import { startWorker } from './worker.ts'

/** `npm run worker`: claims and runs stages, on a prepared database. */

const POOL_SIZE = 4
const CLOSE_MS = 5000

try {
  const config = readConfig()
  if (!config.databaseUrl) {
    throw new ConfigError('DATABASE_URL is not set. (`npm start` runs everything on an embedded database instead.)')
  }
  const { databaseUrl } = config
  await assertRunFolders()
  const resources = await openResources(config, { name: 'worker', databaseUrl, poolSize: POOL_SIZE, supervise: false })
  if (isAccountPool(config.workerPool)) await createAccountQueues(resources.boss, config.workerPool)
  const engine = await chooseEngine(config, resources.log)
  const kind = { capabilities: config.workerCapabilities, pool: config.workerPool }
  const watched = await openWatch(resources, { ...kind, engine: engine.name })
  const worker = startWorker(resources, { engine, ...kind })
  const graceMs = config.workerGraceSeconds * 1000
  const close = async () => {
    watched?.drain()
    await worker.close(graceMs)
    await watched?.close()
    await resources.close()
  }
  stopOnSignal(close, graceMs + CLOSE_MS)
  console.log(`ready ${worker.id}`)
  process.send?.({ ready: worker.id })
} catch (error) {
  exitWith(error)
}
