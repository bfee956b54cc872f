import assert from 'node:assert/strict'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { JSON_BODY_MAX_BYTES } from '../../../src/limits.ts'
import { uploadsLeft } from '../../support/bytes-left.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { rowsOf } from '../../support/rows.ts'
import { head, openSocket, raw, replyOf } from './raw.ts'

/** Bodies as clients and proxies may send them. */

const gateway = await startTestGateway()
const KEY = `Authorization: Bearer ${gateway.key}`
const JSON_TYPE = 'Content-Type: application/json'
const FORM_TYPE = 'Content-Type: multipart/form-data; boundary=x'
const body = '{"prompt":"x"}'
const length = `Content-Length: ${body.length}`

async function refusedWith(request: string | Uint8Array): Promise<unknown[]> {
  const before = [await rowsOf(gateway), await uploadsLeft(gateway)]
  const { status, headers, text } = await raw(gateway, request)
  const { error } = JSON.parse(text)
  assert.equal(error.request_id, headers.get('x-request-id'))
  assert.deepEqual([await rowsOf(gateway), await uploadsLeft(gateway)], before)
  return [status, error.code, error.param, headers.get('accept-encoding')]
}

test('every API answers a compressed body with 415 and the accepted codings', async () => {
  const packed: readonly (readonly [coding: string, bytes: Uint8Array])[] = [
    ['gzip', gzipSync(body)],
    ['br', brotliCompressSync(body)],
    ['identity, gzip', gzipSync(body)],
  ]
  for (const [coding, bytes] of packed) {
    for (const [path, type] of [
      ['/v1/videos', JSON_TYPE],
      ['/v1/videos?dry_run=true', JSON_TYPE],
      ['/v1/read-tokens', JSON_TYPE],
      ['/v1/files', FORM_TYPE],
    ] as const) {
      const lines = [KEY, type, `Content-Encoding: ${coding}`, `Content-Length: ${bytes.length}`]
      const request = Buffer.concat([Buffer.from(head(`POST ${path}`, ...lines)), bytes])
      const refused = await refusedWith(request)
      assert.deepEqual(refused, [415, 'unsupported_media_type', 'Content-Encoding', 'identity'], `${path} ${coding}`)
    }
  }
})

test('another type gets 415 without Accept-Encoding, and identity is accepted in any case', async () => {
  const plain = `${head('POST /v1/videos', KEY, 'Content-Type: text/plain', length)}${body}`
  assert.deepEqual(await refusedWith(plain), [415, 'unsupported_media_type', null, undefined])
  const identity = `${head('POST /v1/videos', KEY, JSON_TYPE, 'Content-Encoding: Identity', length)}${body}`
  assert.equal((await raw(gateway, identity)).status, 202)
})

test('only a create accepts a form instead of JSON', async () => {
  const form = '--x\r\nContent-Disposition: form-data; name="prompt"\r\n\r\na lake\r\n--x--\r\n'
  const send = (path: string) => `${head(`POST ${path}`, KEY, FORM_TYPE, `Content-Length: ${form.length}`)}${form}`
  assert.equal((await raw(gateway, send('/v1/videos'))).status, 202)
  assert.equal((await raw(gateway, send('/v1/videos?dry_run=true'))).status, 200)
  for (const path of ['/v1/prompt/optimize', '/v1/read-tokens', '/v1/videos/vid_1/upscale']) {
    assert.deepEqual(await refusedWith(send(path)), [415, 'unsupported_media_type', null, undefined], path)
  }
})

test('a missing or empty body is not JSON', async () => {
  for (const more of [[], ['Content-Length: 0']]) {
    const request = head('POST /v1/videos', KEY, JSON_TYPE, ...more)
    assert.deepEqual(await refusedWith(request), [400, 'invalid_json', null, undefined])
  }
})

test('a body on a request without one is not read, and the connection stays usable', async () => {
  const { body: task } = await gateway.call('POST', '/v1/videos', { prompt: 'x' })
  for (const [line, status] of [
    [`GET /v1/videos/${task.id}`, 200],
    [`POST /v1/videos/${task.id}/cancel`, 200],
    [`DELETE /v1/videos/${task.id}`, 200],
    ['PUT /v1/videos', 405],
    ['POST /v1/none', 404],
  ] as const) {
    const socket = await openSocket(gateway)
    const first = [`${line} HTTP/1.1`, 'Host: localhost', KEY, 'Content-Length: 8', '', 'not json'].join('\r\n')
    socket.write(first + head('GET /healthz'))
    const statuses = (await text(socket)).match(/HTTP\/1\.1 \d+/g)
    assert.deepEqual(statuses, [`HTTP/1.1 ${status}`, 'HTTP/1.1 200'], line)
  }
})

test('a chunked body over the limit is refused early, and its client still reads the answer', async () => {
  const before = await rowsOf(gateway)
  const socket = await openSocket(gateway)
  socket.write(
    ['POST /v1/videos HTTP/1.1', 'Host: localhost', KEY, JSON_TYPE, 'Transfer-Encoding: chunked', '', ''].join('\r\n'),
  )
  const size = JSON_BODY_MAX_BYTES + 1
  socket.write(`${size.toString(16)}\r\n${' '.repeat(size)}\r\n`)
  const [read] = await once(socket, 'data')
  const { status, text: shown } = replyOf(String(read))
  assert.deepEqual([status, JSON.parse(shown).error.code], [413, 'request_too_large'])
  // It continues to send, to the end, over the same connection.
  socket.write(`5\r\n     \r\n0\r\n\r\n${head('GET /healthz')}`)
  assert.equal(replyOf(await text(socket)).status, 200)
  assert.deepEqual(await rowsOf(gateway), before)
})

test('a client that sends Expect gets 100 Continue when its body is needed', async () => {
  for (const [path, sent] of [
    ['/v1/videos', body],
    ['/graphql', '{"query":"{ __typename }"}'],
  ] as const) {
    const socket = await openSocket(gateway)
    socket.write(head(`POST ${path}`, KEY, JSON_TYPE, 'Expect: 100-continue', `Content-Length: ${sent.length}`))
    const [shown] = await once(socket, 'data')
    assert.equal(String(shown), 'HTTP/1.1 100 Continue\r\n\r\n')
    socket.write(sent)
    assert.match(await text(socket), /^HTTP\/1\.1 20[02] /)
  }
})

test('a request refused by its head gets no 100 Continue, and its connection ends', async () => {
  const ask = 'Expect: 100-continue'
  for (const [path, status, ...lines] of [
    ['/v1/videos', 401, JSON_TYPE, length],
    ['/v1/none', 404, JSON_TYPE, length],
    ['/v1/videos', 415, KEY, 'Content-Type: text/plain', length],
    ['/v1/videos', 413, KEY, JSON_TYPE, `Content-Length: ${JSON_BODY_MAX_BYTES + 1}`],
    ['/v1/files', 401, FORM_TYPE, 'Content-Length: 100000000'],
    ['/v1/files', 413, KEY, FORM_TYPE, 'Content-Length: 999999999'],
  ] as const) {
    const socket = await openSocket(gateway)
    socket.write([`POST ${path} HTTP/1.1`, 'Host: localhost', ask, ...lines, '', ''].join('\r\n'))
    assert.match(await text(socket), new RegExp(`^HTTP/1\\.1 ${status} `), `${path} ${status}`)
  }
})

test('any other Expect header gets 417', async () => {
  const request = `${head('POST /v1/videos', KEY, JSON_TYPE, 'Expect: tea', length)}${body}`
  assert.deepEqual(await refusedWith(request), [417, 'invalid_parameter', 'Expect', undefined])
})
