import { DomainError } from '../errors.ts'
import { assertScope, type Caller } from '../key/caller.ts'
import { type Page, pageOf } from '../lib/page.ts'
import { query, statement, time } from '../lib/sql.ts'
import { isCleanText } from '../lib/text.ts'
import type { Resources } from '../resources.ts'
import { DELIVERY, DELIVERY_COLUMNS, type Delivery, deliveryFromRow, isDeliveryId } from './deliveries.ts'

export interface DeliveryListing {
  readonly limit: number
  /** Id of the delivery before the page. */
  readonly after: string | null
  readonly order: 'asc' | 'desc'
  /** Only deliveries of this task. */
  readonly taskId: string | null
}

const CURSOR = statement('webhook_delivery_cursor', { created_at: time })`
  select created_at from webhook_delivery where account_id = $1 and id = $2`

/** Keyset on (created_at, id), as for tasks. Deliveries of a task are found by the task, not among all of the account. */
function listStatement(order: 'asc' | 'desc', ofTask: boolean) {
  const [before, start] = order === 'desc' ? ['<', 'infinity'] : ['>', '-infinity']
  return statement(`webhook_delivery_list_${order}${ofTask ? '_of_task' : ''}`, DELIVERY)`
    select ${DELIVERY_COLUMNS} from webhook_delivery d join task t on t.id = d.task_id
      where d.account_id = $1 and (d.created_at, d.id) ${before} (coalesce($2::timestamptz, '${start}'), coalesce($3::text, ''))
        ${ofTask ? 'and d.task_id = $5' : ''}
      order by d.created_at ${order}, d.id ${order} limit $4`
}

const LIST = { asc: listStatement('asc', false), desc: listStatement('desc', false) }
const LIST_OF_TASK = { asc: listStatement('asc', true), desc: listStatement('desc', true) }

/**
 * A page of the account's webhook deliveries (docs/rules/webhooks.md#deliveries).
 * @throws DomainError 400 invalid_cursor, 403 insufficient_scope
 */
export async function listDeliveries(
  { pool }: Pick<Resources, 'pool'>,
  caller: Caller,
  { limit, after, order, taskId }: DeliveryListing,
): Promise<Page<Delivery>> {
  assertScope(caller, 'videos:read')
  const cursor = after === null ? null : await cursorOf(pool, caller, after)
  const values = [caller.accountId, cursor, after, limit + 1]
  const { rows } = await (taskId === null
    ? query(pool, LIST[order], values)
    : query(pool, LIST_OF_TASK[order], [...values, isCleanText(taskId) ? taskId : '']))
  return pageOf(rows.map(deliveryFromRow), limit)
}

async function cursorOf(pool: Resources['pool'], caller: Caller, after: string): Promise<Date> {
  const { rows } = isDeliveryId(after) ? await query(pool, CURSOR, [caller.accountId, after]) : { rows: [] }
  if (rows[0]) return rows[0].created_at
  throw new DomainError('invalid_cursor', 'after is not a webhook delivery of this account.', { param: 'after' })
}
