import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { after, test } from 'node:test'
import { createSender } from '../../src/webhook/send.ts'
import { sendInterim } from '../support/interim.ts'
import { startReceiver } from './receiver.ts'

/** One try against receivers that misbehave. */

const RULES = { allowHttp: true, allowPrivate: true }
const PATIENT_MS = 60_000
/** Long enough for a request to arrive on a busy machine. */
const SHORT_MS = 1500

async function send(url: string, timeoutMs = PATIENT_MS) {
  const sender = createSender(RULES, timeoutMs)
  try {
    return await sender.send(url, { 'content-type': 'application/json' }, '{}')
  } finally {
    await sender.close()
  }
}

/** Without a Retry-After. */
const UNASKED = { askedMs: null, refused: false, text: null }

const answering = async (answer: (response: ServerResponse) => void) => (await startReceiver(answer)).url

for (const [status, error] of [
  [200, null],
  [204, null],
  [299, null],
  [300, 'The receiver answered 300; redirects are not followed.'],
  [302, 'The receiver answered 302; redirects are not followed.'],
  [400, 'The receiver answered 400.'],
  [410, 'The receiver answered 410.'],
  [500, 'The receiver answered 500.'],
] as const) {
  test(`${status}: ${error ?? 'taken'}`, async () => {
    const url = await answering((response) => {
      response.writeHead(status, { location: 'http://127.0.0.1:1/' })
      response.end('words')
    })
    assert.deepEqual(await send(url), { status, error, hung: false, ...UNASKED, text: status === 204 ? '' : 'words' })
  })
}

test('a receiver that sends nothing has hung', async () => {
  const receiver = await startReceiver(() => {})
  assert.deepEqual(await send(receiver.url, SHORT_MS), {
    status: null,
    error: 'There was no answer within 1.5 seconds.',
    hung: true,
    ...UNASKED,
  })
  assert.equal(receiver.received.length, 1)
})

test('an endless body does not change the status, and is cut off', async () => {
  const { promise: gone, resolve } = Promise.withResolvers<number>()
  const url = await answering((response) => {
    let sent = 0
    const pour = () => {
      while (!response.destroyed) {
        sent += 16_384
        if (!response.write(Buffer.alloc(16_384))) return void response.once('drain', pour)
      }
    }
    response.on('close', () => resolve(sent))
    pour()
  })
  assert.deepEqual(await send(url), { status: 200, error: null, hung: false, ...UNASKED, text: '\ufffd'.repeat(1024) })
  // The sockets' buffers were sent without being read.
  assert.ok((await gone) < 16 * 1024 * 1024)
})

test('an incomplete body does not change the status', async () => {
  const url = await answering((response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('half')
  })
  assert.deepEqual(await send(url, SHORT_MS), { status: 200, error: null, hung: false, ...UNASKED, text: 'half' })
})

test('a connection that is reset or refused, or not HTTP, is a failure', async () => {
  const url = await answering((response) => void response.socket?.resetAndDestroy())
  assert.deepEqual(await send(url), {
    status: null,
    error: 'The connection was closed without an answer.',
    hung: false,
    ...UNASKED,
  })

  const closed = createServer()
  closed.listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port } = closed.address() as AddressInfo
  closed.close()
  await once(closed, 'close')
  assert.equal((await send(`http://127.0.0.1:${port}/`)).error, 'The connection was refused.')

  const rude = createServer((socket) => {
    socket.on('error', () => {})
    socket.end('SSH-2.0-OpenSSH_9.6\r\n\r\n')
  })
  rude.listen(0, '127.0.0.1')
  await once(rude, 'listening')
  after(() => rude.close())
  const { port: rudePort } = rude.address() as AddressInfo
  assert.equal((await send(`http://127.0.0.1:${rudePort}/`)).error, 'The answer was not valid HTTP.')
})

test('interim answers of any kind are skipped', async () => {
  const url = await answering((response) => sendInterim(response, () => response.writeHead(204).end()))
  assert.deepEqual(await send(url), { status: 204, error: null, hung: false, ...UNASKED, text: '' })
})

test('endless interim answers count as hung', async () => {
  const url = await answering((response) => response.writeContinue())
  assert.equal((await send(url, 100)).hung, true)
})

test('a protocol switch is not an answer', async () => {
  const url = await answering((response) => {
    response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n')
  })
  assert.equal((await send(url)).error, 'The answer was not valid HTTP.')
})

for (const [status, header, asked] of [
  [429, '90', 90_000],
  [503, '0', 0],
  [503, '99999999', 86_400_000],
  [429, 'Thu, 01 Jan 1970 00:00:00 GMT', 0],
  [503, 'Fri, 01 Jan 2100 00:00:00 GMT', 86_400_000],
  [429, 'soon', null],
  [500, '90', null],
  [200, '90', null],
] as const) {
  test(`${status} with Retry-After ${header}: ${asked === null ? 'it asks for nothing' : `${asked / 1000} s`}`, async () => {
    const url = await answering((response) => response.writeHead(status, { 'retry-after': header }).end())
    assert.equal((await send(url)).askedMs, asked)
  })
}

test('an unknown host name and a failing name server are failures', async () => {
  for (const code of ['ENOTFOUND', 'ESERVFAIL', 'ETIMEOUT']) {
    const sender = createSender(RULES, PATIENT_MS, () => Promise.reject(Object.assign(new Error('dns'), { code })))
    const { error } = await sender.send('https://hook.test/', {}, '{}')
    await sender.close()
    assert.equal(error, 'The host name could not be resolved.')
  }
})

test('an answer with too many headers is refused', async () => {
  const url = await answering((response) => {
    response.writeHead(200, { 'x-long': 'x'.repeat(40_000) })
    response.end()
  })
  const { status, error } = await send(url)
  assert.deepEqual([status, error], [null, 'The answer was not valid HTTP.'])
})

test('connections are reused for the next try', async () => {
  const receiver = await startReceiver()
  const sender = createSender(RULES, PATIENT_MS)
  for (let i = 0; i < 5; i++) assert.equal((await sender.send(receiver.url, {}, '{}')).status, 200)
  await sender.close()
  assert.ok(receiver.connections() < 5)
})
