import { newId } from '../lib/id.ts'
import { statement, type Tx } from '../lib/sql.ts'

/**
 * SQL that adds the delivery of a finished task's event, in the statement that ends the task. This file is the only place that
 * creates deliveries. One per task with a webhook. It has a copy of the URL, because a deletion erases the task's.
 * @param ended CTE of the task's row
 * @param events CTE of the id and task_id of its terminal event
 * @param columns placeholders of the values of `newDelivery`
 */
export function addDeliveries(ended: string, events: string, columns: Readonly<Record<'id' | 'host', string>>): string {
  return `insert into webhook_delivery (id, account_id, task_id, event_id, url, host, status, next_try_at)
    select ${columns.id}::text, t.account_id, t.id, e.id, t.webhook_url, ${columns.host}::text, 'pending', now()
    from ${ended} t join ${events} e on e.task_id = t.id where t.webhook_url is not null`
}

/** Id and host of a new delivery; nulls without a webhook URL. */
export function newDelivery(webhookUrl: string | null): [id: string | null, host: string | null] {
  return webhookUrl === null ? [null, null] : [newId('whd'), new URL(webhookUrl).host]
}

/** An event of an account. It has no row of the log, so its delivery has its content. */
interface AccountEvent {
  readonly accountId: string
  readonly type: 'account.balance_low' | 'webhook.test'
  readonly url: string
  /** JSON text. */
  readonly data: string
}

const ADD = statement('webhook_delivery_of_account')<AccountEvent & Readonly<Record<'id' | 'host', string>>>`
  insert into webhook_delivery (id, account_id, type, data, url, host, status, next_try_at)
  values ($id, $accountId, $type, $data, $url, $host, 'pending', now())`

/** Adds the delivery of an account's event, in the transaction that causes it. @returns its id */
export function addAccountEvent(tx: Tx, event: AccountEvent): string {
  const id = newId('whd')
  tx.send(ADD, { ...event, id, host: new URL(event.url).host })
  return id
}
