import { eachApart } from '../lib/apart.ts'
import { type Loop, startLoop } from '../lib/loop.ts'
import { bool, int, query, Rollback, statement, text, texts, transaction } from '../lib/sql.ts'
import { LOST_MS } from '../limits.ts'
import { appendEvents } from '../push/log.ts'
import type { Stage } from '../queue/catalog.ts'
import { liveWorkers } from '../queue/routing.ts'
import type { Resources } from '../resources.ts'
import { lockTask } from '../task/advance.ts'
import { pipelineOf } from '../task/pipeline.ts'
import { isTerminal } from '../task/task.ts'
import { tryAgain } from './attempt.ts'

/** Tasks with a ready or running attempt, by the two partial indexes of those; `of` filters them. */
function underWay(of = ''): string {
  return `select account_id, task_id from stage_attempt where state = 'ready' and account_id is not null ${of}
    union select account_id, task_id from stage_attempt where state = 'running' ${of}`
}

/**
 * Accounts that count more unfinished tasks than have attempts. Tasks have no index by state; the account counts them in the
 * transactions that create and end them. O(accounts + waiting + running).
 */
const SHORT = statement('lost_accounts', { id: text() })`
    select a.id from account a left join (${underWay()}) u on u.account_id = a.id
    where a.active_tasks > 0 group by a.id having a.active_tasks > count(u.task_id)`

/** Number and ids of an account's lost tasks, in one snapshot, newest first, at most as many as the count says. */
const LOST = statement('lost_tasks', { missing: int, lost: texts() })`select s.missing, array(
      select t.id from task t
      where t.account_id = $1 and t.completed_at is null and not exists (
        select 1 from stage_attempt a where a.task_id = t.id and a.state in ('ready', 'running'))
      order by t.created_at desc limit greatest(s.missing, 0)) as lost
    from (select a.active_tasks - (select count(*) from (${underWay('and account_id = $1')}) u)::int as missing
      from account a where a.id = $1) s`

const ATTEMPTS = statement('lost_attempts', { isUnderWay: bool, done: texts<Stage>() })`
    select coalesce(bool_or(state in ('ready', 'running')), false) as "isUnderWay",
      coalesce(array_agg(stage) filter (where state = 'done'), '{}') as done
    from stage_attempt where task_id = $1`

const REQUEUED = statement('lost_requeued')`
  with moved as (update task set seq = seq + 1 where id = $1 returning task.*) ${appendEvents('moved', 'requeued')}`

type Needs = Pick<Resources, 'pool' | 'boss' | 'hints' | 'log'>

/**
 * Starts the next stage of unfinished tasks without a ready or running attempt again. The transaction that ends an attempt creates
 * the next one or ends the task, so such a task exists only if rows were removed by other means. Its caller would otherwise
 * wait forever, with the price set aside.
 * @returns how many
 */
export async function restartLost(needs: Needs): Promise<number> {
  const { rows } = await query(needs.pool, SHORT, [])
  const accounts = rows.map(({ id }) => ({ accountId: id }))
  let restarted = 0
  // An account that cannot be repaired must not delay the others.
  await eachApart(accounts, needs.log, async ({ accountId }) => {
    const started = await restartOf(needs, accountId)
    restarted += started
    return started > 0
  })
  return restarted
}

async function restartOf(needs: Needs, accountId: string): Promise<number> {
  const { rows } = await query(needs.pool, LOST, [accountId])
  const { missing, lost } = rows[0] ?? { missing: 0, lost: [] }
  if (lost.length < missing) {
    const found = { accountId, missing, found: lost.length }
    needs.log.error(found, 'an account counts more unfinished tasks than it has; the count was not changed')
  }
  let restarted = 0
  for (const id of lost) if (await restart(needs, id)) restarted++
  return restarted
}

/**
 * Runs under the task's lock, without which no attempt is created or ends, so of two concurrent chores only one starts it. The
 * status stays that of the last claimed stage.
 * @returns whether it was started here
 */
async function restart(needs: Needs, taskId: string): Promise<boolean> {
  const live = await liveWorkers(needs.pool)
  const stage = await transaction<Stage | null>(needs.pool, async (tx) => {
    const [task, { rows }] = await Promise.all([lockTask(tx, taskId), tx.run(ATTEMPTS, [taskId])])
    const [attempts] = rows
    if (!task || isTerminal(task.status) || !attempts || attempts.isUnderWay) return new Rollback(null)
    const next = pipelineOf(task).find((each) => !attempts.done.includes(each)) ?? 'package'
    tx.send(REQUEUED, [taskId])
    await tryAgain(needs, tx, { taskId, stage: next, task }, { live, delayMs: 0 })
    return next
  })
  if (!stage) return false
  needs.log.error({ task: taskId, stage }, 'an unfinished task had no attempt; started its next stage again')
  needs.hints.hint('events', 'jobs')
  return true
}

/** The chore; every process may do it. */
export function startRestartingLost(needs: Needs): Loop {
  return startLoop('lost tasks', LOST_MS, needs.log, async () => {
    await restartLost(needs)
  })
}
