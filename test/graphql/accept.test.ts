import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../support/gateway.ts'

const OPERATOR_KEY = 'vgo_0123456789abcdef'
const gateway = await startTestGateway({}, { environment: { OPERATOR_KEY } })

/** A type of none of our answers. */
const OTHERS = ['text/html', 'image/png', 'application/xml', 'text/plain', 'nonsense']

const ask = (path: string, query: string, accept: string, key = gateway.key) =>
  gateway.call('POST', path, { query }, { accept, authorization: `Bearer ${key}` })

test('the answer to every accepted POST has a readable body', async () => {
  for (const accept of OTHERS) {
    const made = await ask('/graphql', 'mutation { taskCreate(input: { prompt: "x" }) { tasks { id } } }', accept)
    assert.deepEqual([made.status, made.headers.get('content-type')], [200, 'application/json; charset=utf-8'], accept)
    assert.match(made.body.data.taskCreate.tasks[0].id, /^vid_/)
    const wrong = await ask('/graphql', '{ nothing }', accept)
    assert.equal(wrong.body.errors[0].extensions.code, 'graphql_validation_failed')
    const refused = await ask('/graphql', '{ account { id } }', accept, 'vgk_none')
    assert.deepEqual([refused.status, refused.body.errors[0].extensions.code], [401, 'invalid_api_key'])
    const operator = await ask('/admin/graphql', '{ __typename }', accept, OPERATOR_KEY)
    assert.deepEqual([operator.status, operator.body.data], [200, { __typename: 'Query' }])
    const rest = await gateway.call('POST', '/v1/videos', { prompt: 'x' }, { accept })
    assert.equal(rest.status, 202)
  }
})

test('the answer to a GET query has a readable body, and a browser gets the playground', async () => {
  const get = (accept: string) => gateway.call('GET', '/graphql?query={__typename}', undefined, { accept })
  assert.deepEqual((await get('image/png')).body, { data: { __typename: 'Query' } })
  assert.match((await get('text/html')).text, /<!doctype html>/)
})

test('a subscription whose Accept excludes events gets 406 with the accepted types', async () => {
  for (const accept of [...OTHERS, 'application/json']) {
    const { status, body } = await ask('/graphql', 'subscription { creditsUpdated { cursor } }', accept)
    assert.equal(status, 406, accept)
    assert.equal(body.errors[0].extensions.code, 'not_acceptable')
    assert.match(body.errors[0].message, /text\/event-stream/)
  }
})
