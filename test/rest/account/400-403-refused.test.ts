import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES } from '../../../src/key/caller.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { rowsOf } from '../../support/rows.ts'

const gateway = await startTestGateway({ scopes: SCOPES })

const CASES: readonly (readonly [body: string, code: string, param: string | null])[] = [
  ['', 'invalid_json', null],
  ['[]', 'invalid_parameter', null],
  ['{"name":"x"}', 'unknown_parameter', 'name'],
  ['{"limits":{"concurrency":100}}', 'unknown_parameter', 'limits'],
  ['{"console":{"parameters":{}}}', 'unknown_parameter', 'console'],
  ['{"earlier_form_enabled":true}', 'unknown_parameter', 'earlier_form_enabled'],
  ['{"defaults":true}', 'invalid_parameter', 'defaults'],
  ['{"defaults":{"use_context_ir":"true"}}', 'invalid_parameter', 'defaults.use_context_ir'],
  ['{"defaults":{"audio":true}}', 'unknown_parameter', 'defaults.audio'],
  ['{"api_version":2}', 'invalid_parameter', 'api_version'],
  ['{"api_version":"2026-06-01"}', 'unsupported_api_version', 'api_version'],
  ['{"defaults":{"use_context_ir":true},"api_version":"2026-06-01"}', 'unsupported_api_version', 'api_version'],
  ['{"api_version":"2027-01-01"}', 'unsupported_api_version', 'api_version'],
  ['{"api_version":"\\u0000"}', 'unsupported_api_version', 'api_version'],
]

test('an invalid or operator-only change gets 400 with its param and writes nothing', async () => {
  const before = await rowsOf(gateway)
  for (const [index, [body, code, param]] of CASES.entries()) {
    const headers = { 'content-type': 'application/json', 'idempotency-key': `k${index}` }
    const answer = await gateway.call('PATCH', '/v1/account', body, headers)
    const { error } = answer.body
    assert.deepEqual([answer.status, error.code, error.param], [400, code, param], body)
  }
  assert.deepEqual(await rowsOf(gateway), before)
})

test('a key without videos:write and keys:admin gets 403, and queries and other methods are refused', async () => {
  const { key } = await gateway.newAccount({ scopes: ['videos:read', 'files:write', 'credits:read'] })
  const before = await rowsOf(gateway)
  const headers = { authorization: `Bearer ${key}` }
  const answer = await gateway.call('PATCH', '/v1/account', { defaults: { use_context_ir: true } }, headers)
  assert.deepEqual([answer.status, answer.body.error.code], [403, 'insufficient_scope'])
  assert.equal((await gateway.call('GET', '/v1/account?x=1')).body.error.code, 'unknown_parameter')
  const put = await gateway.call('PUT', '/v1/account', {})
  assert.deepEqual([put.status, put.headers.get('allow')], [405, 'GET, HEAD, PATCH, OPTIONS'])
  assert.deepEqual(await rowsOf(gateway), before)
})
