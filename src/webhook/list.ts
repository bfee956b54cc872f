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

interface DeliveryPage {
  readonly accountId: string
  readonly cursor: Date | null
  readonly after: string | null
  readonly rows: number
}

/** Keyset on (created_at, id), as for tasks. */
function listText(order: 'asc' | 'desc', condition = ''): string {
  const [before, start] = order === 'desc' ? ['<', 'infinity'] : ['>', '-infinity']
  return `select ${DELIVERY_COLUMNS} from webhook_delivery d left join task t on t.id = d.task_id
      where d.account_id = $accountId
        and (d.created_at, d.id) ${before} (coalesce($cursor::timestamptz, '${start}'), coalesce($after::text, ''))
        ${condition}
      order by d.created_at ${order}, d.id ${order} limit $rows`
}

const listStatement = (order: 'asc' | 'desc') =>
  statement(`webhook_delivery_list_${order}`, DELIVERY)<DeliveryPage>`${listText(order)}`

/** Deliveries of tasks are found by the tasks, not among all of the account. */
function listOfTasksStatement(order: 'asc' | 'desc') {
  return statement(`webhook_delivery_list_${order}_of_tasks`, DELIVERY)<DeliveryPage & { taskIds: readonly string[] }>`
    select listed.* from unnest($taskIds::text[]) as parent(id)
      cross join lateral (${listText(order, 'and d.task_id = parent.id')}) listed
      order by created_at ${order}, id ${order}`
}

const LIST = { asc: listStatement('asc'), desc: listStatement('desc') }
const LIST_OF_TASKS = { asc: listOfTasksStatement('asc'), desc: listOfTasksStatement('desc') }

/**
 * A page of the account's webhook deliveries (docs/rules/webhooks.md#deliveries).
 * @throws DomainError 400 invalid_cursor, 403 insufficient_scope
 */
export async function listDeliveries(
  { pool }: Pick<Resources, 'pool'>,
  caller: Caller,
  { limit, after, order, taskId }: DeliveryListing,
): Promise<Page<Delivery>> {
  if (taskId !== null) {
    const id = isCleanText(taskId) ? taskId : ''
    const pages = await listDeliveriesOf({ pool }, caller, [id], { limit, after, order })
    return pages.get(id) ?? pageOf([], limit)
  }
  assertScope(caller, 'videos:read')
  const cursor = after === null ? null : await cursorOf(pool, caller, after)
  const { rows } = await query(pool, LIST[order], { accountId: caller.accountId, cursor, after, rows: limit + 1 })
  return pageOf(rows.map(deliveryFromRow), limit)
}

/**
 * A page of the deliveries of each task, read with one statement.
 * @throws DomainError 400 invalid_cursor, 403 insufficient_scope
 */
export async function listDeliveriesOf(
  { pool }: Pick<Resources, 'pool'>,
  caller: Caller,
  taskIds: readonly string[],
  { limit, after, order }: Omit<DeliveryListing, 'taskId'>,
): Promise<Map<string, Page<Delivery>>> {
  assertScope(caller, 'videos:read')
  const cursor = after === null ? null : await cursorOf(pool, caller, after)
  const values = { accountId: caller.accountId, cursor, after, rows: limit + 1, taskIds }
  const { rows } = await query(pool, LIST_OF_TASKS[order], values)
  const found = Map.groupBy(rows.map(deliveryFromRow), ({ taskId }) => taskId)
  return new Map(taskIds.map((id) => [id, pageOf(found.get(id) ?? [], limit)]))
}

async function cursorOf(pool: Resources['pool'], caller: Caller, after: string): Promise<Date> {
  const { rows } = isDeliveryId(after) ? await query(pool, CURSOR, [caller.accountId, after]) : { rows: [] }
  if (rows[0]) return rows[0].created_at
  throw new DomainError('invalid_cursor', 'after is not a webhook delivery of this account.', { param: 'after' })
}
