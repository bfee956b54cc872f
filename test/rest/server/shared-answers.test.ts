import assert from 'node:assert/strict'
import { once } from 'node:events'
import { ServerResponse } from 'node:http'
import { connect, Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { getIntrospectionQuery } from 'graphql'
import { RESPONSE_STALL_MS } from '../../../src/http/limits.ts'
import { startTestGateway } from '../../support/gateway.ts'

const gateway = await startTestGateway()
const { port } = new URL(gateway.url)
const PAGE = { accept: 'text/html' }
const LARGE = [
  ['/', PAGE],
  ['/graphql', PAGE],
  ['/v1/docs', PAGE],
  ['/v1/explorer', PAGE],
  ['/v1/docs/errors', PAGE],
  ['/v1/docs/assets/swagger-ui-bundle.js', {}],
  ['/v1/openapi.json', {}],
] as const

/** Buffers passed to the network. */
function written(t: TestContext): Buffer[] {
  const chunks: Buffer[] = []
  for (const name of ['write', 'end'] as const) {
    const original = ServerResponse.prototype[name]
    t.mock.method(ServerResponse.prototype, name, function (this: ServerResponse, ...args: [Buffer]) {
      if (args[0] instanceof Uint8Array) chunks.push(args[0])
      return Reflect.apply(original, this, args)
    })
  }
  return chunks
}

/** The chunks of two answers, which share memory. */
function assertShared(chunks: readonly Buffer[]): void {
  const places = chunks.map(({ byteOffset, length }) => [byteOffset, length])
  assert.equal(new Set(chunks.map(({ buffer }) => buffer)).size, 1)
  assert.ok(chunks.length > 0)
  assert.deepEqual(places.slice(0, chunks.length / 2), places.slice(chunks.length / 2))
}

for (const [path, headers] of LARGE) {
  for (const coding of ['identity', 'gzip', 'br']) {
    test(`${path} in ${coding}: all answers share one buffer`, async (t) => {
      const chunks = written(t)
      const texts: string[] = []
      for (let i = 0; i < 2; i++) {
        const answer = await fetch(gateway.url + path, { headers: { ...headers, 'accept-encoding': coding } })
        assert.equal(answer.headers.get('content-encoding') ?? 'identity', coding)
        texts.push(await answer.text())
      }
      assert.equal(texts[0], texts[1])
      assertShared(chunks)
    })
  }
}

test('answers about the schema share one buffer', async (t) => {
  await gateway.call('POST', '/graphql', { query: getIntrospectionQuery() })
  const chunks = written(t)
  for (let i = 0; i < 2; i++) await gateway.call('POST', '/graphql', { query: getIntrospectionQuery() })
  assertShared(chunks)
})

test('a reader that accepts nothing of an answer is disconnected', async (t) => {
  const original = Socket.prototype.setTimeout
  t.mock.method(Socket.prototype, 'setTimeout', function (this: Socket, ms: number, ...rest: []) {
    return original.call(this, ms === RESPONSE_STALL_MS ? 20 : ms, ...rest)
  })
  const { destroy } = ServerResponse.prototype
  const cut = new Promise<void>((resolve) => {
    t.mock.method(ServerResponse.prototype, 'destroy', function (this: ServerResponse) {
      resolve()
      return destroy.call(this)
    })
  })
  const reader = connect(Number(port), '127.0.0.1').on('error', () => {})
  reader.write('GET /graphql HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n\r\n')
  await cut
  let bytes = 0
  reader.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  if (!reader.closed) await once(reader, 'close')
  assert.ok(bytes < 9_000_000)
})
