import type { Pool } from 'pg'
import { type Loop, startLoop } from '../lib/loop.ts'
import { inBatches, statement } from '../lib/sql.ts'
import { KEY_EXPIRY_MS } from '../limits.ts'
import type { Resources } from '../resources.ts'

const BATCH = 1000

/** Skips rows locked by another transaction: they are being used again and get a new time. */
const EXPIRE = statement('idempotency_expire')`delete from idempotency_key where ctid = any(array(
      select ctid from idempotency_key
      where created_at <= now() - interval '24 hours' and (lease_until is null or lease_until <= now())
      order by created_at limit ${BATCH} for update skip locked))`

/**
 * Deletes expired idempotency keys (docs/rules/doors.md#idempotency), except those whose first call still runs under its lease.
 * Any process may run this at any time; the database's clock counts.
 * @returns the number of deleted keys
 */
export function expireKeys(pool: Pool): Promise<number> {
  return inBatches(pool, EXPIRE, [], BATCH)
}

/** Starts the chore. */
export function startKeyExpiry({ pool, log }: Pick<Resources, 'pool' | 'log'>): Loop {
  return startLoop('idempotency keys', KEY_EXPIRY_MS, log, async () => {
    await expireKeys(pool)
  })
}
