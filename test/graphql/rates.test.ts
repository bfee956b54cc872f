import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { SCOPES } from '../../src/key/caller.ts'
import { initialise, messageOf } from '../socket/client.ts'
import { startTestGateway, type TestGateway } from '../support/gateway.ts'
import { awayFromTurn } from '../support/minute.ts'
import { listen, type Reply, send } from './client.ts'
import { TaskUpdatedDocument } from './generated/graphql.ts'

const gateway = await startTestGateway()
beforeEach(() => awayFromTurn(gateway))

async function asKey(limits: { createsPerMinute: number; callsPerMinute: number }): Promise<TestGateway> {
  const { accountId, key } = await gateway.newAccount({ ...limits, scopes: SCOPES })
  const call: TestGateway['call'] = (method, path, body, headers) =>
    gateway.call(method, path, body, { authorization: `Bearer ${key}`, ...headers })
  return { ...gateway, accountId, key, call }
}

const codes = ({ errors }: Reply<unknown>) => errors?.map(({ extensions }) => extensions.code)
const rates = ({ headers }: Reply<unknown>) => headers.get('ratelimit')?.replace(/t=\d+/g, 't=')
const CREATE = 'taskCreate(input: {prompt: "x"}) { created userErrors { code } }'
const REVOKE = 'apiKeyRevoke(input: {id: "key_x"}) { userErrors { code } }'

test('a query costs one call, and without any left gets 429', async () => {
  const caller = await asKey({ createsPerMinute: 5, callsPerMinute: 2 })
  for (const remaining of [1, 0]) {
    const reply = await send(caller, '{ a: pricing { currency } b: pricing { currency } }')
    assert.equal(reply.errors, undefined)
    assert.equal(rates(reply), `"calls";r=${remaining};t=`)
    assert.equal(reply.headers.get('ratelimit-policy'), '"creates";q=5;w=60, "calls";q=2;w=60')
  }
  const refused = await send(caller, '{ pricing { currency } }')
  assert.equal(refused.status, 429)
  assert.deepEqual(codes(refused), ['rate_limit_exceeded'])
  assert.match(refused.headers.get('retry-after') ?? '', /^([1-9]|[1-5][0-9]|60)$/)
  assert.equal(refused.data, undefined)
})

test('each executed field of a mutation costs a call, and each taskCreate a create', async () => {
  const caller = await asKey({ createsPerMinute: 9, callsPerMinute: 9 })
  const mixed = await send(caller, `mutation { a: ${CREATE} b: ${REVOKE} c: ${CREATE} d: ${REVOKE} e: ${REVOKE} }`)
  assert.equal(rates(mixed), '"calls";r=6;t=, "creates";r=7;t=')
  const creates = await send(caller, `mutation { a: ${CREATE} }`)
  assert.equal(rates(creates), '"creates";r=6;t=')
  const skipped = await send(
    caller,
    `mutation ($no: Boolean = false) {
      ...F
      a: ${REVOKE}
      b: apiKeyRevoke(input: {id: "key_x"}) @include(if: $no) { userErrors { code } }
      ... @skip(if: true) { c: ${REVOKE} }
    }
    fragment F on Mutation { a: ${REVOKE} d: ${REVOKE} }`,
  )
  assert.equal(skipped.errors, undefined)
  assert.equal(rates(skipped), '"calls";r=4;t=')
})

test('a mutation with more calls than remain does nothing', async () => {
  const caller = await asKey({ createsPerMinute: 9, callsPerMinute: 2 })
  const before = await gateway.counts()
  const refused = await send(caller, `mutation { z: ${CREATE} a: ${REVOKE} b: ${REVOKE} c: ${REVOKE} }`)
  assert.deepEqual(codes(refused), ['rate_limit_exceeded'])
  assert.equal(refused.status, 429)
  assert.equal(rates(refused), '"calls";r=2;t=')
  assert.deepEqual(await gateway.counts(), before)
  assert.equal((await send(caller, `mutation { a: ${REVOKE} b: ${REVOKE} }`)).errors, undefined)
})

test('creates beyond the limit are a top-level error, and refused input costs a call', async () => {
  const caller = await asKey({ createsPerMinute: 1, callsPerMinute: 3 })
  const invalid = await send(caller, 'mutation { taskCreate(input: {prompt: ""}) { userErrors { code } } }')
  assert.equal(rates(invalid), '"calls";r=2;t=')
  const mixed = await send(
    caller,
    `mutation { a: ${CREATE} b: taskCreate(input: {prompt: ""}) { userErrors { code } } }`,
  )
  assert.equal(rates(mixed), '"creates";r=0;t=, "calls";r=1;t=')
  const refused = await send(caller, `mutation { ${CREATE} }`)
  assert.deepEqual(codes(refused), ['rate_limit_exceeded'])
  assert.equal(rates(refused), '"creates";r=0;t=')
  assert.deepEqual(refused.errors?.[0]?.path, ['taskCreate'])
  assert.ok(Number(refused.errors?.[0]?.extensions['retryAfter']) <= 60)
})

test('a create beyond the limit is null, and the one before it keeps its answer', async () => {
  const caller = await asKey({ createsPerMinute: 1, callsPerMinute: 3 })
  const { status, data, errors } = await send(caller, `mutation { a: ${CREATE} b: ${CREATE} }`)
  assert.equal(status, 200)
  assert.deepEqual(data, { a: { created: 1, userErrors: [] }, b: null })
  assert.deepEqual(
    errors?.map(({ path, extensions }) => [path, extensions.code]),
    [[['b'], 'rate_limit_exceeded']],
  )
})

test('requests that never run cost a call: invalid bodies, documents and variables', async () => {
  const caller = await asKey({ createsPerMinute: 1, callsPerMinute: 7 })
  const replies = [
    await caller.call('POST', '/graphql', '{"query":'),
    await caller.call('POST', '/graphql', 'x', { 'content-type': 'text/plain' }),
    await caller.call('POST', '/graphql', `{"query":"${'x'.repeat(300_000)}"}`),
    await caller.call('POST', '/graphql', { query: '{' }),
    await caller.call('POST', '/graphql', { query: '{ nothing }' }),
    await caller.call('POST', '/graphql', { query: 'query ($id: ID!) { task(id: $id) { id } }' }),
    await caller.call('GET', '/graphql?query=mutation{a:apiKeyRevoke(input:{id:"x"}){userErrors{code}}}'),
  ]
  assert.deepEqual(
    replies.map(({ headers }) => /r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]),
    ['6', '5', '4', '3', '2', '1', '0'],
  )
  for (const query of ['{', '{ nothing }']) {
    const { status, body } = await caller.call('POST', '/graphql', { query })
    assert.equal(body.errors[0].extensions.code, 'rate_limit_exceeded')
    assert.equal(status, 429)
  }
})

test('operations over a socket cost the same', async () => {
  const caller = await asKey({ createsPerMinute: 1, callsPerMinute: 5 })
  const socket = await initialise(caller)
  let id = 0
  const ask = async (query: string) => {
    socket.send(JSON.stringify({ id: String(++id), type: 'subscribe', payload: { query } }))
    const message = JSON.parse(await messageOf(socket))
    if (message.type === 'next') await messageOf(socket)
    const errors = message.type === 'error' ? message.payload : message.payload.errors
    return errors?.[0].extensions.code ?? message.type
  }
  assert.equal(await ask('{ __schema { queryType { name } } }'), 'next')
  assert.equal(await ask('{ pricing { currency } }'), 'next')
  assert.equal(await ask('{ nothing }'), 'graphql_validation_failed')
  assert.equal(await ask(`mutation { ${CREATE} }`), 'next')
  assert.equal(await ask(`mutation { ${CREATE} }`), 'rate_limit_exceeded')
  assert.equal(await ask(`mutation { a: ${REVOKE} b: ${REVOKE} c: ${REVOKE} }`), 'rate_limit_exceeded')
  assert.equal(await ask(`mutation { a: ${REVOKE} b: ${REVOKE} }`), 'next')
  assert.equal(await ask('{ nothing }'), 'rate_limit_exceeded')
  assert.equal(await ask('subscription { taskUpdated(id: "vid_x") { seq } }'), 'rate_limit_exceeded')
  socket.close()
})

test('starting a subscription costs a call over either transport', async () => {
  const caller = await asKey({ createsPerMinute: 1, callsPerMinute: 2 })
  const { body } = await caller.call('POST', '/v1/videos', { prompt: 'x' })
  const events = listen(caller, TaskUpdatedDocument, { id: body.id })
  assert.equal((await events.next()).value?.data?.taskUpdated.seq, 1)
  await events.return()
  const socket = await initialise(caller)
  const frame = (id: string) =>
    JSON.stringify({
      id,
      type: 'subscribe',
      payload: { query: TaskUpdatedDocument.toString(), variables: { id: body.id } },
    })
  socket.send(frame('1'))
  assert.equal(JSON.parse(await messageOf(socket)).type, 'next')
  socket.send(frame('2'))
  assert.equal(JSON.parse(await messageOf(socket)).payload.errors[0].extensions.code, 'rate_limit_exceeded')
  socket.close()
})
