import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createClient } from 'graphql-ws'
import { Client } from 'pg'
import { WebSocket } from 'ws'
import { startGateway } from '../../src/gateway.ts'
import { createdId, send } from '../graphql/client.ts'
import { callWith, GRACE_MS, POOL_SIZE, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { openLineTo } from '../support/line.ts'
import { until } from '../support/until.ts'
import { closeOf, initialise, openSocket, socketUrl } from './client.ts'

const gateway = await startTestGateway({ concurrencyLimit: 100 }, { own: true })
const SUBSCRIPTION = 'subscription ($id: ID!) { taskUpdated(id: $id) { task { status } } }'

/** The states of a task, over the stock client, which reconnects by itself. */
async function statesOf(client: ReturnType<typeof createClient>, id: string, began = () => {}): Promise<string[]> {
  const states: string[] = []
  const subscription = client.iterate<{ taskUpdated: { task: { status: string } } }>({
    query: SUBSCRIPTION,
    variables: { id },
  })
  for await (const { data, errors } of subscription) {
    assert.equal(errors, undefined)
    states.push(data?.taskUpdated.task.status ?? '')
    began()
  }
  return states
}

function stockClient(at: TestGateway) {
  const client = createClient({
    url: socketUrl(at),
    webSocketImpl: WebSocket,
    connectionParams: { Authorization: `Bearer ${gateway.key}` },
    retryAttempts: Number.POSITIVE_INFINITY,
    retryWait: () => new Promise((resolve) => setTimeout(resolve, 20)),
  })
  after(() => client.dispose())
  return client
}

test('subscriptions that start while database connections are terminated all complete', async () => {
  const id = await createdId(gateway)
  const killer = new Client({ connectionString: gateway.databaseUrl })
  await killer.connect()
  after(() => killer.end())
  let begun = 0
  const clients = Array.from({ length: 6 }, () => stockClient(gateway))
  const all = clients.flatMap((client) => Array.from({ length: 10 }, () => statesOf(client, id, () => void begun++)))
  const others = 'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
  for (let kills = 0; kills < 30; kills++) await killer.query(`select pg_terminate_backend(pid) from (${others}) o`)
  await until(async () => begun >= all.length)
  await until(async () => (await gateway.call('POST', `/v1/videos/${id}/cancel`)).status === 200)
  for (const states of await Promise.all(all)) assert.equal(states.at(-1), 'CANCELLED')
})

test('every API answers 503 and sockets close with 1013 until the database returns', async () => {
  const { hostname, port } = new URL(gateway.databaseUrl)
  const line = await openLineTo(hostname, Number(port))
  const databaseUrl = Object.assign(new URL(gateway.databaseUrl), {
    hostname: '127.0.0.1',
    port: String(line.port),
  }).href
  const config = { ...gateway.config, databaseUrl, publicUrl: null }
  const running = await startGateway(config, databaseUrl, { chores: [], poolSize: POOL_SIZE })
  after(() => running.close(GRACE_MS))
  const second: TestGateway = {
    ...gateway,
    url: running.url,
    rooms: running.rooms,
    call: callWith(running.url, gateway.key),
  }
  const variables = { id: await createdId(gateway) }
  const watching = statesOf(stockClient(second), variables.id)
  const open = await initialise(second)
  const other = await gateway.newAccount()
  await line.close()

  const rest = await second.call('GET', '/v1/videos')
  assert.deepEqual([rest.status, rest.body.error.code, rest.headers.get('retry-after')], [503, 'overloaded', '1'])
  const queries = [
    '{ tasks { edges { node { id } } } }',
    `{ task(id: "${variables.id}") { status } }`,
    '{ credits { balanceMicro } }',
  ]
  for (const query of queries) {
    const { status, headers, errors } = await send(second, query)
    assert.deepEqual([status, headers.get('retry-after')], [503, '1'], query)
    assert.deepEqual([errors?.[0]?.extensions.code, errors?.[0]?.extensions['retryAfter']], ['overloaded', 1])
  }
  const events = await fetch(`${second.url}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${gateway.key}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    },
    body: JSON.stringify({ query: SUBSCRIPTION, variables }),
  })
  assert.deepEqual([events.status, events.headers.get('retry-after')], [503, '1'])
  await events.body?.cancel()

  const subscribed = closeOf(open)
  open.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: SUBSCRIPTION, variables } }))
  assert.equal((await subscribed).code, 1013)
  // A key that the gateway has not cached.
  const late = await openSocket(second, { authorization: `Bearer ${other.key}` })
  const refused = closeOf(late)
  late.send('{"type":"connection_init"}')
  assert.equal((await refused).code, 1013)
  const lateStates = statesOf(stockClient(second), variables.id)

  await line.open()
  await until(async () => (await second.call('POST', `/v1/videos/${variables.id}/cancel`)).status === 200)
  assert.equal((await watching).at(-1), 'CANCELLED')
  assert.equal((await lateStates).at(-1), 'CANCELLED')
})
