import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { createPersistedQueries } from '../../src/http/graphql/persisted.ts'
import { GRAPHQL_PERSISTED_ACCOUNT_BYTES, GRAPHQL_PERSISTED_BYTES } from '../../src/http/limits.ts'
import { initialise, messageOf } from '../socket/client.ts'
import { startTestGateway, type TestGateway, type TestResponse } from '../support/gateway.ts'
import { startSecondGateway } from '../support/second-gateway.ts'
import { createdId } from './client.ts'

const gateway = await startTestGateway()

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const persisted = (query: string, given: object = {}) => ({
  persistedQuery: { version: 1, sha256Hash: hashOf(query), ...given },
})
const post = (at: TestGateway, body: object, headers?: Record<string, string>) =>
  at.call('POST', '/graphql', body, headers)
const pairs = (at: TestGateway, parameters: Record<string, string | object>) => {
  const texts = Object.entries(parameters).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return at.call('GET', `/graphql?${new URLSearchParams(texts)}`, undefined, { accept: 'application/json' })
}
const refusalOf = ({ body }: TestResponse) => {
  const [{ message, extensions }] = body.errors
  return [message, extensions.code, extensions.param]
}
const NOT_FOUND = ['PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_FOUND', undefined]
const HASH = 'extensions.persistedQuery.sha256Hash'
const tasksOf = async (at: TestGateway) => (await at.call('GET', '/v1/videos')).body.data.length

async function asAccount(callsPerMinute = 600): Promise<TestGateway> {
  const { accountId, key } = await gateway.newAccount({ callsPerMinute })
  const call: TestGateway['call'] = (method, path, body, headers) =>
    gateway.call(method, path, body, { authorization: `Bearer ${key}`, ...headers })
  return { ...gateway, accountId, key, call }
}

test('an unknown hash is not found, by POST and by GET; after the query with its hash the hash is enough', async () => {
  const query = '{ pricing { currency } }'
  const extensions = persisted(query)
  for (const miss of [await post(gateway, { extensions }), await pairs(gateway, { extensions })]) {
    assert.deepEqual(refusalOf(miss), NOT_FOUND)
    assert.equal(miss.headers.get('cache-control'), 'no-store')
  }
  const data = { data: { pricing: { currency: 'CNY' } } }
  assert.deepEqual((await post(gateway, { query, extensions })).body, data)
  assert.deepEqual((await post(gateway, { extensions })).body, data)
  assert.deepEqual((await post(gateway, { query: '', extensions })).body, data)
  assert.deepEqual((await pairs(gateway, { extensions })).body, data)
})

test('a query sent by GET is known by POST', async () => {
  const query = '{ account { id } }'
  const extensions = persisted(query)
  assert.equal((await pairs(gateway, { query, extensions })).body.data.account.id, gateway.accountId)
  assert.equal((await post(gateway, { extensions })).body.data.account.id, gateway.accountId)
})

test('a miss is 200 where the client takes application/json, and 400 for the newer type', async () => {
  const extensions = persisted('{ never { sent } }')
  for (const [accept, status] of [
    ['application/json', 200],
    ['application/graphql-response+json', 400],
    ['application/graphql-response+json,application/json;q=0.9', 400],
  ] as const) {
    const miss = await post(gateway, { extensions }, { accept })
    assert.deepEqual([miss.status, ...refusalOf(miss)], [status, ...NOT_FOUND], accept)
  }
})

test('a hash of another text is refused, runs nothing and is not kept', async () => {
  const at = await asAccount()
  const query = 'mutation { taskCreate(input: {prompt: "x"}) { created } }'
  const [other, lone] = ['{ pricing { currency } }', '{ node(id: "\ud800") { id } }']
  const given: [unknown, unknown][] = [
    [query, hashOf(other)],
    [query, hashOf(query).toUpperCase()],
    [query, hashOf(query).slice(1)],
    [query, 7],
    [query, undefined],
    [undefined, 'x'],
    [undefined, null],
    [lone, hashOf(lone)],
  ]
  for (const [text, sha256Hash] of given) {
    const reply = await post(at, { query: text, extensions: persisted('', { sha256Hash }) })
    assert.deepEqual([reply.status, ...refusalOf(reply).slice(1)], [400, 'invalid_parameter', HASH], reply.text)
  }
  assert.equal(await tasksOf(at), 0)
  for (const text of [query, other, lone]) {
    assert.deepEqual(refusalOf(await post(at, { extensions: persisted(text) })), NOT_FOUND)
  }
})

test('another version of the extension is not supported without its query, and is ignored with it', async () => {
  for (const persistedQuery of [{ version: 2, sha256Hash: hashOf('x') }, { sha256Hash: hashOf('x') }, {}, 'x', [1]]) {
    const reply = await post(gateway, { extensions: { persistedQuery } })
    const expected = [400, 'PersistedQueryNotSupported', 'persisted_query_not_supported']
    assert.deepEqual([reply.status, ...refusalOf(reply).slice(0, 2)], expected)
    const whole = await post(gateway, { query: '{ pricing { currency } }', extensions: { persistedQuery } })
    assert.deepEqual(whole.body, { data: { pricing: { currency: 'CNY' } } })
  }
  const none = await post(gateway, { query: '{ pricing { currency } }', extensions: { persistedQuery: null } })
  assert.deepEqual(none.body, { data: { pricing: { currency: 'CNY' } } })
})

test('a mutation runs by its hash with variables by POST, and is refused by GET', async () => {
  const at = await asAccount()
  const query = 'mutation Make($p: String!) { taskCreate(input: {prompt: $p}) { tasks { prompt } } }'
  const extensions = persisted(query)
  const asked = { extensions, variables: { p: '"a" 雨' }, operationName: 'Make' }
  assert.deepEqual(refusalOf(await post(at, asked)), NOT_FOUND)
  for (const sent of [{ query, ...asked }, asked]) {
    assert.deepEqual((await post(at, sent)).body.data.taskCreate.tasks, [{ prompt: '"a" 雨' }])
  }
  const byGet = await pairs(at, asked)
  assert.deepEqual([byGet.status, refusalOf(byGet)[1]], [405, 'method_not_allowed'])
  assert.equal(await tasksOf(at), 2)
})

test('guards and rates apply to a query behind a hash; a miss costs a call', async () => {
  const at = await asAccount(6)
  const deep = `{ node(id: "x") ${'{ ... on Task { sourceTask '.repeat(13)}{ id }${' } }'.repeat(13)} }`
  const refused = refusalOf(await post(at, { query: deep, extensions: persisted(deep) }))
  assert.equal(refused[1], 'query_too_deep')
  assert.deepEqual(refusalOf(await post(at, { extensions: persisted(deep) })), refused)
  const left = ({ headers }: TestResponse) => /"calls";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]
  const query = '{ pricing { currency } }'
  const extensions = persisted(query)
  const seen = [{ extensions }, { query, extensions }, { extensions }, { extensions }]
  for (const [i, body] of seen.entries()) assert.equal(left(await post(at, body)), String(3 - i))
  for (const body of [{ extensions }, { extensions: persisted('{ never }') }]) {
    assert.equal(refusalOf(await post(at, body))[1], 'rate_limit_exceeded')
  }
})

test('a hash does nothing without a key, and is not kept for one', async () => {
  const query = '{ __schema { queryType { name } } }'
  const extensions = persisted(query)
  const keyless = { authorization: '' }
  const whole = await post(gateway, { query, extensions }, keyless)
  assert.equal(whole.body.data.__schema.queryType.name, 'Query')
  assert.deepEqual(refusalOf(await post(gateway, { extensions })), NOT_FOUND)
  await post(gateway, { query, extensions })
  assert.equal((await post(gateway, { extensions }, keyless)).status, 401)
})

test('accounts and gateways do not share queries: each gets the query once', async () => {
  const query = '{ credits { balanceMicro } }'
  const extensions = persisted(query)
  await post(gateway, { query, extensions })
  assert.equal((await post(gateway, { extensions })).status, 200)
  const [other, second] = [await asAccount(), await startSecondGateway(gateway)]
  after(() => second.close())
  for (const at of [other, second]) {
    assert.deepEqual(refusalOf(await post(at, { extensions })), NOT_FOUND)
    assert.equal((await post(at, { query, extensions })).body.errors, undefined)
    assert.equal((await post(at, { extensions })).body.errors, undefined)
  }
})

test('a subscription as an event stream starts by its hash', async () => {
  const id = await createdId(gateway)
  const query = 'subscription Watch($id: ID!) { taskUpdated(id: $id) { seq } }'
  const [extensions, headers] = [persisted(query), { accept: 'text/event-stream' }]
  const missed = await post(gateway, { extensions, variables: { id } }, headers)
  assert.deepEqual([missed.status, ...refusalOf(missed)], [200, ...NOT_FOUND])
  assert.match(missed.headers.get('content-type') ?? '', /^application\/json/)
  await gateway.call('POST', `/v1/videos/${id}/cancel`)
  for (const sent of [{ query }, {}]) {
    const reply = await post(gateway, { ...sent, extensions, variables: { id } }, headers)
    assert.match(reply.text, /data: {"data":{"taskUpdated":{"seq":\d+}}}/)
  }
})

test('a socket runs queries and subscriptions by their hash, and shares them with POST', async () => {
  const socket = await initialise(gateway)
  after(() => socket.terminate())
  const id = await createdId(gateway)
  const ask = async (payload: object) => {
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload }))
    return JSON.parse(await messageOf(socket))
  }
  const query = 'subscription Socket($id: ID!) { taskUpdated(id: $id) { seq } }'
  const [extensions, variables] = [persisted(query), { id }]
  const missed = await ask({ query: '', extensions, variables })
  assert.equal(missed.type, 'error')
  assert.equal(missed.payload[0].message, 'PersistedQueryNotFound')
  assert.equal(missed.payload[0].extensions.code, 'PERSISTED_QUERY_NOT_FOUND')
  const wrong = await ask({ query, extensions: persisted('{ other }'), variables })
  assert.equal(wrong.payload[0].extensions.param, HASH)
  for (const sent of [query, '']) {
    const { type, payload } = await ask({ query: sent, extensions, variables })
    assert.deepEqual([type, payload], ['next', { data: { taskUpdated: { seq: 1 } } }])
    socket.send('{"id":"1","type":"complete"}')
  }
  const short = '{ account { keyCount: id } }'
  await post(gateway, { query: short, extensions: persisted(short) })
  const shared = await ask({ query: '', extensions: persisted(short) })
  assert.deepEqual(shared.payload, { data: { account: { keyCount: gateway.accountId } } })
})

test('queries of one account never displace those of another, and all together are limited', () => {
  const store = createPersistedQueries()
  const keep = (accountId: string, query: string) =>
    store.fill({ query, extensions: persisted(query) } as never, { accountId })
  const knows = (accountId: string, query: string) => {
    try {
      store.fill({ extensions: persisted(query) } as never, { accountId })
      return true
    } catch {
      return false
    }
  }
  const long = (i: number) => `# ${i} ${'x'.repeat(GRAPHQL_PERSISTED_ACCOUNT_BYTES / 10)}`
  keep('quiet', '{ quiet }')
  for (let i = 0; i < 100; i++) keep('loud', long(i))
  assert.ok(knows('quiet', '{ quiet }'))
  const kept = Array.from({ length: 100 }, (_, i) => knows('loud', long(i)))
  assert.deepEqual([kept.indexOf(true), kept.filter(Boolean).length], [96, 4])

  const accounts = (GRAPHQL_PERSISTED_BYTES / GRAPHQL_PERSISTED_ACCOUNT_BYTES) * 2
  for (let a = 0; a < accounts; a++) for (let i = 0; i < 4; i++) keep(`account ${a}`, long(i))
  const known = Array.from({ length: accounts }, (_, a) => knows(`account ${a}`, long(0)))
  assert.ok(!known[0] && known.at(-1) && !knows('quiet', '{ quiet }'))
  const bytes = known.filter(Boolean).length * 4 * 2 * long(0).length
  assert.ok(bytes <= GRAPHQL_PERSISTED_BYTES, `${bytes}`)
})
