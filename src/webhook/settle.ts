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
  /** When the try began, and how long it took. */
  readonly at: Date
  readonly durationMs: number
  /** The beginning of the answer's body. */
  readonly answer: string | null
}

const GONE = 410

/**
 * Decides the outcome of a try (docs/rules/webhooks.md#retries): 2xx succeeds; 410 and forbidden addresses fail at once; anything
 * else is tried again while tries are left, but not before Retry-After has passed.
 */
export function judgeTry(
  { id, lease, tries }: Pick<Claim, 'id' | 'lease' | 'tries'>,
  answer: Answer,
  at: Date,
): Outcome {
  const isOver = answer.error === null || answer.status === GONE || answer.refused
  const delayMs = isOver ? null : delayAfter(tries + 1)
  const retryMs = delayMs === null ? null : Math.max(delayMs, answer.askedMs ?? 0)
  const status = answer.error === null ? 'delivered' : retryMs === null ? 'failed' : 'pending'
  const durationMs = Math.max(0, Date.now() - at.getTime())
  const outcome = { id, lease, status, lastStatus: answer.status, lastError: answer.error, retryMs } as const
  return { ...outcome, at, durationMs, answer: answer.text }
}

/**
 * If another process now has the lease, the outcome is late and ignored. A row locked by another transaction
 * is left out, so that the others are written.
 */
const SETTLE = statement('webhook_settle', { id: text() })`with answered as (
      select * from json_to_recordset($1::json) as o(id text, lease timestamptz, status text, "lastStatus" int,
        "lastError" text, "retryMs" bigint, at timestamptz, "durationMs" int, answer text)),
    ours as (
      select d.id from answered o join webhook_delivery d on d.id = o.id and d.status = 'pending' and d.next_try_at = o.lease),
    free as (
      select d.id from webhook_delivery d where d.id in (select id from ours) order by d.id for no key update skip locked),
    settled as (
      update webhook_delivery d set tries = d.tries + 1, status = o.status, last_status = o."lastStatus",
        last_error = o."lastError", next_try_at = now() + o."retryMs" * interval '1 millisecond',
        delivered_at = case when o.status = 'delivered' then now() end
      from answered o
      where d.id = o.id and d.status = 'pending' and d.next_try_at = o.lease and d.id in (select id from free)
      returning d.id, o.at, d.tries, o."durationMs", o."lastStatus", o."lastError", o.answer),
    kept as (
      insert into webhook_try (delivery_id, at, number, duration_ms, status, error, answer)
      select * from settled on conflict (delivery_id, at) do nothing)
  select id from ours where id not in (select id from free)`

/**
 * Stores the outcomes of tries, each also in the history of its delivery.
 * @returns those whose rows are locked and must be stored again
 */
export async function settleTries(tx: Tx, outcomes: readonly Outcome[]): Promise<readonly Outcome[]> {
  if (outcomes.length === 0) return []
  const { rows } = await tx.run(SETTLE, [JSON.stringify(outcomes)])
  const locked = new Set(rows.map(({ id }) => id))
  return outcomes.filter(({ id }) => locked.has(id))
}
