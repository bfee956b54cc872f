import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { KEYLESS_BODY_MAX_BYTES } from '../../../src/http/limits.ts'
import { mockTimers } from '../../support/clock.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { rowsOf } from '../../support/rows.ts'

/** Withheld bodies. In a separate file, because it moves the process' clock. */

const gateway = await startTestGateway()
const KEY = `Authorization: Bearer ${gateway.key}`
const JSON_TYPE = 'Content-Type: application/json'
const turn = () => new Promise(setImmediate)

async function ask(line: string, headers: readonly string[], body = ''): Promise<Socket> {
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1').setEncoding('utf8')
  await once(socket, 'connect')
  socket.write([`${line} HTTP/1.1`, 'Host: localhost', ...headers, '', body].join('\r\n'))
  return socket
}

async function statusOf(socket: Socket): Promise<number> {
  const [text] = await once(socket, 'data')
  return Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1])
}

/** Moves the clock until a promise settles. */
async function after<T>(t: TestContext, event: Promise<T>): Promise<T> {
  let happened = false
  void event.then(() => {
    happened = true
  })
  for (; !happened; await turn()) t.mock.timers.tick(1000)
  return event
}

const FORM = 'Content-Type: multipart/form-data; boundary=x'
const LONG = 'Content-Length: 200000'
const CHUNKED = 'Transfer-Encoding: chunked'
const chunk = 'x'.repeat(KEYLESS_BODY_MAX_BYTES + 1)

test('every API checks the key before it waits for a body', async () => {
  const wrong = 'Authorization: Bearer vgk_wrong'
  for (const [path, headers, body] of [
    ['/v1/videos', [JSON_TYPE, LONG]],
    ['/v1/videos', [FORM, LONG]],
    ['/v1/files', [FORM, LONG]],
    ['/graphql', [JSON_TYPE, LONG]],
    ['/graphql', [JSON_TYPE, CHUNKED], `${chunk.length.toString(16)}\r\n${chunk}`],
    ['/graphql', [FORM, 'GraphQL-Require-Preflight: 1', LONG]],
  ] as const) {
    for (const key of [[], [wrong]]) {
      const socket = await ask(`POST ${path}`, [...key, ...headers], body)
      assert.equal(await statusOf(socket), 401, `${path} ${headers.join()}`)
      socket.destroy()
    }
  }
})

test('a JSON body that never arrives is abandoned, and nothing is written', async (t) => {
  const before = await rowsOf(gateway)
  mockTimers(t)
  for (const [path, headers, status] of [
    ['/v1/videos', [KEY, JSON_TYPE], 408],
    ['/v1/videos?dry_run=true', [KEY, FORM], 408],
    ['/v1/prompt/optimize', [KEY, JSON_TYPE], 408],
    ['/graphql', [KEY, JSON_TYPE], 408],
    ['/graphql', [JSON_TYPE], 401],
  ] as const) {
    // Reads the key, because the moved clock would also end the wait for the database.
    await gateway.call('GET', '/v1/account')
    const socket = await ask(`POST ${path}`, [...headers, 'Content-Length: 100'], '{"prompt":')
    const closed = once(socket, 'close')
    assert.equal(await after(t, statusOf(socket)), status, path)
    await after(t, closed)
  }
  t.mock.timers.reset()
  assert.deepEqual(await rowsOf(gateway), before)
})

test('a client that withholds a body after the answer is disconnected', async (t) => {
  mockTimers(t)
  for (const [line, status, ...headers] of [
    ['POST /graphql', 401, JSON_TYPE],
    ['POST /v1/videos', 401, JSON_TYPE],
    ['GET /v1/pricing', 200, KEY],
    ['POST /v1/none', 404],
    ['GET /', 200],
  ] as const) {
    const socket = await ask(line, [...headers, LONG])
    const closed = once(socket, 'close')
    assert.equal(await statusOf(socket), status, line)
    await after(t, closed)
  }
})
