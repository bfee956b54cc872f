import type { Resources } from '../resources.ts'

const READY_WITHIN_MS = 2000

/** Whether Postgres and the queue can be reached (contract 1, `/readyz`). */
export async function isReady({ pool, log }: Pick<Resources, 'pool' | 'log'>): Promise<boolean> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${READY_WITHIN_MS} ms`)), READY_WITHIN_MS)
  try {
    const found = pool.query('select version from pgboss.version')
    await Promise.race([found, late.promise])
    return (await found).rows.length > 0
  } catch (error) {
    log.warn({ err: error }, 'not ready')
    return false
  } finally {
    clearTimeout(timer)
  }
}
