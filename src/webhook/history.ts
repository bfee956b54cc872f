import { assertScope, type Caller } from '../key/caller.ts'
import { int, orNull, query, statement, text, time } from '../lib/sql.ts'
import { WEBHOOK_HISTORY } from '../limits.ts'
import type { Resources } from '../resources.ts'
import { aboutOf, type BodyOf, contentOf, EVENT_COLUMNS, type EventRow, eventOf } from './content.ts'
import { type Delivery, deliveryNotFound, deliveryOf, eventIdOf, isDeliveryId } from './deliveries.ts'

/** A try of a delivery. */
export interface WebhookTry {
  readonly number: number
  readonly at: Date
  readonly durationMs: number
  readonly status: number | null
  readonly error: string | null
  /** The beginning of the answer's body. */
  readonly answer: string | null
}

/** A delivery with what it sends and what came back. */
export interface DeliveryDetail {
  readonly delivery: Delivery
  /** JSON text: the body as a try would send it now. */
  readonly payload: string
  /** The newest tries, newest first. */
  readonly history: readonly WebhookTry[]
}

const CONTENT = statement('webhook_content')`
  select ${EVENT_COLUMNS('d')}, t.* from webhook_delivery d left join task t on t.id = d.task_id
  where d.account_id = $1 and d.id = $2`

const TRY = {
  number: int,
  at: time,
  duration_ms: int,
  status: orNull(int),
  error: orNull(text()),
  answer: orNull(text()),
}

const HISTORY = statement('webhook_history', TRY)`
  select number, at, duration_ms, status, error, answer from webhook_try
  where delivery_id = $1 order by at desc limit ${WEBHOOK_HISTORY.tries}`

/** Of a delivery that is replayed: what is beyond the newest tries. */
export const FORGET_TRIES = statement('webhook_history_forget')`
  delete from webhook_try where delivery_id = $1 and at < (
    select at from webhook_try where delivery_id = $1 order by at desc offset ${WEBHOOK_HISTORY.tries - 1} limit 1)`

/**
 * A delivery with its payload and its tries (docs/rules/webhooks.md#deliveries).
 * @throws DomainError 403 insufficient_scope, 404 delivery_not_found (missing or of another account)
 */
export async function readDelivery(
  { pool }: Pick<Resources, 'pool'>,
  caller: Caller,
  id: string,
  bodyOf: BodyOf,
): Promise<DeliveryDetail> {
  assertScope(caller, 'videos:read')
  if (!isDeliveryId(id)) throw deliveryNotFound()
  const delivery = await deliveryOf(pool, caller, id)
  const [content, tries] = await Promise.all([
    query<EventRow>(pool, CONTENT, [caller.accountId, id]),
    query(pool, HISTORY, [id]),
  ])
  const [row] = content.rows
  if (!row) throw deliveryNotFound()
  const payload = contentOf(eventIdOf(id), eventOf(aboutOf(row), bodyOf))
  const history = tries.rows.map(({ duration_ms: durationMs, ...rest }) => ({ ...rest, durationMs }))
  return { delivery, payload, history }
}
