import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES } from '../../../src/key/caller.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { HIDING, JOINING } from '../../support/names.ts'
import { rowsOf } from '../../support/rows.ts'

const gateway = await startTestGateway({ scopes: SCOPES })

const CASES: readonly (readonly [body: string, code: string, param: string | null])[] = [
  ['', 'invalid_json', null],
  ['{"name":', 'invalid_json', null],
  [`{"name":${'['.repeat(100)}${']'.repeat(100)}}`, 'invalid_json', null],
  ['[]', 'invalid_parameter', null],
  ['null', 'invalid_parameter', null],
  ['{}', 'missing_parameter', 'name'],
  ['{"name":null}', 'missing_parameter', 'name'],
  ['{"name":""}', 'invalid_parameter', 'name'],
  ['{"name":7}', 'invalid_parameter', 'name'],
  [JSON.stringify({ name: '水'.repeat(101) }), 'invalid_parameter', 'name'],
  ['{"name":"a\\u0000b"}', 'invalid_parameter', 'name'],
  ['{"name":"a\\ud800b"}', 'invalid_parameter', 'name'],
  ['{"name":"x","role":"owner"}', 'unknown_parameter', 'role'],
  ['{"name":"x","\\u0000\\ud800":1}', 'unknown_parameter', '\ufffd'],
  ['{"name":"x","scopes":[]}', 'invalid_parameter', 'scopes'],
  ['{"name":"x","scopes":"videos:read"}', 'invalid_parameter', 'scopes'],
  ['{"name":"x","scopes":["videos:read","videos:all"]}', 'invalid_parameter', 'scopes[1]'],
  ['{"name":"x","scopes":["videos:read",null]}', 'invalid_parameter', 'scopes[1]'],
  ['{"name":"x","scopes":["videos:read","videos:read"]}', 'invalid_parameter', 'scopes'],
  ['{"name":"x","expires_at":"2031-05-01"}', 'invalid_parameter', 'expires_at'],
  ['{"name":"x","expires_at":"2031-02-30T00:00:00Z"}', 'invalid_parameter', 'expires_at'],
  ['{"name":"x","expires_at":"2031-05-01T00:00:00"}', 'invalid_parameter', 'expires_at'],
  ['{"name":"x","expires_at":1935878400}', 'invalid_parameter', 'expires_at'],
  ['{"name":"x","expires_at":"2020-01-01T00:00:00Z"}', 'invalid_parameter', 'expires_at'],
  ['{"name":"x","expires_at":"0000-01-01T00:00:00Z"}', 'invalid_parameter', 'expires_at'],
]

test('an invalid body gets 400 with its param and writes nothing', async () => {
  const before = await rowsOf(gateway)
  for (const [index, [body, code, param]] of CASES.entries()) {
    const headers = { 'content-type': 'application/json', 'idempotency-key': `k${index}` }
    const answer = await gateway.call('POST', '/v1/api-keys', body, headers)
    assert.equal(answer.status, 400, body)
    const { error } = answer.body
    assert.deepEqual([error.type, error.code, error.param], ['invalid_request_error', code, param], body)
    assert.notEqual(error.message, '')
  }
  assert.deepEqual(await rowsOf(gateway), before)
})

for (const [name, hidden] of HIDING) {
  test(`a name with ${hidden} is refused`, async () => {
    const { status, body } = await gateway.call('POST', '/v1/api-keys', { name })
    assert.deepEqual([status, body.error.code, body.error.param], [400, 'invalid_parameter', 'name'])
    assert.match(body.error.message, /line breaks, zero-width characters or direction marks/)
  })
}

test('names that need joiners are accepted', async () => {
  for (const name of JOINING) {
    const { status, body } = await gateway.call('POST', '/v1/api-keys', { name })
    assert.deepEqual([status, body.name], [201, name])
  }
})

test('a creator with keys:admin only must name scopes', async () => {
  const { key } = await gateway.newAccount({ scopes: ['keys:admin'] })
  const before = await rowsOf(gateway)
  const answer = await gateway.call('POST', '/v1/api-keys', { name: 'x' }, { authorization: `Bearer ${key}` })
  assert.deepEqual([answer.status, answer.body.error.code], [400, 'missing_parameter'])
  assert.equal(answer.body.error.param, 'scopes')
  assert.deepEqual(await rowsOf(gateway), before)
})

test('another body under a used Idempotency-Key gets 422, and a malformed key 400', async () => {
  const headers = { 'idempotency-key': 'k' }
  await gateway.call('POST', '/v1/api-keys', { name: 'x' }, headers)
  const before = await rowsOf(gateway)
  for (const body of [{ name: 'y' }, { name: '' }, {}]) {
    const answer = await gateway.call('POST', '/v1/api-keys', body, headers)
    assert.deepEqual([answer.status, answer.body.error.code], [422, 'idempotency_key_reused'])
  }
  const answer = await gateway.call('POST', '/v1/api-keys', { name: 'x' }, { 'idempotency-key': 'k'.repeat(256) })
  assert.deepEqual([answer.status, answer.body.error.code], [400, 'invalid_idempotency_key'])
  assert.deepEqual(await rowsOf(gateway), before)
})

test('query parameters, other types, large bodies and other methods are refused', async () => {
  const before = await rowsOf(gateway)
  const refused = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await gateway.call(method, path, body, headers)
    return [answer.status, answer.body.error.code]
  }
  const body = { name: 'x' }
  assert.deepEqual(await refused('POST', '/v1/api-keys?name=x', body), [400, 'unknown_parameter'])
  const plain = { 'content-type': 'text/plain' }
  assert.deepEqual(await refused('POST', '/v1/api-keys', body, plain), [415, 'unsupported_media_type'])
  const large = { name: 'x'.repeat(300_000) }
  assert.deepEqual(await refused('POST', '/v1/api-keys', large), [413, 'request_too_large'])
  assert.deepEqual(await refused('PATCH', '/v1/api-keys', body), [405, 'method_not_allowed'])
  assert.deepEqual(await rowsOf(gateway), before)
})
