import assert from 'node:assert/strict'
import { proveAccount } from '../../src/credit/audit.ts'
import type { TestGateway, TestResponse } from '../support/gateway.ts'

/** Price of a task of five seconds. */
export const PRICE = 2_520_000
/** Fee of a prompt optimisation. */
export const FEE = 50_000

export interface LimitedKey {
  readonly id: string
  readonly key: string
  /** A request with the key. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<TestResponse>
  create(body?: Readonly<Record<string, unknown>>, headers?: Record<string, string>): Promise<TestResponse>
}

/** Keys with spend limits, made and changed by the gateway's own key, which needs keys:admin. */
export function limitedKeys(gateway: TestGateway) {
  const { pool } = gateway.rooms.resources
  return {
    async newKey(spendLimit: object | null): Promise<LimitedKey> {
      const made = await gateway.call('POST', '/v1/api-keys', { name: 'limited', spend_limit: spendLimit })
      assert.equal(made.status, 201, made.text)
      const { id, key } = made.body
      const authorization = `Bearer ${key}`
      const call: LimitedKey['call'] = (method, path, body, headers = {}) =>
        gateway.call(method, path, body, { authorization, ...headers })
      const create: LimitedKey['create'] = (body = {}, headers = {}) =>
        call('POST', '/v1/videos', { prompt: 'a lake', ...body }, headers)
      return { id, key, call, create }
    },
    change: (id: string, body: unknown, headers: Record<string, string> = {}) =>
      gateway.call('PATCH', `/v1/api-keys/${id}`, body, headers),
    async limitOf(id: string) {
      const { body } = await gateway.call('GET', '/v1/api-keys?limit=100')
      return body.data.find((key: { id: string }) => key.id === id)?.spend_limit
    },
    /** The audit finds every counter equal to what its tasks and prompts cost. */
    async prove(): Promise<void> {
      assert.deepEqual((await proveAccount(pool, gateway.accountId))?.mismatches, [])
    },
  }
}
