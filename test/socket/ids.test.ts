import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SOCKET_OPERATIONS_MAX } from '../../src/limits.ts'
import { createdId } from '../graphql/client.ts'
import { startTestGateway } from '../support/gateway.ts'
import { until } from '../support/until.ts'
import { closeOf, initialise, messageOf } from './client.ts'
import * as frames from './frames.ts'
import { assertQuiet, complete, seq, subscribe, watch } from './frames.ts'

/** The ids of graphql-transport-ws, in bare frames. */

const gateway = await startTestGateway({ concurrencyLimit: 100 })
const { bus } = gateway.rooms
const taskId = await createdId(gateway)
const account = (id: string) => frames.account(id, gateway.accountId)
const untilWatching = (count: number) => until(async () => bus.size() === count)

test('an error ends its operation without complete and frees its id', async () => {
  const socket = await initialise(gateway)
  socket.send(subscribe('1', '{ nothing }'))
  assert.equal(JSON.parse(await messageOf(socket)).type, 'error')
  await assertQuiet(socket)
  socket.send(subscribe('1'))
  assert.equal(await messageOf(socket), account('1'))
  socket.close()
})

test('an operation with an id in use closes the socket with 4409, however long the id', async () => {
  for (const id of ['1', '字'.repeat(200)]) {
    const socket = await initialise(gateway)
    socket.send(watch(id, taskId))
    await messageOf(socket)
    socket.send(subscribe(id))
    assert.equal((await closeOf(socket)).code, 4409)
    await untilWatching(0)
  }
})

test('an id may be the name of a JavaScript built-in', async () => {
  const socket = await initialise(gateway)
  for (const id of ['__proto__', 'constructor', 'toString']) {
    socket.send(subscribe(id))
    assert.equal(await messageOf(socket), account(id))
    assert.equal(await messageOf(socket), complete(id))
  }
  socket.close()
})

test('an id can be reused as soon as its operation is completed', async () => {
  const id = await createdId(gateway)
  const socket = await initialise(gateway)
  for (let i = 0; i < 5; i++) {
    socket.send(watch('1', id))
    assert.equal(await messageOf(socket), seq('1', 1))
    socket.send(complete('1'))
  }
  socket.send(watch('1', id))
  assert.equal(await messageOf(socket), seq('1', 1))
  await untilWatching(1)
  socket.send(complete('1'))
  await untilWatching(0)
  socket.send(subscribe('1'))
  assert.equal(await messageOf(socket), account('1'))
  assert.equal(await messageOf(socket), complete('1'))
  socket.close()
})

test('an id completed during its mutation answers only the next operation', async () => {
  const id = await createdId(gateway)
  const socket = await initialise(gateway)
  socket.send(subscribe('1', 'mutation { taskCreate(input: {prompt: "x"}) { created } }'))
  socket.send(complete('1'))
  socket.send(watch('1', id))
  socket.send(complete('1'))
  socket.send(watch('1', id))
  assert.equal(await messageOf(socket), seq('1', 1))
  await assertQuiet(socket)
  socket.send(complete('1'))
  await untilWatching(0)
  socket.close()
})

test('the queue of messages for an id is limited', async () => {
  const socket = await initialise(gateway)
  socket.send(subscribe('1', 'mutation { taskCreate(input: {prompt: "x"}) { created } }'))
  for (let i = 0; i < SOCKET_OPERATIONS_MAX + 2; i++) socket.send(complete('1'))
  assert.equal((await closeOf(socket)).code, 4429)
})

test('complete for an unknown or finished id is ignored', async () => {
  const socket = await initialise(gateway)
  socket.send(complete('nobody'))
  socket.send(subscribe('1'))
  await messageOf(socket)
  await messageOf(socket)
  socket.send(complete('1'))
  await assertQuiet(socket)
  socket.close()
})
