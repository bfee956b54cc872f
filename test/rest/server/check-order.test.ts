import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES } from '../../../src/key/caller.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { BY_NAME, pathOf } from '../../support/routes.ts'
import { rowsOf } from '../../support/rows.ts'

/** A request with several faults is refused for the first, in the same order on every route. */

const gateway = await startTestGateway({ scopes: SCOPES })
const IDS = Object.fromEntries(['vid', 'file', 'key', 'whd'].map((prefix) => [prefix, `${prefix}_${'0'.repeat(26)}`]))
const MALFORMED = Object.fromEntries(Object.keys(IDS).map((prefix) => [prefix, '-']))

for (const [name, route] of BY_NAME) {
  const { serving, method } = route
  if (!serving || serving.need === 'nothing') continue
  const { need, id, body, others } = serving

  test(`${name} checks key, scope, query, id and body in this order`, async () => {
    const lacking = SCOPES.filter((scope) => !(need === 'task:read' ? ['videos:read'] : [need].flat()).includes(scope))
    const { key } = await gateway.newAccount({ scopes: lacking })
    const before = await rowsOf(gateway)
    const codeOf = async (
      ids: Readonly<Record<string, string>>,
      query: string,
      headers: Record<string, string> = {},
    ) => {
      const sent = body ? 'broken' : undefined
      const type = { ...(body ? { 'content-type': 'text/plain' } : {}), ...headers }
      return (await gateway.call(method, `${pathOf(route, ids)}${query}`, sent, type)).body.error.code
    }
    assert.equal(await codeOf(MALFORMED, '?none=1', { authorization: 'Bearer none' }), 'invalid_api_key')
    if (need !== null) {
      assert.equal(await codeOf(MALFORMED, '?none=1', { authorization: `Bearer ${key}` }), 'insufficient_scope')
    }
    if (others !== 'ignored') assert.equal(await codeOf(MALFORMED, '?none=1'), 'unknown_parameter')
    if (id?.prefix === 'vid') assert.equal(await codeOf(MALFORMED, ''), 'video_not_found')
    if (body) assert.equal(await codeOf(IDS, ''), 'unsupported_media_type')
    assert.deepEqual(await rowsOf(gateway), before)
  })
}
