import { eachApart } from '../lib/apart.ts'
import { type Loop, startLoop } from '../lib/loop.ts'
import { bool, query, Rollback, SHORT_LOCK_WAIT_MS, statement, transaction } from '../lib/sql.ts'
import { STRANDED_AFTER_MS, STRANDED_MS } from '../limits.ts'
import { HEDGE_PRIORITY } from '../queue/catalog.ts'
import { enqueue } from '../queue/enqueue.ts'
import { type LiveWorkers, liveWorkers } from '../queue/routing.ts'
import type { Resources } from '../resources.ts'
import { lockTask } from '../task/advance.ts'
import { startOf } from '../task/pipeline.ts'
import { OWN_JOB, type OwnJob } from './attempt.ts'

/** O(waiting): jobs have no index by attempt. A claim takes job and attempt together, so no snapshot has only one of them. */
const STRANDED = statement('attempt_stranded', OWN_JOB)`
    select a.task_id as "taskId", a.stage, a.number, t.account_id as "accountId"
    from stage_attempt a join task t on t.id = a.task_id
    where a.state = 'ready' and a.ready_at < now() - make_interval(secs => $1)
      and not exists (select 1 from pgboss.job j where j.state < 'active' and j.data->>'taskId' = a.task_id
        and j.data->>'stage' = a.stage and j.data->>'number' = a.number::text)
    order by a.ready_at limit 500`

const STILL = statement('attempt_still', { hedge: bool })`
    select hedge from stage_attempt where task_id = $1 and stage = $2 and number = $3 and state = 'ready'
         for no key update`

type Needs = Pick<Resources, 'pool' | 'boss' | 'hints' | 'log'>

/**
 * Sends missing jobs of waiting attempts again. Attempts and jobs are written together, so a job is missing only if the tables of
 * pg-boss were emptied by other means. Nothing would then ever start.
 * @returns how many
 */
export async function sendStranded(needs: Needs): Promise<number> {
  const { rows } = await query(needs.pool, STRANDED, [STRANDED_AFTER_MS / 1000])
  const live = await liveWorkers(needs.pool)
  const sent = await eachApart(rows, needs.log, (row) => sendOne(needs, row, live))
  if (sent > 0) {
    needs.log.error({ sent }, 'sent the missing jobs of waiting stages again')
    needs.hints.hint('jobs')
  }
  return sent
}

function sendOne({ pool, boss }: Needs, { taskId, stage, number }: OwnJob, live: LiveWorkers): Promise<boolean> {
  return transaction(
    pool,
    async (tx) => {
      const [task, still] = await Promise.all([lockTask(tx, taskId), tx.run(STILL, [taskId, stage, number])])
      const [attempt] = still.rows
      if (!task || !attempt) return new Rollback(false)
      const start = startOf(task, { stage, number, live })
      const priority = attempt.hedge ? HEDGE_PRIORITY : task.priority
      await enqueue(tx, boss, [{ ...start, priority }])
      return true
    },
    SHORT_LOCK_WAIT_MS,
  )
}

/** The chore. Every process may run it: of two jobs of an attempt one is skipped. */
export function startStranded(needs: Needs): Loop {
  return startLoop('stranded stages', STRANDED_MS, needs.log, async () => {
    await sendStranded(needs)
  })
}
