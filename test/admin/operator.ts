import assert from 'node:assert/strict'
import type { TestGateway } from '../support/gateway.ts'

export const OPERATOR_KEY = 'vgo_0123456789abcdef'

/** Options of a gateway with the operator's API. */
export const WITH_DOOR = { environment: { OPERATOR_KEY } } as const

/** Sends an operation to a gateway's operator API; returns its data. */
export function operatorOf(gateway: TestGateway) {
  return async (query: string, variables?: Readonly<Record<string, unknown>>) => {
    const headers = { authorization: `Bearer ${OPERATOR_KEY}` }
    const { status, body, text } = await gateway.call('POST', '/admin/graphql', { query, variables }, headers)
    assert.deepEqual([status, body.errors], [200, undefined], text)
    return body.data
  }
}
