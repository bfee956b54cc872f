import { join } from 'node:path'
import { type Cluster, startCluster } from '../support/cluster.ts'
import { startLoad } from '../support/load.ts'
import { startServer } from '../support/server.ts'
import { CONTENDERS, NOOP, startContender } from './contenders.ts'
import { openGround } from './effect.ts'
import { fillTemplate } from './fill.ts'
import { measureAll, measureDoor, type Runner } from './measure.ts'
import { openPgBench } from './pgbench.ts'
import { FULL, QUICK } from './plan.ts'
import { tell } from './tell.ts'

/** What is closed at the end, last opened first. */
type Closing = (() => unknown)[]

/** W1 and W1b: create over HTTP. Ends at the first answer or row that is not as it should be. */
export async function benchCreate(quick: boolean): Promise<boolean> {
  const closing: Closing = []
  const closeAll = async () => {
    for (const close of closing.splice(0).reverse()) await close()
  }
  const interrupt = () => void closeAll().finally(() => process.exit(130))
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  try {
    const start = performance.now()
    let keys: string[] = []
    const cluster = await startCluster(async (url) => {
      keys = await fillTemplate(url)
    })
    closing.push(cluster.close)
    const load = startLoad()
    closing.push(load.close)
    const runners: Runner[] = []
    for (const { name, file, door } of CONTENDERS) {
      const url = await cluster.database(`bench_${name}`)
      const server = await startContender(file, url, join(cluster.dir, name))
      closing.push(server.close)
      const ground = openGround(url)
      closing.push(ground.close)
      runners.push({ name, ground, drive: measureDoor(load, server.port, door, keys) })
    }
    const pgbench = await addPgBench(cluster, runners, closing)
    const noop = await startServer(NOOP.file, {})
    closing.push(noop.close)
    const results = await measureAll(quick ? QUICK : FULL, runners, measureDoor(load, noop.port, NOOP.door, keys))
    tell(results, { postgres: cluster.version, pgbench, minutes: (performance.now() - start) / 60_000 })
    return true
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return false
  } finally {
    await closeAll()
  }
}

/** @returns its version; null where this machine has none */
async function addPgBench(cluster: Cluster, runners: Runner[], closing: Closing): Promise<string | null> {
  const url = await cluster.database('bench_pgbench')
  const pgbench = await openPgBench(url, cluster.dir)
  if (!pgbench) {
    console.log('pgbench is not on this machine and is left out.')
    return null
  }
  const ground = openGround(url)
  closing.push(ground.close)
  runners.push({ name: 'pgbench', ground, drive: (level) => pgbench.run(level) })
  return pgbench.version
}
