import { migrate } from '../../../prisma/migrate.ts'
import { seedPrices } from '../../../prisma/seed.ts'
import { createLog } from '../../../src/lib/log.ts'
import { installQueues } from '../../../src/queue/boss.ts'
import { openPool } from '../../../src/resources.ts'
import { startCluster } from '../../support/cluster.ts'
import { type ChaosOptions, concludeChaos } from '../figures.ts'
import { openGround } from './ground.ts'
import { play } from './play.ts'

const WRITERS = 16
const GROUND = { accounts: 8, tasksEach: 16 }
const FULL = { events: 200_000, restartMs: 2000 }
const QUICK = { events: 10_000, restartMs: 500 }

/**
 * Quality 2, the event log. Writers append through the product's own statement, hold transactions open and abort; readers
 * follow the accounts' streams and are restarted from their cursors all along: each event is given once, each task's in order.
 */
export async function chaosFeed({ quick, seed }: ChaosOptions): Promise<boolean> {
  const begin = performance.now()
  const cluster = await startCluster(prepare)
  try {
    const ground = await openGround(await cluster.database('chaos_feed'), GROUND)
    const { written, read } = await play(ground, { writers: WRITERS, seed, ...(quick ? QUICK : FULL) }).finally(
      ground.close,
    )
    const minutes = (performance.now() - begin) / 60_000
    console.log(`Node ${process.version}, Postgres ${cluster.version}, durable; ${minutes.toFixed(1)} minutes`)
    return concludeChaos([
      { chaos: 'feed', metric: 'events', value: written.events },
      { chaos: 'feed', metric: 'aborted', value: written.aborted },
      { chaos: 'feed', metric: 'restarts', value: read.restarts },
      { chaos: 'feed', metric: 'skipped', value: read.skipped },
      { chaos: 'feed', metric: 'doubled', value: read.events + read.skipped - written.events, aim: 0 },
      { chaos: 'feed', metric: 'missed', value: read.missed, aim: 0 },
      { chaos: 'feed', metric: 'out of order', value: read.outOfOrder, aim: 0 },
    ])
  } finally {
    await cluster.close()
  }
}

async function prepare(databaseUrl: string): Promise<void> {
  await migrate(databaseUrl)
  await installQueues(databaseUrl)
  const pool = openPool(databaseUrl, 1, createLog('silent', 'chaos'))
  await seedPrices(pool)
  await pool.end()
}
