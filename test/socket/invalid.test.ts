import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../support/gateway.ts'
import { closeOf, initialise } from './client.ts'
import { ACCOUNT, account, subscribe } from './frames.ts'

const gateway = await startTestGateway()

test('invalid UTF-8 closes the socket with 1007', async () => {
  const socket = await initialise(gateway)
  socket.send(Buffer.from([0x22, 0xff, 0x22]), { binary: false })
  assert.equal((await closeOf(socket)).code, 1007)
})

const INVALID: Readonly<Record<string, string>> = {
  'invalid JSON': '{"type":',
  nothing: '',
  null: 'null',
  'a number': '1',
  'a boolean': 'true',
  'a string': '"text"',
  'a list': '[]',
  'a null payload': '{"id":"1","type":"subscribe","payload":null}',
  'no type': '{}',
  'an unknown type': '{"type":"start"}',
  'the type of the older protocol': '{"type":"connection_terminate"}',
  'a type that is not a string': '{"type":1}',
  'parameters that are not an object': '{"type":"connection_init","payload":"x"}',
  'a ping payload that is not an object': '{"type":"ping","payload":[1]}',
  'no id': subscribe(undefined),
  'an empty id': subscribe(''),
  'an id that is not a string': subscribe(1),
  'no payload': '{"id":"1","type":"subscribe"}',
  'a query that is not a string': subscribe('1', 1),
  'variables that are not an object': subscribe('1', ACCOUNT, [1]),
  'complete without an id': '{"type":"complete"}',
  'the server’s acknowledgement': '{"type":"connection_ack"}',
  'the server’s result': account('1', gateway.accountId),
  'the server’s error': '{"id":"1","type":"error","payload":[{"message":"x"}]}',
}

for (const [what, text] of Object.entries(INVALID)) {
  test(`${what} closes the socket with 4400`, async () => {
    const socket = await initialise(gateway)
    socket.send(text)
    assert.equal((await closeOf(socket)).code, 4400)
  })
}
