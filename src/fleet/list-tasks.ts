import type { Pool } from 'pg'
import { query, statement, text } from '../lib/sql.ts'
import { isCleanText } from '../lib/text.ts'
import type { Stage } from '../queue/catalog.ts'

/** waiting: a stage has been ready for over a minute; running: a worker has one; failed: of the ended those that failed. */
export type TaskGroup = 'waiting' | 'running' | 'failed' | 'ended'

export interface TaskFilter {
  readonly group: TaskGroup
  /** Only tasks of this account, of which an attempt is of this stage or at this worker; null for any. */
  readonly account: string | null
  readonly stage: Stage | null
  readonly worker: string | null
}

/** What one page shows, and how many ended tasks are searched: no index has their status. */
const SHOWN = 100
const SEARCHED = 10_000
/** A shorter wait is usual. */
const LONG_WAIT_S = 60

const ID = { id: text() }

/** The partial index of the attempts of one state; the longest wait or run first. */
function openStatement(state: 'ready' | 'running') {
  const [since, delay] = state === 'ready' ? ['a.ready_at', LONG_WAIT_S] : ['a.claimed_at', 0]
  return statement(`fleet_tasks_${state}`, ID)<Omit<TaskFilter, 'group'>>`
    select a.task_id as id from stage_attempt a join task t on t.id = a.task_id
    where a.state = '${state}' and not a.hedge and ${since} <= now() - interval '${delay} seconds'
      and ($account::text is null or t.account_id = $account) and ($stage::text is null or a.stage = $stage)
      and ($worker::text is null or a.worker_id = $worker)
    group by a.task_id order by min(${since}), a.task_id limit ${SHOWN}`
}

/** Newest first. Ids are in order of time. */
function endedStatement(of: 'all' | 'account') {
  const [condition, order] =
    of === 'all' ? ['$account::text is null', 'id desc'] : ['account_id = $account', 'created_at desc, id desc']
  return statement(`fleet_tasks_ended_${of}`, ID)<Omit<TaskFilter, 'group'> & { readonly failed: boolean }>`
    with newest as materialized (
      select id, status, completed_at from task where ${condition} order by ${order} limit ${SEARCHED})
    select n.id from newest n
    where n.completed_at is not null and (not $failed or n.status = 'failed')
      and (($stage::text is null and $worker::text is null) or exists (
        select from stage_attempt a where a.task_id = n.id
          and ($stage::text is null or a.stage = $stage) and ($worker::text is null or a.worker_id = $worker)))
    order by n.id desc limit ${SHOWN}`
}

const OPEN = { waiting: openStatement('ready'), running: openStatement('running') }
const ENDED = { all: endedStatement('all'), account: endedStatement('account') }

/** Ids of the tasks of a group, at most a hundred; of ended tasks, those among the newest ten thousand. */
export async function listTaskIds(pool: Pool, { group, ...filter }: TaskFilter): Promise<string[]> {
  if (![filter.account, filter.worker].every((each) => each === null || isCleanText(each))) return []
  const { rows } =
    group === 'waiting' || group === 'running'
      ? await query(pool, OPEN[group], filter)
      : await query(pool, ENDED[filter.account === null ? 'all' : 'account'], { ...filter, failed: group === 'failed' })
  return rows.map(({ id }) => id)
}
