import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createClient } from 'graphql-sse'
import { initialise, messageOf, openClient } from '../socket/client.ts'
import { startTestGateway } from '../support/gateway.ts'

/**
 * JSON allows line breaks between tokens, also an empty line, which would end an event. An escaped one is part of its
 * string.
 */
const METADATA = '{\n"a":\r\n1,\r"b":\n\n"x\\ny",\r\n\r\n"event":"complete"\n}'
const VALUE = { a: 1, b: 'x\ny', event: 'complete' }

const TASK = 'query ($id: ID!) { task(id: $id) { id metadata } }'
const UPDATED = 'subscription ($id: ID!) { taskUpdated(id: $id) { task { id metadata } } }'

const gateway = await startTestGateway()
const created = await gateway.call('POST', '/v1/videos', `{"prompt":"x","metadata":${METADATA}}`)
const { id } = created.body
const task = { id, metadata: VALUE }

async function first<T>(results: AsyncIterable<T>): Promise<T> {
  for await (const result of results) return result
  assert.fail('there was no answer')
}

test('raw line breaks of metadata do not break events of subscriptions or queries', async () => {
  const client = createClient({
    url: `${gateway.url}/graphql`,
    headers: { Authorization: `Bearer ${gateway.key}` },
    retryAttempts: 0,
  })
  after(() => client.dispose())
  assert.deepEqual(await first(client.iterate({ query: UPDATED, variables: { id } })), {
    data: { taskUpdated: { task } },
  })
  assert.deepEqual(await first(client.iterate({ query: TASK, variables: { id } })), { data: { task } })
})

test('raw line breaks of metadata pass through socket messages unchanged', async () => {
  const client = openClient(gateway)
  after(() => client.dispose())
  assert.deepEqual(await first(client.iterate({ query: UPDATED, variables: { id } })), {
    data: { taskUpdated: { task } },
  })
  const socket = await initialise(gateway)
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: TASK, variables: { id } } }))
  assert.equal(
    await messageOf(socket),
    `{"id":"1","type":"next","payload":{"data":{"task":{"id":"${id}","metadata":${METADATA}}}}}`,
  )
  socket.close()
})

test('raw line breaks of metadata pass through a POSTed query unchanged', async () => {
  const { text } = await gateway.call('POST', '/graphql', { query: TASK, variables: { id } })
  assert.equal(text, `{"data":{"task":{"id":"${id}","metadata":${METADATA}}}}`)
})
