import assert from 'node:assert/strict'
import type { TestGateway } from '../../support/gateway.ts'

/** A token of the account's key, or of another, for a task or a group. */
export async function readToken(
  gateway: TestGateway,
  target: { readonly task_id: string } | { readonly group_id: string },
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { status, body } = await gateway.call('POST', '/v1/read-tokens', target, headers)
  assert.equal(status, 201)
  return body.token
}

export const bearing = (token: string) => ({ authorization: `Bearer ${token}` })
