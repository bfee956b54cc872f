import { statement, type Tx, text } from '../lib/sql.ts'
import type { Claim } from './claim.ts'
import type { DeliveryStatus } from './deliveries.ts'
import { delayAfter } from './schedule.ts'
import type { Answer } from './send.ts'

/** Outcome of a try for its delivery. */
export interface Outcome {
  readonly id: string
  readonly lease: Date
  readonly status: DeliveryStatus
  readonly lastStatus: number | null
  readonly lastError: string | null
  /** Milliseconds to the next try; null if there is none. */
  readonly retryMs: number | null
}

const GONE = 410

/**
 * Decides the outcome of a try (docs/rules/webhooks.md#retries): 2xx succeeds; 410 and forbidden addresses fail at once; anything
 * else is tried again while tries are left, but not before Retry-After has passed.
 */
export function judgeTry({ id, lease, tries }: Pick<Claim, 'id' | 'lease' | 'tries'>, answer: Answer): Outcome {
  const isOver = answer.error === null || answer.status === GONE || answer.refused
  const delayMs = isOver ? null : delayAfter(tries + 1)
  const retryMs = delayMs === null ? null : Math.max(delayMs, answer.askedMs ?? 0)
  const status = answer.error === null ? 'delivered' : retryMs === null ? 'failed' : 'pending'
  return { id, lease, status, lastStatus: answer.status, lastError: answer.error, retryMs }
}

/**
 * If another process now has the lease, the outcome is late and ignored. A row locked by another transaction
 * is left out, so that the others are written.
 */
const SETTLE = statement('webhook_settle', { id: text() })`with answered as (
      select * from json_to_recordset($1::json) as o(id text, lease timestamptz, status text, "lastStatus" int,
        "lastError" text, "retryMs" bigint)),
    ours as (
      select d.id from answered o join webhook_delivery d on d.id = o.id and d.status = 'pending' and d.next_try_at = o.lease),
    free as (
      select d.id from webhook_delivery d where d.id in (select id from ours) order by d.id for no key update skip locked),
    settled as (
      update webhook_delivery d set tries = d.tries + 1, status = o.status, last_status = o."lastStatus",
        last_error = o."lastError", next_try_at = now() + o."retryMs" * interval '1 millisecond',
        delivered_at = case when o.status = 'delivered' then now() end
      from answered o
      where d.id = o.id and d.status = 'pending' and d.next_try_at = o.lease and d.id in (select id from free))
  select id from ours where id not in (select id from free)`

/**
 * Stores the outcomes of tries.
 * @returns those whose rows are locked and must be stored again
 */
export async function settleTries(tx: Tx, outcomes: readonly Outcome[]): Promise<readonly Outcome[]> {
  if (outcomes.length === 0) return []
  const { rows } = await tx.run(SETTLE, [JSON.stringify(outcomes)])
  const locked = new Set(rows.map(({ id }) => id))
  return outcomes.filter(({ id }) => locked.has(id))
}
