import { Pool } from 'pg'

/** The rows that one create must write: one of each. The account's sums are compared with the same number. */
const COUNTS = `select
  (select count(*) from task where status = 'queued')::int as task,
  (select count(*) from stage_attempt where stage = 'encode' and state = 'ready')::int as stage_attempt,
  (select count(*) from ledger_entry where kind = 'freeze')::int as ledger_entry,
  (select count(*) from event where kind = 'created')::int as event,
  (select count(*) from idempotency_key where cardinality(task_ids) = 1)::int as idempotency_key,
  (select count(*) from pgboss.job where name = 'encode' and state = 'created')::int as job,
  (select sum(active_tasks) from account)::int as active_tasks,
  (select (sum(frozen_micro) / (select max(frozen_micro) from task)) from account)::int as frozen,
  (select sum(entry_count - 1) from account)::int as entries`

/** Stored beside the tables, so that a reset finds them again. */
export const KEEP_TOPUPS = 'create table bench_topup as select * from ledger_entry'

/**
 * Accounts with their first credit and nothing else, so that the gateway's own audit of the ledger agrees. The ledger
 * refuses to be emptied, except in a session without triggers.
 */
const RESET = `begin;
  set local session_replication_role = replica;
  truncate unfit_engine, stage_attempt, task, event, idempotency_key, webhook_delivery, webhook_try, ledger_entry,
    pgboss.job;
  insert into ledger_entry select * from bench_topup;
  update account set frozen_micro = 0, active_tasks = 0, entry_count = 1;
  commit`

/** The rows that a contender added to its database. */
export interface Ground {
  reset(): Promise<void>
  /** @throws Error unless there are exactly `creates` of each */
  check(contender: string, creates: number): Promise<void>
  close(): Promise<void>
}

/** A past of millions of rows is not read whole. */
const INDEXED = '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off'

/**
 * @param statements reset the tables to their first state; rows that exist then are not counted
 * @param counts selects the number of rows of each kind
 */
export function openGround(
  databaseUrl: string,
  statements: readonly string[] = [RESET],
  counts: string = COUNTS,
): Ground {
  const pool = new Pool({ connectionString: databaseUrl, max: 1, idleTimeoutMillis: 0, options: INDEXED })
  pool.on('error', () => {})
  let first: Record<string, number> | null = null
  const count = async () => {
    const [row = {}] = (await pool.query<Record<string, number | null>>(counts)).rows
    return Object.fromEntries(Object.entries(row).map(([name, rows]) => [name, rows ?? 0]))
  }
  return {
    async reset() {
      for (const each of statements) await pool.query(each)
      first ??= await count()
    },
    async check(contender, creates) {
      const gained = Object.entries(await count()).map(([name, rows]) => [name, rows - (first?.[name] ?? 0)] as const)
      const wrong = gained.filter(([, rows]) => rows !== creates)
      if (wrong.length === 0) return
      const summary = wrong.map(([name, rows]) => `${name} ${rows}`).join(', ')
      throw new Error(`${contender} answered ${creates} creates but wrote ${summary}`)
    },
    close: () => pool.end(),
  }
}
