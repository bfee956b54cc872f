import { createLasting, type Lasting } from '../lib/lasting.ts'
import type { Log } from '../lib/log.ts'
import type { Resources } from '../resources.ts'

const READY_WITHIN_MS = 2000

/** Balancers ask all the time. */
const WORDS = { begins: 'not ready', lasts: 'still not ready', ends: 'ready again' }
const states = new WeakMap<Log, Lasting>()

/** Whether Postgres and the queue can be reached (contract 1, `/readyz`). */
export async function isReady({ pool, log }: Pick<Resources, 'pool' | 'log'>): Promise<boolean> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${READY_WITHIN_MS} ms`)), READY_WITHIN_MS)
  try {
    const found = pool.query('select version from pgboss.version')
    await Promise.race([found, late.promise])
    const isFound = (await found).rows.length > 0
    states.get(log)?.ends()
    return isFound
  } catch (error) {
    const state = states.get(log) ?? createLasting(log, WORDS)
    states.set(log, state)
    state.holds({ err: error })
    return false
  } finally {
    clearTimeout(timer)
  }
}
