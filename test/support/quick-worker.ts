import { readConfig } from '../../src/config.ts'
import { stopOnSignal } from '../../src/lib/stop.ts'
import { createAccountQueues } from '../../src/queue/boss.ts'
import { isAccountPool, type Stage } from '../../src/queue/catalog.ts'
import { openResources } from '../../src/resources.ts'
import { startWorker } from '../../workers/worker.ts'
import { quickEngine } from './quick-engine.ts'

/** A worker process for tests that kill or stop one: workers/worker-main.ts with the tests' engine. */

const config = readConfig()
const databaseUrl = config.databaseUrl ?? ''
const resources = await openResources(config, { name: 'worker', databaseUrl, poolSize: 4, supervise: false })
if (isAccountPool(config.workerPool)) await createAccountQueues(resources.boss, config.workerPool)
const worker = startWorker(resources, {
  engine: quickEngine({ hangsIn: process.env['HANGS_IN'] as Stage | undefined }),
  capabilities: config.workerCapabilities,
  pool: config.workerPool,
})
stopOnSignal(async () => {
  await worker.close(config.workerGraceSeconds * 1000)
  await resources.close()
}, 5000)
process.send?.({ ready: worker.id })
