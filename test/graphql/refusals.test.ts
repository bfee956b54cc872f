import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { getIntrospectionQuery } from 'graphql'
import { startTestGateway } from '../support/gateway.ts'
import { send } from './client.ts'

const gateway = await startTestGateway()

test('a missing, malformed or unknown key gets 401', async () => {
  for (const [authorization, code] of [
    ['', 'missing_api_key'],
    ['Basic x', 'invalid_api_key'],
    ['Bearer vgk_nothing', 'invalid_api_key'],
  ] as const) {
    const reply = await send(gateway, '{ account { id } ', undefined, { authorization })
    assert.equal(reply.status, 401)
    assert.equal(reply.headers.get('www-authenticate'), 'Bearer')
    assert.equal(reply.errors?.[0]?.extensions.code, code)
    assert.equal(reply.errors?.[0]?.extensions.requestId, reply.headers.get('x-request-id'))
  }
})

test('only the schema is readable without a key', async () => {
  const open = await send(gateway, getIntrospectionQuery(), undefined, { authorization: '' })
  assert.equal(open.status, 200)
  assert.equal(open.errors, undefined)
  for (const query of [
    '{ __typename account { id } }',
    'query { ...F } fragment F on Query { __typename pricing { currency } }',
    'mutation { __typename }',
  ]) {
    assert.equal((await send(gateway, query, undefined, { authorization: '' })).status, 401)
  }
})

test('errors have stable codes', async () => {
  const cases = [
    [{ query: '{' }, 400, 'graphql_parse_failed'],
    [{ query: '{ nothing }' }, 400, 'graphql_validation_failed'],
    [{ query: 'query ($id: ID!) { task(id: $id) { id } }' }, 400, 'invalid_variables'],
    [{ query: '{ __typename }', operationName: 'Other' }, 400, 'operation_resolution_failure'],
    [{ query: 1 }, 400, 'bad_request'],
    [[{ query: '{ __typename }' }], 400, 'bad_request'],
    ['{"query":', 400, 'invalid_json'],
    [`{"query":"${'x'.repeat(300_000)}"}`, 413, 'request_too_large'],
  ] as const
  for (const [body, status, code] of cases) {
    const reply = await gateway.call('POST', '/graphql', body, { accept: 'application/graphql-response+json' })
    assert.equal(reply.body?.errors[0].extensions.code, code, reply.text)
    assert.equal(reply.status, status, code)
  }
  const form = await gateway.call('POST', '/graphql', 'query={__typename}', {
    'content-type': 'application/x-www-form-urlencoded',
  })
  assert.equal(form.status, 415)
  assert.equal(form.body.errors[0].extensions.code, 'unsupported_media_type')
  const byGet = await gateway.call('GET', '/graphql?query=mutation{taskCreate(input:{prompt:"x"}){created}}')
  assert.equal(byGet.status, 405)
  assert.equal(byGet.body.errors[0].extensions.code, 'method_not_allowed')
})

test('deeply nested variables are refused without a server error', async () => {
  const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`
  const query = 'mutation ($m: JSON) { taskCreate(input: {prompt: "x", metadata: $m}) { created } }'
  const reply = await gateway.call(
    'POST',
    '/graphql',
    `{"query":"${query.replaceAll('"', '\\"')}","variables":{"m":${deep}}}`,
  )
  assert.equal(reply.status, 400)
  assert.equal(reply.body.errors[0].extensions.code, 'invalid_json')
})

test('an internal error is masked, and logged under the id in the answer', async () => {
  const { resources } = gateway.rooms
  const error = mock.method(resources.log, 'error')
  const query = mock.method(resources.pool, 'query', () => Promise.reject(new Error('internal secret')))
  const reply = await send(gateway, '{ pricing { currency } }')
  query.mock.restore()
  error.mock.restore()
  assert.equal(reply.errors?.[0]?.message, 'Unexpected error.')
  assert.equal(reply.errors?.[0]?.extensions.code, 'internal_error')
  assert.ok(!reply.text.includes('secret'))
  const logged = error.mock.calls.map(({ arguments: [fields] }) => fields as { requestId: string; err: Error })
  const { requestId } = reply.errors?.[0]?.extensions ?? {}
  assert.ok(logged.some((fields) => fields.requestId === requestId && fields.err.message === 'internal secret'))
})
