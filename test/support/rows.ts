import type { TestGateway } from './gateway.ts'

/** Row by row what keys, accounts and creates write; `last_used_at` apart, which any accepted call moves. */
export async function rowsOf({ rooms }: TestGateway): Promise<unknown> {
  const tables = ['account', 'api_key', 'idempotency_key', 'task', 'ledger_entry', 'event', 'pgboss.job']
  const columns = tables.map(
    (table) => `(select json_agg(to_jsonb(t) - 'last_used_at' order by to_jsonb(t)) from ${table} t) as "${table}"`,
  )
  const { rows } = await rooms.resources.pool.query(`select ${columns.join(', ')}`)
  return rows[0]
}
