import { isLocked } from '../errors.ts'
import { type Loop, startLoop } from '../lib/loop.ts'
import { int, query, Rollback, SHORT_LOCK_WAIT_MS, statement, type Tx, transaction } from '../lib/sql.ts'
import { HEDGE_BUDGET, HEDGE_FACTOR, HEDGE_MS, HEDGE_SAMPLE, HEDGE_SAMPLE_MIN, HEDGE_WINDOW } from '../limits.ts'
import { HEDGE_PRIORITY, type StageJob } from '../queue/catalog.ts'
import { enqueue, nextAttempt } from '../queue/enqueue.ts'
import { liveWorkers } from '../queue/routing.ts'
import type { Resources } from '../resources.ts'
import { lockTask } from '../task/advance.ts'
import { startOf } from '../task/pipeline.ts'
import { JOB } from './attempt.ts'

/** Number of finished runs to search for those of a class: enough to find some, few enough to be cheap. */
const HORIZON = 1000
/** Candidates for one second try: if a task is locked the next one gets it. */
const LATE_MAX = 10

/**
 * Attempts of pro and dedicated tasks that run longer than twice the median of their class (stage, pictures, resolution)
 * and have had no second try, as far as the budget goes: second tries among the last hundred attempts of the stage that ran,
 * and those under way. O(running), and the horizon once a stage.
 */
const LATE = statement('hedge_late', JOB)`with running as (
      select a.task_id, a.stage, a.number, a.claimed_at, t.frames, t.resolution
      from stage_attempt a join task t on t.id = a.task_id
      where a.state = 'running' and not a.hedge and t.service_tier in ('pro', 'dedicated')
        and not exists (select 1 from stage_attempt twin
          where twin.task_id = a.task_id and twin.stage = a.stage and twin.number > a.number)),
    stages as (select distinct stage from running),
    runs as (
      select s.stage, t.frames, t.resolution, extract(epoch from d.finished_at - d.claimed_at) as seconds,
        row_number() over (partition by s.stage, t.frames, t.resolution order by d.finished_at desc) as nth
      from stages s
      cross join lateral (
        select * from stage_attempt where stage = s.stage and finished_at is not null
        order by finished_at desc limit ${HORIZON}) d
      join task t on t.id = d.task_id
      where d.state = 'done'),
    classes as (
      select stage, frames, resolution, percentile_cont(0.5) within group (order by seconds) as median from runs
      where nth <= ${HEDGE_SAMPLE} group by stage, frames, resolution having count(*) >= ${HEDGE_SAMPLE_MIN}),
    affordable as (
      select s.stage from stages s
      cross join lateral (
        select count(*) as attempts, count(*) filter (where hedge) as hedges from (
          select hedge from stage_attempt where stage = s.stage and finished_at is not null and claimed_at is not null
          order by finished_at desc limit ${HEDGE_WINDOW}) last) spent
      cross join lateral (
        select count(*) as hedges from (
          select 1 from stage_attempt where state = 'ready' and stage = s.stage and priority = ${HEDGE_PRIORITY}
          union all
          select 1 from stage_attempt where state = 'running' and stage = s.stage and hedge) under_way) open
      where spent.hedges + open.hedges < greatest(1, spent.attempts * ${HEDGE_BUDGET} / 100))
  select r.task_id as "taskId", r.stage, r.number from running r
  join classes using (stage, frames, resolution) join affordable using (stage)
  where extract(epoch from now() - r.claimed_at) > ${HEDGE_FACTOR} * classes.median
  order by r.claimed_at limit ${LATE_MAX}`

const HEDGE = statement('hedge_add', { number: int })`with source as (
      select task_id from stage_attempt where task_id = $1 and stage = $2 and state in ('ready', 'running')
      group by task_id having count(*) = 1 and bool_and(state = 'running' and number = $3)),
    next as (${nextAttempt('source', { stage: '$2', delayMs: '0', graceMs: 'null', hedge: true })})
  select number from next`

type Needs = Pick<Resources, 'pool' | 'boss' | 'hints' | 'log'>

/**
 * Starts a second try of a slow stage on an idle worker of its pool (spec 4.1, service_tier;
 * docs/decisions/dispatch.md#second-tries). The first report wins, the other run is stopped; the stage is billed once.
 * @returns whether a second try was started
 */
export async function hedgeLate(needs: Needs): Promise<boolean> {
  const { rows } = await query(needs.pool, LATE, [])
  for (const late of rows) {
    try {
      return await hedge(needs, late)
    } catch (error) {
      if (!isLocked(error)) throw error
    }
  }
  return false
}

async function hedge(needs: Needs, late: StageJob): Promise<boolean> {
  const { taskId, stage } = late
  const live = await liveWorkers(needs.pool)
  const add = async (tx: Tx) => {
    const task = await lockTask(tx, taskId)
    const added = await tx.run(HEDGE, [taskId, stage, late.number])
    const number = added.rows[0]?.number
    if (!task || number === undefined) return new Rollback(false)
    const start = { ...startOf(task, { stage, number, live }), priority: HEDGE_PRIORITY }
    await enqueue(tx, needs.boss, [start])
    return true
  }
  const hedged = await transaction<boolean>(needs.pool, add, SHORT_LOCK_WAIT_MS)
  if (hedged) {
    needs.log.info({ task: taskId, stage }, 'started a second attempt of a slow stage')
    needs.hints.hint('jobs')
  }
  return hedged
}

/** The chore. Every process may run it, because the insert is guarded under the task's lock. */
export function startHedging(needs: Needs): Loop {
  return startLoop('hedging', HEDGE_MS, needs.log, async () => {
    while (await hedgeLate(needs));
  })
}
