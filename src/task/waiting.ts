import type { Pool } from 'pg'
import { EVER_MS, type Loop, startSweep } from '../lib/loop.ts'
import { int, query, statement } from '../lib/sql.ts'
import { NOTICE_AFTER_MS, NOTICE_MS, SWEEPS, WORKER_LIVE_S } from '../limits.ts'
import { appendEvents } from '../push/log.ts'
import { floorOf } from '../queue/catalog.ts'
import { fits } from '../queue/unfit.ts'
import type { Resources } from '../resources.ts'

/**
 * One statement for all tasks: a task whose next stage has been ready but unclaimed for a while gets the notice (spec 2.1), and a
 * task whose reason has changed gets the new one. A locked task is left for the next second. A second try of a running stage
 * gets no notice, because the caller does not wait for it.
 *
 * `encoder`: no live worker can encode the task, or all that can are encoding. `lora`: another worker that renders is free.
 * `capacity`: any other case, also that no live worker can render the task. A wait for acceleration ends with its grace. Other
 * reasons could change with every stage that a worker takes, and each change writes an event for every waiting task; so only the
 * full sweeps change them (`$3`).
 *
 * The attempt is read again under the task's lock, because it may have been claimed meanwhile: a notice on a running stage would
 * stay until the next stage.
 */
const NOTICE = statement('task_waiting', { count: int })`with live as (
      select w.id, w.pool, w.capabilities, w.profile from worker w
      where w.stopped_at is null and w.beat_at > now() - make_interval(secs => ${WORKER_LIVE_S})),
    running as (
      select a.worker_id, bool_or(a.stage = 'encode') as encodes from stage_attempt a
      where a.state = 'running' group by a.worker_id),
    encoders as materialized (
      select distinct w.pool, w.profile from live w left join running r on r.worker_id = w.id
      where 'encode' = any(w.capabilities) and r.encodes is not true),
    renderers as (
      select distinct w.profile from live w
      where w.pool = 'shared' and 'render' = any(w.capabilities)
        and not exists (select from running r where r.worker_id = w.id)),
    waiting as (
      select a.task_id, min(a.ready_at) as since,
        case when bool_and(a.stage = 'encode' and not exists (
              select from encoders e where (e.pool = 'shared' or (e.pool = 'pro' and a.priority >= ${floorOf('pro')})
                or (e.pool = a.account_id and a.priority >= ${floorOf('dedicated')})) and ${fits('a.task_id', 'e.profile')}))
            then 'encoder'
          when bool_or(a.lora_until > now() and exists (select from renderers r where ${fits('a.task_id', 'r.profile')})) then 'lora'
          else 'capacity' end as reason
      from stage_attempt a
      where a.state = 'ready' and not a.hedge and a.ready_at < now() - make_interval(secs => $1)
        and a.ready_at > now() - make_interval(secs => $2)
      group by a.task_id),
    due as (
      select w.* from waiting w join task t on t.id = w.task_id where t.waiting_reason is distinct from w.reason
        and ($3 or t.waiting_reason is null or t.waiting_reason = 'lora')),
    locked as (select t.id from task t join due on due.task_id = t.id order by t.id for no key update of t skip locked),
    still as (
      select a.task_id from locked join stage_attempt a on a.task_id = locked.id
      where a.state = 'ready' and not a.hedge for no key update of a skip locked),
    noticed as (
      update task set waiting_since = coalesce(waiting_since, due.since), waiting_reason = due.reason, seq = seq + 1
      from due
      where task.id = due.task_id and task.id in (select task_id from still) and task.completed_at is null
        and task.waiting_reason is distinct from due.reason
      returning task.*),
    events as (${appendEvents('noticed', 'waiting')})
  select count(*)::int as count from noticed`

/**
 * Sets due waiting notices and changes their reasons; they are cleared by the claim. O(waiting within `withinMs`).
 * @param withinMs age of the stages to check; all by default
 * @returns number of changed tasks
 */
export async function noticeWaiting(pool: Pool, withinMs = EVER_MS): Promise<number> {
  const { rows } = await query(pool, NOTICE, [NOTICE_AFTER_MS / 1000, withinMs / 1000, withinMs === EVER_MS])
  return rows[0]?.count ?? 0
}

/**
 * The chore; every process may do it. It checks stages that became ready recently (`SWEEPS`), and at longer intervals all that
 * wait: for changed reasons, and for those that an outage of the database delayed.
 */
export function startNotices(needs: Pick<Resources, 'pool' | 'hints' | 'log'>): Loop {
  return startSweep(needs.log, { name: 'waiting notices', idleMs: NOTICE_MS, ...SWEEPS }, async (withinMs) => {
    if ((await noticeWaiting(needs.pool, withinMs)) > 0) needs.hints.hint('events')
  })
}
