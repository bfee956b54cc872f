import type { ClientBase, Pool } from 'pg'

/** A broken rule, with the number of rows that break it. */
export interface Violation {
  readonly rule: string
  readonly count: number
}

/** Each counts the rows that break it. Separate from the product's own audit, which must not verify itself. */
const RULES: Readonly<Record<string, string>> = {
  'balance = sum of amounts, frozen = sum of frozen deltas, numbers without a gap': `
    select count(*) from account a left join (
      select account_id, sum(amount_micro) as amounts, sum(frozen_delta_micro) as deltas, count(*) as entries,
        max(number) as newest, min(number) as oldest
      from ledger_entry group by account_id) e on e.account_id = a.id
    where a.balance_micro <> coalesce(e.amounts, 0) or a.frozen_micro <> coalesce(e.deltas, 0)
      or a.entry_count <> coalesce(e.entries, 0) or (e.entries > 0 and (e.newest <> e.entries or e.oldest <> 1))`,
  'available was never below zero, frozen neither, and each entry has the balance after it': `
    select count(*) from (
      select balance_after_micro, sum(amount_micro) over w as balance, sum(frozen_delta_micro) over w as frozen
      from ledger_entry window w as (partition by account_id order by number rows unbounded preceding)) e
    where balance < frozen or frozen < 0 or balance_after_micro <> balance`,
  'a freeze is made once and resolved at most once, later, in full, for no more than it': `
    select count(*) from (
      select count(*) filter (where kind = 'freeze') as freezes, count(*) filter (where kind <> 'freeze') as resolutions,
        sum(frozen_delta_micro) filter (where kind = 'freeze') as frozen,
        sum(frozen_delta_micro) filter (where kind <> 'freeze') as thawed,
        sum(amount_micro) filter (where kind = 'freeze') as moved, sum(amount_micro) filter (where kind <> 'freeze') as charged,
        min(number) filter (where kind = 'freeze') as first, min(number) filter (where kind <> 'freeze') as second
      from ledger_entry where subject_id is not null group by subject_id, account_id) s
    where freezes <> 1 or resolutions > 1 or frozen < 0 or moved <> 0
      or (resolutions = 1 and (thawed <> -frozen or charged > 0 or -charged > frozen or second < first))`,
  'kinds move what their names say': `
    select count(*) from ledger_entry where not case kind
      when 'topup' then amount_micro > 0 and frozen_delta_micro = 0
      when 'freeze' then amount_micro = 0 and frozen_delta_micro >= 0
      when 'settle' then amount_micro < 0 and frozen_delta_micro < 0
      when 'release' then amount_micro = 0 and frozen_delta_micro <= 0
      when 'adjustment' then frozen_delta_micro = 0
      when 'prompt_optimize' then amount_micro = frozen_delta_micro and task_id is null
      else false end`,
  'frozen = the freezes still open; those of tasks are of unfinished ones': `
    select count(*) from account a left join (
      select f.account_id, sum(f.frozen_delta_micro) as open from ledger_entry f
      where f.kind = 'freeze' and not exists (
        select 1 from ledger_entry r where r.subject_id = f.subject_id and r.kind in ('settle', 'release', 'prompt_optimize'))
      group by f.account_id) o on o.account_id = a.id
    where a.frozen_micro <> coalesce(o.open, 0)`,
  'active_tasks = unfinished tasks, within the cap': `
    select count(*) from account a where active_tasks > concurrency_limit or active_tasks <> (
      select count(*) from task t where t.account_id = a.id and t.completed_at is null)`,
  'a task has a time of completion exactly when its state is final': `
    select count(*) from task where (completed_at is null) = (status in ('succeeded', 'failed', 'cancelled', 'rejected'))`,
  'a key with a spend limit has spent what its tasks and prompts of the period settled and froze': `
    select count(*) from api_key k cross join lateral (
      select coalesce(sum(f.frozen_delta_micro + coalesce(r.frozen_delta_micro, 0) - coalesce(r.amount_micro, 0)), 0) as spent
      from ledger_entry f
        left join task t on t.id = f.subject_id
        left join ledger_entry r on r.subject_id = f.subject_id and r.kind in ('settle', 'release', 'prompt_optimize')
      where f.kind = 'freeze' and coalesce(t.key_id, f.key_id) = k.id
        and coalesce(t.created_at, f.created_at) >= k.spend_since) e
    where k.spend_limit_micro is not null and k.spent_micro <> e.spent`,
  // The earned amount is derived from the stages that are done, not from the task's own record. In the earlier form
  // only success is billed.
  'an ended task is billed what its finished stages cost, a failed one nothing, an unfinished one not yet': `
    select count(*) from task t
      left join ledger_entry f on f.subject_id = t.id and f.kind = 'freeze'
      left join ledger_entry r on r.subject_id = t.id and r.kind in ('settle', 'release')
      cross join lateral (
        select coalesce(sum(coalesce(i->>'frozenMicro', i->>'amountMicro')::bigint), 0) as price, coalesce(sum((i->>'amountMicro')::bigint) filter (
          where t.status <> 'failed' and (t.status = 'succeeded' or t.api_version <> '2026-06-01') and (i->>'kind' <> 'context_ir' or t.context_ir_applied) and exists (
            select 1 from stage_attempt s where s.task_id = t.id and s.stage = i->>'stage' and s.state = 'done')), 0) as earned
        from jsonb_array_elements(t.items) i) p
    where exists (select 1 from jsonb_array_elements(t.items) i where i ? 'frozenMicro' and (t.service_tier <> 'dedicated'
        or (i->>'amountMicro')::bigint >= (i->>'frozenMicro')::bigint))
      or f.id is null or f.frozen_delta_micro <> p.price or t.frozen_micro <> p.price
      or (r.id is null) <> (t.completed_at is null)
      or (r.id is not null and (-r.amount_micro <> p.earned or t.amount_micro <> p.earned
        or r.kind <> case when p.earned > 0 then 'settle' else 'release' end))`,
  'a task has one last event, once it has ended; only its deletion comes after that': `
    select count(*) from task t left join (
      select task_id, count(*) as ends, max(seq) as seq from event
      where kind in ('succeeded', 'failed', 'cancelled', 'rejected') group by task_id) e on e.task_id = t.id
    where coalesce(e.ends, 0) <> (t.completed_at is not null)::int or e.seq <> t.seq - (t.deleted_at is not null)::int`,
  'a key made its tasks, and no other key did': `
    select (select count(*) from idempotency_key k, unnest(k.task_ids) as made(id)
        where not exists (select 1 from task t where t.id = made.id and t.account_id = k.account_id))
      + (select count(*) from (select made.id from idempotency_key k, unnest(k.task_ids) as made(id)
        group by made.id having count(*) > 1) twice)`,
}

export const RULE_COUNT = Object.keys(RULES).length

/** Checks every rule in one snapshot; players may continue meanwhile. */
export async function brokenRules(pool: Pool): Promise<Violation[]> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query('set local statement_timeout = 0')
    const violations: Violation[] = []
    for (const [rule, sql] of Object.entries(RULES)) {
      const count = await countOf(client, sql)
      if (count > 0) violations.push({ rule, count })
    }
    await client.query('commit')
    return violations
  } finally {
    client.release()
  }
}

async function countOf(client: ClientBase, sql: string): Promise<number> {
  const { rows } = await client.query({ text: sql, rowMode: 'array' })
  return Number((rows[0] as unknown[] | undefined)?.[0])
}
