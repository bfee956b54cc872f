import type { Pool } from 'pg'
import { query, type Statement } from '../lib/sql.ts'
import { NOTICE_AFTER_MS } from '../limits.ts'
import { appendEvents } from '../push/log.ts'

/**
 * One statement for all tasks: whoever's next stage has been ready but unclaimed for a while carries the notice (spec 2.1),
 * and one whose reason has changed carries the new one. O(waiting); a task that another transaction holds is left for the
 * next second. A second try beside a running one waits for nothing that the caller waits for.
 */
const NOTICE: Statement = {
  name: 'task_waiting',
  text: `with waiting as (
      select a.task_id, min(a.ready_at) as since,
        case when bool_and(a.stage = 'encode') then 'encoder'
          when bool_or(a.lora_until > now()) then 'lora' else 'capacity' end as reason
      from stage_attempt a
      where a.state = 'ready' and not a.hedge and a.ready_at < now() - make_interval(secs => $1)
      group by a.task_id),
    due as (
      select w.* from waiting w join task t on t.id = w.task_id where t.waiting_reason is distinct from w.reason),
    locked as (select t.id from task t join due on due.task_id = t.id order by t.id for no key update of t skip locked),
    noticed as (
      update task set waiting_since = coalesce(waiting_since, due.since), waiting_reason = due.reason, seq = seq + 1
      from due join locked on locked.id = due.task_id
      where task.id = due.task_id and task.completed_at is null
        and exists (select 1 from stage_attempt a where a.task_id = task.id and a.state = 'ready' and not a.hedge)
      returning task.*),
    events as (${appendEvents('noticed', 'waiting')})
  select count(*)::int as count from noticed`,
}

/** Sets due waiting notices and changes their reasons; they are cleared by the claim. Answers how many were moved. */
export async function noticeWaiting(pool: Pool): Promise<number> {
  const { rows } = await query<{ count: number }>(pool, NOTICE, [NOTICE_AFTER_MS / 1000])
  return rows[0]?.count ?? 0
}
