import { SCOPES } from '../../../src/key/caller.ts'
import type { NewAccount } from '../../../src/operator/create-account.ts'
import { startTestGateway, type TestGateway, type TestGatewayOptions } from '../../support/gateway.ts'

export const EARLIER = { 'api-version': '2026-06-01' } as const
export const CURRENT = { 'api-version': '2026-11-01' } as const

/** Enables the form as the operator does; it applies to an unused key at once. */
export async function enableEarlier({ rooms }: TestGateway, accountId: string, apiVersion = '2026-11-01') {
  await rooms.resources.pool.query('update account set earlier_form_enabled = true, api_version = $2 where id = $1', [
    accountId,
    apiVersion,
  ])
}

/** The same gateway with calls in the earlier form. */
export function inEarlier(gateway: TestGateway): TestGateway {
  return {
    ...gateway,
    call: (method, path, body, headers) => gateway.call(method, path, body, { ...EARLIER, ...headers }),
  }
}

/** A gateway in both forms; its account may use the earlier one, and uses the current one by default. */
export async function startBothForms(
  account: Partial<NewAccount> = {},
  options: TestGatewayOptions = {},
): Promise<{ gateway: TestGateway; earlier: TestGateway }> {
  const roomy = { scopes: SCOPES, concurrencyLimit: 1000, creditMicro: 10_000_000_000n }
  const gateway = await startTestGateway({ ...roomy, ...account }, options)
  await enableEarlier(gateway, gateway.accountId)
  return { gateway, earlier: inEarlier(gateway) }
}

/** Creates a task; returns its id. */
export async function create(by: TestGateway, body: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { status, text, body: task } = await by.call('POST', '/v1/videos', { prompt: 'a lake at sunset', ...body })
  if (status !== 202) throw new Error(text)
  return task.id
}

/** Columns of a task's row. */
export async function rowOf({ rooms }: TestGateway, id: string): Promise<Record<string, unknown>> {
  const { rows } = await rooms.resources.pool.query('select * from task where id = $1', [id])
  return rows[0]
}
