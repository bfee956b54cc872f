import { setTimeout as pause } from 'node:timers/promises'
import type { TestGateway } from './gateway.ts'

/** Maximum time of a test of counts. */
const LEFT_S = 10

/** Away from the end of the database's minute, when a count of calls would start again. */
export async function awayFromTurn({ rooms }: TestGateway): Promise<void> {
  const sql = 'select 60 - extract(second from clock_timestamp())::float8 as left'
  const { rows } = await rooms.resources.pool.query(sql)
  if (rows[0].left < LEFT_S) await pause(rows[0].left * 1000 + 50)
}
