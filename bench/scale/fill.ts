import { Pool, type PoolClient } from 'pg'
import { ATTEMPT_RETENTION_DAYS, EVENT_RETENTION_DAYS } from '../../src/limits.ts'
import { BARE, checkPast, writePast } from '../history/past.ts'

/** The last attempt and the last event of each finished task. */
const ENDS = [
  `insert into stage_attempt (task_id, stage, number, state, account_id, worker_id, pool, ready_at, claimed_at, beat_at,
      finished_at, progress)
    select id, 'package', 1, 'done', account_id, 'wrk_past', 'shared', started_at, started_at, completed_at, completed_at, 1
    from task`,
  `insert into event (account_id, task_id, seq, kind, at, snapshot)
    select account_id, id, seq, 'succeeded', completed_at, '{"status": "succeeded", "progress": 1, "billed_ms": 5000}'
    from task`,
]

const TABLES = ['task', 'ledger_entry', 'stage_attempt', 'event']

/** All but those of primary keys. */
const INDEXES = `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
  where indrelid = any('{${TABLES.join(',')}}'::regclass[]) and not indisprimary`

/** Old rows a reset adds: more than the chores delete in one measurement. */
const OLD = 150_000

/** Events and attempts whose time of retention is over. Old events have the lowest ids, and no tail reads them again. */
export const ADD_OLD: readonly string[] = [
  'delete from event where id < 0',
  `delete from stage_attempt where stage = 'package' and finished_at < now() - interval '${ATTEMPT_RETENTION_DAYS} days'`,
  `insert into event (id, xid, account_id, task_id, seq, kind, at, snapshot)
    select -row_number() over (), '1', account_id, id, 1, 'created', now() - interval '${EVENT_RETENTION_DAYS + 1} days', '{}'
    from (select account_id, id from task where completed_at is not null limit ${OLD}) t`,
  `insert into stage_attempt (task_id, stage, number, state, account_id, ready_at, finished_at)
    select id, 'package', 2, 'lost', account_id, created_at, now() - interval '${ATTEMPT_RETENTION_DAYS + 1} days'
    from (select account_id, id, created_at from task where completed_at is not null limit ${OLD}) t`,
]

/**
 * Fills each account with this number of finished tasks, with two ledger entries, an attempt and an event each. Indexes are made
 * afterwards, in half the time.
 * @throws Error if a row is missing or the ledger does not agree
 */
export async function fillScale(databaseUrl: string, tasks: number): Promise<void> {
  const start = performance.now()
  const seconds = () => `${((performance.now() - start) / 1000).toFixed(0)} s`
  const pool = new Pool({ connectionString: databaseUrl, max: 1 })
  const client = await pool.connect()
  try {
    await client.query(`set maintenance_work_mem = '1GB'; set work_mem = '256MB'`)
    // Otherwise a checkpoint after each gigabyte.
    await client.query(`alter system set max_wal_size = '12GB'`)
    await client.query('select pg_reload_conf()')
    await withoutIndexes(client, async () => {
      await writePast(client, tasks)
      console.log(`  tasks and ledger of ${tasks} an account after ${seconds()}`)
      for (const each of ENDS) await client.query(`begin; ${BARE}; ${each}; commit`)
      console.log(`  attempts and events after ${seconds()}`)
    })
    console.log(`  indexes after ${seconds()}`)
    await client.query('vacuum analyze')
    await client.query('alter system reset max_wal_size')
    await client.query('select pg_reload_conf()')
    await client.query('checkpoint')
    await checkPast(client, tasks)
    const { rows } = await client.query<{ size: string }>(
      'select pg_size_pretty(pg_database_size(current_database())) as size',
    )
    console.log(`${tasks} finished tasks an account, ${rows[0]?.size}, written in ${seconds()}`)
  } finally {
    client.release()
    await pool.end()
  }
}

async function withoutIndexes(client: PoolClient, write: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(INDEXES)
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await write()
  for (const { definition } of rows) await client.query(definition)
}
