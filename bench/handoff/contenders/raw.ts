import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { openListener } from '../../../src/lib/listener.ts'
import { createLog } from '../../../src/lib/log.ts'
import { startLoop } from '../../../src/lib/loop.ts'
import { KINDS, serveWorker } from '../../support/worker-process.ts'
import { CHANNEL, CLAIM, REPORT } from '../raw-queue.ts'

/** LISTEN and SELECT … FOR UPDATE SKIP LOCKED: the minimum of a queue in Postgres. Its argument: ms a stage. */

const POLL_MS = 1000

const stageMs = Number(process.argv[2])
const connectionString = process.env['DATABASE_URL'] ?? ''
const log = createLog('warn', 'raw')
const client = new Client({ connectionString })
await client.connect()

interface Job {
  readonly id: string
  readonly task: string
  readonly stage: number
}

serveWorker(async (kind, { reports, runs, ended }) => {
  const claim = async () => (await client.query<Job>({ ...CLAIM, values: [KINDS[kind]] })).rows[0]
  const loop = startLoop('raw', POLL_MS, log, async () => {
    for (let job = await claim(); job; job = await claim()) {
      const { id, task, stage } = job
      runs(task, stage)
      await pause(stageMs)
      reports(task, stage)
      const { rows } = await client.query({ ...REPORT, values: [id] })
      if (rows.length === 0) ended(task)
    }
  })
  const listener = openListener(connectionString, log)
  listener.on(CHANNEL, loop.wake)
  return async () => {
    await listener.close()
    await loop.close()
  }
})
