import { setTimeout as pause } from 'node:timers/promises'
import { Logger, run } from 'graphile-worker'
import { KINDS, STAGES, serveWorker } from '../../support/worker-process.ts'

/** graphile-worker as in its documentation: a job's task adds the next job. Its argument: ms a stage. */

/** As often as vidgate, if a notification is lost. */
const POLL_MS = 1000

const stageMs = Number(process.argv[2])

serveWorker(async (kind, { reports, runs, ended }) => {
  const taskOf =
    (stage) =>
    async ({ task }, { addJob }) => {
      runs(task, stage)
      await pause(stageMs)
      reports(task, stage)
      if (stage + 1 === STAGES) ended(task)
      else await addJob(`stage_${stage + 1}`, { task })
    }
  const runner = await run({
    connectionString: process.env.DATABASE_URL,
    concurrency: 1,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
    taskList: Object.fromEntries(KINDS[kind].map((stage) => [`stage_${stage}`, taskOf(stage)])),
  })
  return () => runner.stop()
})
