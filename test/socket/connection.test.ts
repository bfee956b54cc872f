import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mock, test } from 'node:test'
import { WebSocket } from 'ws'
import { createdId } from '../graphql/client.ts'
import { startTestGateway } from '../support/gateway.ts'
import { atMost } from '../support/rounds.ts'
import { closeOf, initialise, messageOf, openClient, openSocket, socketUrl } from './client.ts'

const gateway = await startTestGateway()

const frame = (query: string, variables?: unknown, id = '1') =>
  JSON.stringify({ id, type: 'subscribe', payload: { query, variables } })

test('a socket without a valid key closes with 4401', async () => {
  for (const [payload, reason] of [
    [undefined, 'missing_api_key'],
    [{ authorization: 'Bearer vgk_wrong' }, 'invalid_api_key'],
    [{ Authorization: 7 }, 'missing_api_key'],
  ] as const) {
    const socket = await openSocket(gateway)
    socket.send(JSON.stringify({ type: 'connection_init', payload }))
    assert.deepEqual(await closeOf(socket), { code: 4401, reason })
  }
})

test('an operation before connection_init closes the socket with 4401', async () => {
  const socket = await openSocket(gateway, { authorization: `Bearer ${gateway.key}` })
  socket.send(frame('{ account { id } }'))
  assert.equal((await closeOf(socket)).code, 4401)
})

test('the key is read from the parameters in any case, or from the upgrade request', async () => {
  const authorization = `Bearer ${gateway.key}`
  for (const [headers, payload] of [
    [{}, { AUTHORIZATION: authorization }],
    [{ authorization }, undefined],
  ] as const) {
    const socket = await openSocket(gateway, headers)
    socket.send(JSON.stringify({ type: 'connection_init', payload }))
    assert.equal(await messageOf(socket), '{"type":"connection_ack"}')
    socket.close()
  }
})

test('queries and mutations run as over HTTP, metadata unchanged', async () => {
  const socket = await initialise(gateway)
  const metadata = '{"b":1,"2":9007199254740993,"b":2}'
  const query = JSON.stringify(
    'mutation ($i: TaskCreateInput!) { taskCreate(input: $i) { tasks { metadata } userErrors { code } } }',
  )
  socket.send(
    `{"id":"a","type":"subscribe","payload":{"query":${query},"variables":{"i":{"prompt":"x","metadata":${metadata}}}}}`,
  )
  assert.equal(
    await messageOf(socket),
    `{"id":"a","type":"next","payload":{"data":{"taskCreate":{"tasks":[{"metadata":${metadata}}],"userErrors":[]}}}}`,
  )
  assert.equal(await messageOf(socket), '{"id":"a","type":"complete"}')
  socket.close()
})

test('errors have the same codes as over HTTP', async () => {
  const socket = await initialise(gateway)
  for (const [query, code] of [
    ['{', 'graphql_parse_failed'],
    ['{ nothing }', 'graphql_validation_failed'],
  ] as const) {
    socket.send(frame(query))
    assert.equal(JSON.parse(await messageOf(socket)).payload[0].extensions.code, code)
  }
  socket.send(frame('query ($id: ID!) { task(id: $id) { id } }'))
  assert.equal(JSON.parse(await messageOf(socket)).payload.errors[0].extensions.code, 'invalid_variables')
  socket.close()
})

test('deeply nested variables are refused without a server error', async () => {
  const socket = await initialise(gateway)
  const query = 'mutation ($m: JSON) { taskCreate(input: {prompt: "x", metadata: $m}) { created } }'
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  socket.send(`{"id":"1","type":"subscribe","payload":{"query":${JSON.stringify(query)},"variables":{"m":${deep}}}}`)
  assert.equal(JSON.parse(await messageOf(socket)).payload[0].extensions.code, 'invalid_json')
  socket.close()
})

test('an internal error is masked', async () => {
  const { resources } = gateway.rooms
  const socket = await initialise(gateway)
  const query = mock.method(resources.pool, 'query', () => Promise.reject(new Error('internal secret')))
  socket.send(frame('{ pricing { currency } }'))
  const text = await messageOf(socket)
  query.mock.restore()
  assert.match(text, /"Unexpected error\."/)
  assert.match(text, /internal_error/)
  assert.doesNotMatch(text, /secret/)
  socket.close()
})

test('more than fifty concurrent operations are refused one by one', async () => {
  const taskId = await createdId(gateway)
  const socket = await initialise(gateway)
  const started = new Set<string>()
  const refused = new Promise<string>((resolve) => {
    socket.on('message', (data) => {
      const { type, id, payload } = JSON.parse(data.toString())
      if (type === 'error') resolve(`${id} ${payload[0].extensions.code}`)
      else started.add(id)
    })
  })
  const query = 'subscription ($id: ID!) { taskUpdated(id: $id) { seq } }'
  for (let i = 1; i <= 51; i++) socket.send(frame(query, { id: taskId }, String(i)))
  assert.equal(await refused, '51 rate_limit_exceeded')
  socket.close()
})

test('binary, oversized and foreign messages close the socket', async () => {
  const binary = await initialise(gateway)
  binary.send(Buffer.from('{"type":"ping"}'))
  assert.equal((await closeOf(binary)).code, 1003)
  const large = await initialise(gateway)
  large.send(frame(`{ account { id } } # ${'x'.repeat(65_536)}`))
  assert.equal((await closeOf(large)).code, 1009)
  const garbage = await initialise(gateway)
  garbage.send('nonsense')
  assert.equal((await closeOf(garbage)).code, 4400)
  const other = new WebSocket(socketUrl(gateway), 'graphql-ws')
  const [error] = (await once(other, 'error')) as [Error]
  assert.match(error.message, /subprotocol/i)
})

test('a revoked key closes its sockets with 4401 within five seconds', async () => {
  const { key, accountId } = await gateway.newAccount()
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    const client = openClient(gateway, {
      connectionParams: { Authorization: `Bearer ${key}` },
      lazy: false,
      on: {
        connected: () =>
          void gateway.rooms.resources.pool.query('update api_key set revoked_at = now() where account_id = $1', [
            accountId,
          ]),
        closed: (event) => resolve(event as { code: number; reason: string }),
      },
      onNonLazyError: () => {},
    })
    void client
  })
  const start = performance.now()
  const { code, reason } = await closed
  assert.deepEqual([code, reason], [4401, 'api_key_revoked'])
  assert.ok(performance.now() - start < atMost(5000))
})
