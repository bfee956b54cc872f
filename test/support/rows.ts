import type { TestGateway } from './gateway.ts'

/** Columns that any accepted call or the clock changes: a waiting notice after three seconds, the audit's result. */
export const APART: readonly string[] = [
  'last_used_at',
  'waiting_since',
  'waiting_reason',
  'seq',
  'audited_at',
  'audited_balance_micro',
  'audited_number',
  'audited_frozen_micro',
  'audited_tasks_micro',
  'audited_whole_at',
]

/** All rows that keys, accounts and creates write. */
export async function rowsOf({ rooms }: TestGateway): Promise<unknown> {
  const tables = ['account', 'api_key', 'idempotency_key', 'task', 'ledger_entry', 'event', 'pgboss.job']
  const columns = tables.map((table) => {
    const row = `to_jsonb(t) - '{${APART}}'::text[]`
    const filter = table === 'event' ? "where kind <> 'waiting'" : ''
    return `(select json_agg(${row} order by ${row}) from ${table} t ${filter}) as "${table}"`
  })
  const { rows } = await rooms.resources.pool.query(`select ${columns.join(', ')}`)
  return rows[0]
}
