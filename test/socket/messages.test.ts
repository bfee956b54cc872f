import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SOCKET_MESSAGES_BURST, SOCKET_UNKNOWN_MESSAGES } from '../../src/http/limits.ts'
import { createUnauthenticated } from '../../src/http/socket-limits.ts'
import { startTestGateway } from '../support/gateway.ts'
import { closeOf, initialise, messageOf, openSocket } from './client.ts'

const gateway = await startTestGateway()
const PING = '{"type":"ping"}'
const TOO_MANY = { code: 4429, reason: 'Too many messages' }

test('a socket without a key may send only a few messages', async () => {
  for (const say of ['send', 'ping', 'pong'] as const) {
    const socket = await openSocket(gateway)
    const closed = closeOf(socket)
    for (let i = 0; i <= SOCKET_UNKNOWN_MESSAGES; i++) say === 'send' ? socket.send(PING) : socket[say]()
    assert.deepEqual(await closed, TOO_MANY, say)
  }
})

test('a socket with a key may send many messages at once, up to a limit', async () => {
  for (const say of ['send', 'pong'] as const) {
    const socket = await initialise(gateway)
    for (let i = 0; i < SOCKET_MESSAGES_BURST / 2; i++) say === 'send' ? socket.send(PING) : socket[say]()
    if (say === 'send') assert.equal(await messageOf(socket), '{"type":"pong"}')
    const closed = closeOf(socket)
    for (let i = 0; i < SOCKET_MESSAGES_BURST; i++) say === 'send' ? socket.send(PING) : socket[say]()
    assert.deepEqual(await closed, TOO_MANY, say)
  }
})

test('pings of the WebSocket protocol are limited too', async () => {
  const socket = await initialise(gateway)
  const closed = closeOf(socket)
  for (let i = 0; i < 2 * SOCKET_MESSAGES_BURST; i++) socket.ping()
  // Its library disconnects earlier if the answers are not read at once.
  assert.ok([TOO_MANY.code, 1006].includes((await closed).code))
})

test('the oldest of too many sockets without a key is disconnected', () => {
  const cut: string[] = []
  const unauthenticated = createUnauthenticated<{ name: string; terminate(): void }>(2)
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => ({ name, terminate: () => void cut.push(name) }))
  if (!a || !b || !c || !d) throw new Error('none')
  for (const each of [a, b]) unauthenticated.add(each)
  unauthenticated.delete(a)
  unauthenticated.add(c)
  assert.deepEqual(cut, [])
  unauthenticated.add(d)
  assert.deepEqual(
    [cut, unauthenticated.has(b), unauthenticated.has(c), unauthenticated.has(d)],
    [['b'], false, true, true],
  )
})
