import { mock } from 'node:test'
import pg from 'pg'
import type { TestGateway } from '../support/gateway.ts'

/** Once a second counts of calls are shared, by account too, whatever runs meanwhile. */
const isOwn = ({ text }: { readonly text: string }) => !text.includes('rate_window')

/** The statements that a request needs, on any pool: those that name its account, or one of its tasks. */
export async function statementsOf(gateway: TestGateway, run: () => Promise<unknown>): Promise<string[]> {
  const { pool } = gateway.rooms.resources
  const { rows } = await pool.query('select id from task where account_id = $1', [gateway.accountId])
  const own = new Set([gateway.accountId, ...rows.map(({ id }) => id)])
  const query = mock.method(pg.Client.prototype, 'query')
  await run()
  const sent = query.mock.calls.map(({ arguments: [first, second] }) => {
    const { text, values = second } = typeof first === 'string' ? { text: first } : (first as pg.QueryConfig)
    return { text, values: Array.isArray(values) ? values.flat() : [] }
  })
  query.mock.restore()
  const named = sent.filter(({ values }) => values.some((value) => own.has(value)))
  return named.filter(isOwn).map(({ text }) => text)
}
