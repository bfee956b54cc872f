import { Pool } from 'pg'
import { createLog } from '../../src/lib/log.ts'
import { appendEvents } from '../../src/push/log.ts'
import { openBoss } from '../../src/queue/boss.ts'
import { readyAttempts } from '../../src/queue/enqueue.ts'

/** Parameters of the statement, in order. */
export const PARAMETERS = [
  'account_id text',
  'key_id text',
  'task_id text',
  'entry_id text',
  'idempotency_key text',
  'body_hash text',
  'prompt text',
  'duration_ms int',
  'frames int',
  'seed int',
  'items text',
  'frozen_micro bigint',
] as const

/**
 * The whole create as one statement, which is one transaction and one round trip: it locks and checks the account's
 * row, then writes task, attempt, event, freeze, the account's sums, the idempotency row and pg-boss' job. No row:
 * refused. A used idempotency key violates its primary key.
 *
 * It writes the same as vidgate, with the same SQL where possible (events, attempts, pg-boss' own insert). The checks
 * are in SQL, which saves the second round trip of checks in JavaScript.
 */
export async function createStatement(databaseUrl: string): Promise<string> {
  return `with
    input as (select ${PARAMETERS.map((each, index) => inputColumn(each, index)).join(', ')}),
    locked as (select a.* from account a where a.id = $1 and a.status = 'active' for no key update),
    judged as (
      select a.id, a.balance_micro, a.entry_count, a.api_version, a.use_context_ir, i.*
      from locked a cross join input i
      where a.active_tasks < a.concurrency_limit and a.balance_micro - a.frozen_micro >= i.frozen_micro),
    created as (
      insert into task (id, account_id, key_id, api_version, status, seq, mode, prompt, "references", resolution, duration_ms,
        aspect_ratio, width, height, frames, seed, audio, service_tier, acceleration, use_context_ir, price_version, items,
        earned, frozen_micro, created_at)
      select task_id, id, key_id, api_version, 'queued', 1, 'text_to_video', prompt, '{}', '768p', duration_ms,
        '16:9', 1344, 768, frames, seed, true, 'standard', 'auto', use_context_ir, 1, items::jsonb,
        '{}', frozen_micro, now()
      from judged returning *),
    attempts as (${readyAttempts("(select id as task_id, account_id, priority, 'encode' as stage, 1 as number from created) s")}),
    events as (${appendEvents('created', 'created')}),
    entries as (
      insert into ledger_entry (id, account_id, number, kind, amount_micro, frozen_delta_micro, balance_after_micro,
        subject_id, task_id, description)
      select entry_id, id, entry_count + 1, 'freeze', 0, frozen_micro, balance_micro, task_id, task_id,
        'Video, ' || duration_ms / 1000 || ' s'
      from judged),
    accounts as (
      update account set frozen_micro = account.frozen_micro + judged.frozen_micro,
        entry_count = account.entry_count + 1, active_tasks = account.active_tasks + 1
      from judged where account.id = judged.id),
    kept as (
      insert into idempotency_key (account_id, operation, key, body_hash, status, task_ids)
      select id, 'video.create', idempotency_key, decode(body_hash, 'hex'), 202, array[task_id] from judged),
    jobs as (select json_agg(json_build_object('data', json_build_object('taskId', id, 'stage', 'encode', 'number', 1),
      'priority', 0))::text as list from created),
    sent as (${await jobInsert(databaseUrl, '(select list from jobs)')})
  select id, created_at from created`
}

function inputColumn(parameter: string, index: number): string {
  const [name, type] = parameter.split(' ')
  return `$${index + 1}::${type} as ${name}`
}

/** pg-boss' own SQL for sending a job, with another source for the list. */
async function jobInsert(databaseUrl: string, list: string): Promise<string> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 })
  const boss = await openBoss(pool, createLog('silent', 'bench'), false)
  try {
    let insert = ''
    const executeSql = async (text: string) => {
      insert = text
      return { rows: [] }
    }
    await boss.insert('encode', [{ data: {} }], { db: { executeSql } })
    return insert.replaceAll('$1', list)
  } finally {
    await boss.stop({ graceful: false })
    await pool.end()
  }
}
