import { type Loop, startLoop } from '../lib/loop.ts'
import { query, Rollback, type Statement, transaction } from '../lib/sql.ts'
import { HEDGE_BUDGET, HEDGE_FACTOR, HEDGE_MS, HEDGE_SAMPLE, HEDGE_SAMPLE_MIN, HEDGE_WINDOW } from '../limits.ts'
import { HEDGE_PRIORITY, type StageJob } from '../queue/catalog.ts'
import { enqueue, nextAttempt } from '../queue/enqueue.ts'
import { fleetOf, routesOf } from '../queue/fleet.ts'
import type { Resources } from '../resources.ts'
import { lockTask } from '../task/advance.ts'
import { startOf } from '../task/pipeline.ts'

/** Finished runs that are looked through for those of a class: enough for it to be found, few enough to be cheap. */
const HORIZON = 1000

/**
 * Attempts of pro and dedicated tasks that run longer than twice the median of their class (stage, pictures, resolution)
 * and have no twin, as far as the budget goes: second tries among the last hundred attempts of the stage, those under way
 * included.
 */
const LATE: Statement = {
  name: 'hedge_late',
  text: `select a.task_id as "taskId", a.stage, a.number from stage_attempt a join task t on t.id = a.task_id
    cross join lateral (
      select percentile_cont(0.5) within group (order by seconds) as median, count(*) as runs from (
        select extract(epoch from d.finished_at - d.claimed_at) as seconds from (
          select * from stage_attempt where stage = a.stage and finished_at is not null
          order by finished_at desc limit ${HORIZON}) d
        join task of on of.id = d.task_id
        where d.state = 'done' and of.frames = t.frames and of.resolution = t.resolution
        order by d.finished_at desc limit ${HEDGE_SAMPLE}) recent) class
    cross join lateral (
      select count(*) as attempts, count(*) filter (where hedge) as hedges from (
        select hedge from stage_attempt where stage = a.stage and finished_at is not null
        order by finished_at desc limit ${HEDGE_WINDOW}) last) spent
    cross join lateral (
      select count(*) as hedges from stage_attempt o
      where o.stage = a.stage and o.hedge and o.state in ('ready', 'running')) open
    where a.state = 'running' and t.service_tier in ('pro', 'dedicated')
      and class.runs >= ${HEDGE_SAMPLE_MIN}
      and extract(epoch from now() - a.claimed_at) > ${HEDGE_FACTOR} * class.median
      and spent.hedges + open.hedges < greatest(1, least(spent.attempts, ${HEDGE_WINDOW}) * ${HEDGE_BUDGET} / 100)
      and not exists (select 1 from stage_attempt twin
        where twin.task_id = a.task_id and twin.stage = a.stage and twin.number <> a.number and twin.state in ('ready', 'running'))
    order by a.claimed_at limit 1`,
}

const HEDGE: Statement = {
  name: 'hedge_add',
  text: `with source as (
      select task_id from stage_attempt where task_id = $1 and stage = $2 and state in ('ready', 'running')
      group by task_id having count(*) = 1 and bool_and(state = 'running' and number = $3)),
    next as (${nextAttempt('source', { stage: '$2', delayMs: '0', graceMs: 'null', hedge: true })})
  select number from next`,
}

type Needs = Pick<Resources, 'pool' | 'boss' | 'hints' | 'log'>

/**
 * Gives a stage that runs long a second try on another worker of its pool that has nothing else to do (spec 4.1,
 * service_tier; engine room, hedging). The first report wins, the other run is stopped; the stage is billed once.
 * @returns whether there was one to give
 */
export async function hedgeLate(needs: Needs): Promise<boolean> {
  const { rows } = await query<StageJob>(needs.pool, LATE, [])
  const [late] = rows
  if (!late) return false
  const { taskId, stage } = late
  const fleet = await fleetOf(needs.pool)
  const hedged = await transaction(needs.pool, async (tx, last) => {
    const task = await lockTask(tx, taskId)
    const added = await tx.run<{ number: number }>(HEDGE, [taskId, stage, late.number])
    const number = added.rows[0]?.number
    if (!task || number === undefined) return new Rollback(false)
    const start = { ...startOf(task, stage, number, routesOf(task, stage, fleet)), priority: HEDGE_PRIORITY }
    await enqueue(tx, needs.boss, [start], last)
    return true
  })
  if (hedged) {
    needs.log.info({ task: taskId, stage }, 'a stage that runs long got a second try')
    needs.hints.hint('jobs')
  }
  return hedged
}

/** The chore; every process may do it: the addition is guarded under the task's lock. */
export function startHedging(needs: Needs): Loop {
  return startLoop('hedging', HEDGE_MS, needs.log, async () => {
    while (await hedgeLate(needs));
  })
}
