import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'

const SETTLE_MS = 2000
const LOOK_MS = 20

/**
 * Counts rows, and waits a little for the numbers: some libraries report a job's end before its row is written.
 * @throws Error with the differences
 */
export async function expectCounts(pool: Pool, sql: string, expected: Readonly<Record<string, number>>): Promise<void> {
  const deadline = performance.now() + SETTLE_MS
  for (;;) {
    const [found = {}] = (await pool.query<Record<string, number>>(sql)).rows
    const wrong = Object.entries(expected).filter(([name, count]) => found[name] !== count)
    if (wrong.length === 0) return
    if (performance.now() > deadline) {
      throw new Error(wrong.map(([name, count]) => `${name}: ${found[name]}, not ${count}`).join('; '))
    }
    await pause(LOOK_MS)
  }
}
