import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { WebSocket } from 'ws'
import { SOCKET_OPERATIONS_MAX } from '../../src/limits.ts'
import { createdId } from '../graphql/client.ts'
import { encode, renderAndPackage } from '../graphql/drive.ts'
import { startTestGateway } from '../support/gateway.ts'
import { until } from '../support/until.ts'
import { closeOf, initialise, messageOf, openSocket, socketUrl } from './client.ts'
import * as frames from './frames.ts'
import { assertQuiet, complete, seq, subscribe, watch } from './frames.ts'

/** The protocol graphql-transport-ws as graphql-ws specifies it, in bare frames. */

const gateway = await startTestGateway({ concurrencyLimit: 100 })
const { bus } = gateway.rooms
const HEADERS = { authorization: `Bearer ${gateway.key}` }
const taskId = await createdId(gateway)

const account = (id: string) => frames.account(id, gateway.accountId)
const untilWatching = (count: number) => until(async () => bus.size() === count)

test('a socket without a sub-protocol closes with 4406', async () => {
  const { code, reason } = await closeOf(new WebSocket(socketUrl(gateway)))
  assert.deepEqual([code, reason], [4406, 'Subprotocol not acceptable'])
})

test('the server selects its sub-protocol among several', async () => {
  const socket = new WebSocket(socketUrl(gateway), ['graphql-ws', 'graphql-transport-ws'])
  await once(socket, 'open')
  assert.equal(socket.protocol, 'graphql-transport-ws')
  socket.close()
})

test('a socket without connection_init closes with 4408 after its time', async () => {
  const socket = await openSocket(gateway, HEADERS)
  assert.equal((await closeOf(socket)).code, 4408)
})

test('an acknowledged connection has no such time limit', async () => {
  const [idle, other] = [await initialise(gateway), await openSocket(gateway)]
  assert.equal((await closeOf(other)).code, 4408)
  await assertQuiet(idle)
  idle.close()
})

test('connection_init may have null parameters, and the acknowledgement has none', async () => {
  const socket = await openSocket(gateway, HEADERS)
  socket.send('{"type":"connection_init","payload":null}')
  assert.equal(await messageOf(socket), '{"type":"connection_ack"}')
  socket.close()
})

test('a second connection_init closes with 4429, before and after the first is acknowledged', async () => {
  const early = await openSocket(gateway, HEADERS)
  early.send('{"type":"connection_init"}')
  early.send('{"type":"connection_init"}')
  assert.equal((await closeOf(early)).code, 4429)
  const late = await initialise(gateway)
  late.send('{"type":"connection_init"}')
  assert.equal((await closeOf(late)).code, 4429)
})

test('an operation before the acknowledgement closes with 4401 and does not run', async () => {
  const before = await gateway.counts()
  const socket = await openSocket(gateway, HEADERS)
  socket.send('{"type":"connection_init"}')
  socket.send(subscribe('1', 'mutation { taskCreate(input: {prompt: "x"}) { created } }'))
  assert.equal((await closeOf(socket)).code, 4401)
  assert.deepEqual(await gateway.counts(), before)
})

test('a ping is answered with its own payload at any time', async () => {
  const socket = await openSocket(gateway, HEADERS)
  socket.send('{"type":"ping","payload":{"sent":1}}')
  assert.equal(await messageOf(socket), '{"type":"pong","payload":{"sent":1}}')
  socket.send('{"type":"connection_init"}')
  assert.equal(await messageOf(socket), '{"type":"connection_ack"}')
  await assertQuiet(socket)
  socket.close()
})

test('an unsolicited pong is ignored', async () => {
  const socket = await initialise(gateway)
  socket.send('{"type":"pong","payload":{"n":1}}')
  await assertQuiet(socket)
  socket.close()
})

test('a query returns one next, then complete', async () => {
  const socket = await initialise(gateway)
  socket.send(subscribe('q'))
  assert.equal(await messageOf(socket), account('q'))
  assert.equal(await messageOf(socket), complete('q'))
  await assertQuiet(socket)
  socket.close()
})

test('a subscription returns a next for every state, then complete', async () => {
  const id = await createdId(gateway)
  const socket = await initialise(gateway)
  socket.send(watch('s', id))
  assert.equal(await messageOf(socket), seq('s', 1))
  await encode(gateway, id)
  await renderAndPackage(gateway, id)
  for (let number = 2; number <= 7; number++) assert.equal(await messageOf(socket), seq('s', number))
  assert.equal(await messageOf(socket), complete('s'))
  await assertQuiet(socket)
  socket.close()
})

test('a completed subscription receives nothing more and leaves nothing open', async () => {
  const id = await createdId(gateway)
  const socket = await initialise(gateway)
  socket.send(watch('s', id))
  await messageOf(socket)
  socket.send(complete('s'))
  await untilWatching(0)
  await encode(gateway, id)
  await assertQuiet(socket)
  socket.close()
})

test('a subscription completed before it starts leaves nothing open', async () => {
  const socket = await initialise(gateway)
  socket.send(watch('s', taskId))
  socket.send(complete('s'))
  await assertQuiet(socket)
  socket.send(subscribe('q'))
  assert.equal(await messageOf(socket), account('q'))
  await untilWatching(0)
  socket.close()
})

test('a mutation completed while it runs still runs, without an answer', async () => {
  const { task: before = 0 } = await gateway.counts()
  const socket = await initialise(gateway)
  socket.send(subscribe('m', 'mutation { taskCreate(input: {prompt: "x"}) { created } }'))
  socket.send(complete('m'))
  await until(async () => (await gateway.counts())['task'] === before + 1)
  await assertQuiet(socket)
  socket.close()
})

test('many concurrent operations are each answered once, under their own ids', async () => {
  const socket = await initialise(gateway)
  const ids = Array.from({ length: SOCKET_OPERATIONS_MAX }, (_, i) => `op${i}`)
  for (const id of ids) socket.send(subscribe(id))
  const answers: string[] = []
  for (let i = 0; i < 2 * ids.length; i++) answers.push(await messageOf(socket))
  assert.deepEqual(answers.toSorted(), [...ids.map(account), ...ids.map(complete)].toSorted())
  await assertQuiet(socket)
  socket.close()
})

test('a message in many frames is one message', async () => {
  const socket = await initialise(gateway)
  const text = subscribe('1')
  for (let i = 0; i < text.length; i++) socket.send(text[i] ?? '', { fin: i === text.length - 1 })
  assert.equal(await messageOf(socket), account('1'))
  socket.close()
})

test('a disconnected client leaves nothing open', async () => {
  const socket = await initialise(gateway)
  for (const id of ['1', '2']) {
    socket.send(watch(id, taskId))
    await messageOf(socket)
  }
  await untilWatching(2)
  socket.close(1000, 'Normal Closure')
  assert.equal((await closeOf(socket)).code, 1000)
  await untilWatching(0)
})
