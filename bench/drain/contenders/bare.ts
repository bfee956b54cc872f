import { PgBoss } from 'pg-boss'
import { serveWorker } from '../../support/worker-process.ts'
import { QUEUE } from '../queue.ts'

/** A bare loop of pg-boss: fetches one and completes it, until nothing is left. */

/** As many connections as vidgate has; one would be enough. */
const POOL_SIZE = 4

const boss = new PgBoss({
  connectionString: process.env['DATABASE_URL'] ?? '',
  max: POOL_SIZE,
  supervise: false,
  schedule: false,
  migrate: false,
  createSchema: false,
})
boss.on('error', console.error)
await boss.start()

serveWorker(async (_kind, { ended }) => {
  const drain = async () => {
    for (let [job] = await boss.fetch(QUEUE); job; [job] = await boss.fetch(QUEUE)) {
      await boss.complete(QUEUE, job.id)
    }
    ended('all')
  }
  const drained = drain()
  return () => drained
})
