import { SCOPES } from '../../../src/key/caller.ts'
import { startTestGateway, type TestGateway } from '../../support/gateway.ts'
import { until } from '../../support/until.ts'
import { DELIVERING } from '../../webhook/receiver.ts'
import { endedTask } from '../cancel/work.ts'

/** A gateway that may deliver to this machine; its key has every scope. */
export function startWebhookGateway(): Promise<TestGateway> {
  return startTestGateway({ scopes: SCOPES, concurrencyLimit: 100 }, DELIVERING)
}

/** Every row of webhooks, to check that a refusal wrote nothing. */
export async function webhookRows({ rooms }: TestGateway): Promise<unknown> {
  const tables = ['webhook_delivery', 'webhook_secret', 'idempotency_key']
  const columns = tables.map((table) => `(select json_agg(t order by t.*::text) from ${table} t) as "${table}"`)
  const { rows } = await rooms.resources.pool.query(`select ${columns.join(', ')}`)
  return rows[0]
}

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
export async function deliveryOf(gateway: TestGateway, taskId: string): Promise<any> {
  const { body } = await gateway.call('GET', `/v1/webhooks/deliveries?task_id=${taskId}`)
  return body.data[0]
}

/** A cancelled task whose delivery reached `status`. */
export async function deliveredTask(gateway: TestGateway, url: string, status = 'delivered'): Promise<string> {
  const id = await endedTask(gateway, 'cancelled', { webhook_url: url })
  await until(async () => (await deliveryOf(gateway, id)).status === status)
  return id
}
