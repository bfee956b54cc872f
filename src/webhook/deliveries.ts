import type { Pool } from 'pg'
import { DomainError } from '../errors.ts'
import type { Caller } from '../key/caller.ts'
import { EARLIER_VERSION } from '../key/version.ts'
import { int, orNull, query, type RowOf, statement, type Tx, text, time } from '../lib/sql.ts'

/**
 * The event's id for callers, the same on every try. It is derived from the delivery's id, so it does not reveal the number of
 * events.
 */
export function eventIdOf(deliveryId: string): string {
  return deliveryId.replace(/^whd_/, 'evt_')
}

interface EndedTask {
  readonly status: string
  readonly apiVersion: string
}

/**
 * The kind of a delivery's event: its own, if it is of the account. Otherwise it has the version of the task's create; the earlier
 * one has no `rejected` (spec 9).
 */
export function typeOf({ type, task }: { readonly type: string | null; readonly task: EndedTask | null }): string {
  if (type !== null || !task) return type ?? ''
  const { status, apiVersion } = task
  return eventTypeOf(status === 'rejected' && apiVersion === EARLIER_VERSION ? 'failed' : status)
}

/** The kind of an event, by the state that its task ended in. */
export function eventTypeOf(status: string): string {
  return `video.${status}`
}

export type DeliveryStatus = 'pending' | 'delivered' | 'failed'

/** A delivery as its account sees it. */
export interface Delivery {
  readonly id: string
  readonly accountId: string
  /** null for an event of the account. */
  readonly taskId: string | null
  /** Properties of its task that `type` follows from. */
  readonly task: EndedTask | null
  readonly type: string
  readonly url: string
  readonly status: DeliveryStatus
  /** Finished tries, without a running one. */
  readonly tries: number
  /** HTTP status of the last answer; null if there was none. */
  readonly lastStatus: number | null
  readonly lastError: string | null
  /** null once delivered or given up. */
  readonly nextTryAt: Date | null
  readonly createdAt: Date
  readonly deliveredAt: Date | null
}

/** Columns of `deliveryFromRow`. */
export const DELIVERY = {
  id: text(),
  account_id: text(),
  task_id: orNull(text()),
  type: orNull(text()),
  task_status: orNull(text()),
  task_version: orNull(text()),
  url: text(),
  status: text<DeliveryStatus>(),
  tries: int,
  last_status: orNull(int),
  last_error: orNull(text()),
  next_try_at: orNull(time),
  created_at: time,
  delivered_at: orNull(time),
}

/** Columns of `webhook_delivery d`, joined with its `task t`, if it has one. */
export const DELIVERY_COLUMNS =
  'd.id, d.account_id, d.task_id, d.type, t.status as task_status, t.api_version as task_version, d.url, d.status, d.tries, ' +
  'd.last_status, d.last_error, d.next_try_at, d.created_at, d.delivered_at'

export function deliveryFromRow(row: RowOf<typeof DELIVERY>): Delivery {
  const { task_status: status, task_version: apiVersion } = row
  const task = status === null || apiVersion === null ? null : { status, apiVersion }
  return {
    id: row.id,
    accountId: row.account_id,
    taskId: row.task_id,
    task,
    type: typeOf({ type: row.type, task }),
    url: row.url,
    status: row.status,
    tries: row.tries,
    lastStatus: row.last_status,
    lastError: row.last_error,
    nextTryAt: row.next_try_at,
    createdAt: row.created_at,
    deliveredAt: row.delivered_at,
  }
}

const ID = /^whd_[0-9a-z]{1,60}$/

/** Whether an id is well-formed, checked before the database is queried. */
export function isDeliveryId(id: string): boolean {
  return ID.test(id)
}

const READ = statement('webhook_delivery_read', DELIVERY)`
    select ${DELIVERY_COLUMNS} from webhook_delivery d left join task t on t.id = d.task_id
    where d.account_id = $1 and d.id = $2`

/**
 * A delivery of the caller's account.
 * @throws DomainError 404 delivery_not_found (missing or of another account)
 */
export async function deliveryOf(from: Pool | Tx, caller: Caller, id: string): Promise<Delivery> {
  const { rows } = await query(from, READ, [caller.accountId, id])
  if (!rows[0]) throw deliveryNotFound()
  return deliveryFromRow(rows[0])
}

export function deliveryNotFound(): DomainError {
  return new DomainError('delivery_not_found', 'There is no webhook delivery with this id.')
}
