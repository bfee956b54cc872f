import assert from 'node:assert/strict'
import { test } from 'node:test'
import { initialise, messageOf } from '../socket/client.ts'
import { startTestGateway } from '../support/gateway.ts'

const gateway = await startTestGateway()
const LONG = '5.0000000000000000001'

const send = async (text: string) =>
  (await gateway.call('POST', '/graphql', text, { 'content-type': 'application/json' })).body
const literal = (input: string) =>
  send(JSON.stringify({ query: `mutation { taskCreate(input: { prompt: "x", ${input} }) { tasks { id metadata } } }` }))
const variable = (input: string) => {
  const query = 'mutation ($input: TaskCreateInput!) { taskCreate(input: $input) { tasks { id metadata } } }'
  return send(`{"query":${JSON.stringify(query)},"variables":{"input":{"prompt":"x",${input}}}}`)
}

test('a number with too many digits is refused in a document and in a variable', async () => {
  const before = await gateway.counts()
  for (const [name, digits] of [
    ['duration', LONG],
    ['seed', '7.00000000000000000001'],
  ] as const) {
    const written = await literal(`${name}: ${digits}`)
    assert.equal(written.errors[0].extensions.code, 'graphql_validation_failed')
    const given = await variable(`"${name}": ${digits}`)
    assert.equal(given.errors[0].extensions.code, 'invalid_variables')
  }
  assert.match(
    (await literal(`duration: ${LONG}`)).errors[0].message,
    /^5\.0+1 has more digits than a number can represent\.$/,
  )
  assert.deepEqual(await gateway.counts(), before)
})

test('a number with too many digits is refused over a socket', async () => {
  const socket = await initialise(gateway)
  const query = 'mutation ($input: TaskCreateInput!) { taskCreate(input: $input) { tasks { id } } }'
  const payload = `{"query":${JSON.stringify(query)},"variables":{"input":{"prompt":"x","duration":${LONG}}}}`
  socket.send(`{"id":"1","type":"subscribe","payload":${payload}}`)
  assert.match(await messageOf(socket), /invalid_variables/)
  socket.close()
})

test('a long number inside metadata is returned as sent', async () => {
  for (const { data } of [
    await literal(`metadata: { a: ${LONG} }, duration: 5.000`),
    await variable(`"metadata":{"a":${LONG}},"duration":5.000`),
  ]) {
    const { body, text } = await gateway.call('GET', `/v1/videos/${data.taskCreate.tasks[0].id}`)
    assert.ok(text.includes(LONG))
    assert.equal(body.duration, 5)
  }
})
