import type { Pool } from 'pg'

/** This many accounts share the crowd. */
export const ACCOUNTS = 50

/**
 * Fills a database with tasks that wait for a stage, each with its attempt and job, in the order of accounts that take
 * turns. Two thirds wait for encode, one third for render. Of twenty tasks 17 are standard, one is a draft that waits
 * for acceleration, one is pro and one dedicated. All have a past.
 * @param minutes how long the first of them has waited
 */
export async function fillQueues(pool: Pool, count: number, minutes: number): Promise<void> {
  await pool.query(
    `insert into account (id, name) select 'acc_crowd' || i, 'crowd' from generate_series(0, ${ACCOUNTS - 1}) i`,
  )
  await pool.query(
    `insert into task (id, account_id, api_version, status, seq, mode, prompt, resolution, duration_ms, aspect_ratio, width,
       height, frames, seed, audio, service_tier, acceleration, use_context_ir, priority, price_version, items, earned,
       frozen_micro, created_at)
     select 'vid_crowd' || i, 'acc_crowd' || i % ${ACCOUNTS}, '2026-11-01',
       case when hashtext('vid_crowd' || i) % 3 = 0 then 'encoding' else 'queued' end, 1, 'text_to_video', 'a lake', '768p', 5000,
       '1:1', 768, 768, 124, 1, true, tier, 'auto', false,
       case tier when 'dedicated' then 1000000000 when 'pro' then 500000000 else 0 end - i / ${ACCOUNTS}, 1, '[]', '{}', 0,
       now() - make_interval(secs => $2::float8 * 60 * ($1 - i) / $1)
     from generate_series(0, $1 - 1) i
     cross join lateral (select case i % 20 when 0 then 'dedicated' when 1 then 'pro' when 2 then 'draft' else 'standard' end) t(tier)`,
    [count, minutes],
  )
  await pool.query(
    `insert into stage_attempt (task_id, account_id, priority, stage, number, state, ready_at, lora_until)
     select id, account_id, priority, case when hashtext(id) % 3 = 0 then 'render' else 'encode' end, 1, 'ready', created_at,
       case when service_tier = 'draft' then now() + interval '10 seconds' end
     from task where id like 'vid_crowd%'`,
  )
  await pool.query(
    `insert into stage_attempt (task_id, account_id, priority, stage, number, state, worker_id, pool, ready_at, claimed_at,
       beat_at, finished_at, progress)
     select task_id, account_id, priority, 'encode', 1, 'done', 'wrk_past', 'shared', ready_at, ready_at, ready_at,
       ready_at + interval '2 seconds', 1
     from stage_attempt where stage = 'render' and task_id like 'vid_crowd%'`,
  )
  await pool.query(
    `insert into pgboss.job (name, data, priority, created_on, policy)
     select stage, json_build_object('taskId', task_id, 'stage', stage, 'number', number), priority, ready_at, 'standard'
     from stage_attempt where state = 'ready' and task_id like 'vid_crowd%'
     union all
     select 'render-lora', json_build_object('taskId', task_id, 'stage', stage, 'number', number), priority, ready_at, 'standard'
     from stage_attempt where state = 'ready' and lora_until is not null and stage = 'render' and task_id like 'vid_crowd%'`,
  )
  // It waits for an autovacuum, which yields after a second.
  await pool.query('set lock_timeout = 0; analyze task, stage_attempt, account, pgboss.job; reset lock_timeout')
}
