import type { Pool } from 'pg'
import { createLasting, type Lasting } from './lasting.ts'
import type { Log } from './log.ts'
import { within } from './within.ts'

const WITHIN_MS = 2000

/** Load balancers call it all the time. */
const MESSAGES = { begins: 'not ready', lasts: 'still not ready', ends: 'ready again' }
const states = new WeakMap<Log, Lasting>()

/** Whether Postgres answers and has the queue. */
export async function hasDatabase({ pool, log }: { readonly pool: Pool; readonly log: Log }): Promise<boolean> {
  try {
    const { rows } = await within(WITHIN_MS, pool.query('select version from pgboss.version'))
    states.get(log)?.ends()
    return rows.length > 0
  } catch (error) {
    const state = states.get(log) ?? createLasting(log, MESSAGES)
    states.set(log, state)
    state.holds({ err: error })
    return false
  }
}
