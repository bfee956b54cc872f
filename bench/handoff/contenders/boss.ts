import { setTimeout as pause } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { STAGES, serveWorker } from '../../support/worker-process.ts'
import { type BossJob, queueFor, queueOf } from '../boss-queue.ts'

/** pg-boss as in its documentation, woken by its own NOTIFY. Its argument: ms a stage. */

/** As often as vidgate, if a notification is lost. */
const POLL_S = 1

const stageMs = Number(process.argv[2])
const boss = new PgBoss({
  connectionString: process.env['DATABASE_URL'] ?? '',
  useListenNotify: true,
  supervise: false,
  schedule: false,
  migrate: false,
  createSchema: false,
})
boss.on('error', console.error)
boss.on('warning', console.error)
await boss.start()

serveWorker(async (kind, { reports, runs, ended }) => {
  const queue = queueOf(kind)
  const options = { pollingIntervalSeconds: POLL_S, notifyPollingIntervalSeconds: POLL_S }
  await boss.work<BossJob>(queue, options, async ([job]) => {
    if (!job) return
    const { task, stage } = job.data
    runs(task, stage)
    await pause(stageMs)
    reports(task, stage)
    if (stage + 1 === STAGES) ended(task)
    else await boss.send(queueFor(kind, stage + 1), { task, stage: stage + 1 })
  })
  return () => boss.offWork(queue, { wait: true })
})
