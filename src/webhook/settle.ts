import type { Statement, Tx } from '../lib/sql.ts'
import type { Claim } from './claim.ts'
import type { DeliveryStatus } from './deliveries.ts'
import { delayAfter } from './schedule.ts'
import type { Answer } from './send.ts'

/** What becomes of a delivery by a try. */
export interface Outcome {
  readonly id: string
  readonly lease: Date
  readonly status: DeliveryStatus
  readonly lastStatus: number | null
  readonly lastError: string | null
  /** Milliseconds to the next try; null: there is none. */
  readonly retryMs: number | null
}

const GONE = 410

/**
 * Judges a try (contract 6): 2xx is done, 410 is the receiver's wish to hear no more, what may not be called fails at once, all else is tried
 * again while there are tries, and no sooner than a receiver without room asked.
 */
export function judgeTry({ id, lease, tries }: Pick<Claim, 'id' | 'lease' | 'tries'>, answer: Answer): Outcome {
  const isOver = answer.error === null || answer.status === GONE || answer.refused
  const delayMs = isOver ? null : delayAfter(tries + 1)
  const retryMs = delayMs === null ? null : Math.max(delayMs, answer.askedMs ?? 0)
  const status = answer.error === null ? 'delivered' : retryMs === null ? 'failed' : 'pending'
  return { id, lease, status, lastStatus: answer.status, lastError: answer.error, retryMs }
}

/** Where the lease is another's by now, the outcome is a late one and counts for nothing. */
const SETTLE: Statement = {
  name: 'webhook_settle',
  text: `update webhook_delivery d set tries = d.tries + 1, status = o.status, last_status = o."lastStatus",
      last_error = o."lastError", next_try_at = now() + o."retryMs" * interval '1 millisecond',
      delivered_at = case when o.status = 'delivered' then now() end
    from json_to_recordset($1::json) as o(id text, lease timestamptz, status text, "lastStatus" int, "lastError" text,
      "retryMs" bigint)
    where d.id = o.id and d.status = 'pending' and d.next_try_at = o.lease`,
}

/** Writes what became of tries. */
export async function settleTries(tx: Tx, outcomes: readonly Outcome[]): Promise<void> {
  if (outcomes.length > 0) await tx.run(SETTLE, [JSON.stringify(outcomes)])
}
