import { idFrom } from '../lib/id.ts'
import { type Loop, startLoop } from '../lib/loop.ts'
import { inBatches, statement } from '../lib/sql.ts'
import { WEBHOOK_RETENTION } from '../limits.ts'
import type { Resources } from '../resources.ts'

const BATCH = 1000

/** Ids are in order of time, so old rows are found without another index. */
const FORGET = statement('webhook_forget')`delete from webhook_delivery where id = any(array(
      select id from webhook_delivery where id < $1 and status <> 'pending' order by id limit ${BATCH} for update skip locked))`

/**
 * Erases settled deliveries of tasks that had ended before a time. Any process may do it at any time.
 * @returns how many
 */
export function expireDeliveries({ pool }: Pick<Resources, 'pool'>, before: Date): Promise<number> {
  return inBatches(pool, FORGET, [idFrom('whd', before.getTime())], BATCH)
}

/** The chore. */
export function startDeliveryExpiry(needs: Pick<Resources, 'pool' | 'log'>): Loop {
  return startLoop('webhook expiry', WEBHOOK_RETENTION.sweepMs, needs.log, async () => {
    await expireDeliveries(needs, new Date(Date.now() - WEBHOOK_RETENTION.days * 24 * 3_600_000))
  })
}
