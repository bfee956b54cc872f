import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'

const gateway = await startTestGateway()
const port = Number(new URL(gateway.url).port)

/** Sends bytes as they are and reads until the server closes. */
async function raw(request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(request)
  return text(socket)
}

test('unknown addresses: 404 route_not_found', async () => {
  for (const path of [
    '/',
    '/v1',
    '/v1/videos/',
    '/v2/videos',
    '/v1/videos/x/y',
    '/v1/%zz',
    '/v1/..%2f',
    '//v1/videos',
    '/healthz/',
  ]) {
    const answer = await gateway.call('GET', path)
    assert.equal(answer.status, 404, path)
    assert.equal(answer.body.error.code, 'route_not_found')
    assert.equal(answer.body.error.request_id, answer.headers.get('x-request-id'))
  }
})

test('a known address and another method: 405 with Allow', async () => {
  for (const [method, path, allow] of [
    ['PUT', '/v1/videos', 'GET, HEAD, POST, OPTIONS'],
    ['DELETE', '/v1/videos', 'GET, HEAD, POST, OPTIONS'],
    ['POST', '/v1/videos/vid_1', 'GET, HEAD, DELETE, OPTIONS'],
    ['PATCH', '/v1/videos/vid_1/content', 'GET, HEAD, OPTIONS'],
    ['POST', '/v1/credits', 'GET, HEAD, OPTIONS'],
    ['POST', '/healthz', 'GET, HEAD, OPTIONS'],
    ['PROPFIND', '/v1/videos', 'GET, HEAD, POST, OPTIONS'],
  ] as const) {
    const answer = await gateway.call(method, path)
    assert.equal(answer.status, 405, `${method} ${path}`)
    assert.equal(answer.headers.get('allow'), allow)
    assert.equal(answer.body.error.code, 'method_not_allowed')
    assert.match(answer.body.error.request_id, /^req_/)
  }
})

test('alive and ready', async () => {
  const alive = await fetch(`${gateway.url}/healthz`)
  assert.deepEqual([alive.status, await alive.text()], [200, '{"status":"ok"}'])
  const ready = await fetch(`${gateway.url}/readyz`)
  assert.deepEqual([ready.status, await ready.text()], [200, '{"status":"ready"}'])
  assert.match(ready.headers.get('x-request-id') ?? '', /^req_/)
})

test('ids differ from answer to answer', async () => {
  const ids = new Set<string | null>()
  for (let i = 0; i < 20; i++) ids.add((await fetch(`${gateway.url}/healthz`)).headers.get('x-request-id'))
  assert.equal(ids.size, 20)
})

test('what is hardly a request is refused in the one error shape, never with 500', async () => {
  const host = 'Host: localhost\r\nConnection: close\r\n'
  for (const [request, status] of [
    ['garbage\r\n\r\n', 400],
    [`GET /v1/videos HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n`, 400],
    [`GET /v1\\videos HTTP/1.1\r\n${host}\r\n`, 400],
    [`GET http://[/ HTTP/1.1\r\n${host}\r\n`, 400],
    [`GET /v1/videos HTTP/1.0\r\n\r\n`, 401],
    [`GET /healthz HTTP/1.1\r\n${host}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    [`GET /v1/videos?limit=%e0%a4%a HTTP/1.1\r\n${host}Authorization: Bearer ${gateway.key}\r\n\r\n`, 400],
    [`GET /v1/videos/%e0%a4%a HTTP/1.1\r\n${host}Authorization: Bearer ${gateway.key}\r\n\r\n`, 404],
    [`TRACE /v1/videos HTTP/1.1\r\n${host}\r\n`, 405],
  ] as const) {
    const answer = await raw(request)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `), JSON.stringify(request.slice(0, 80)))
    const id = /\r\nX-Request-Id: (req_[0-9a-z]{26})/i.exec(head)?.[1]
    assert.equal(JSON.parse(body).error.request_id, id)
  }
})

test('a request to become a WebSocket elsewhere than at /graphql is an ordinary request', async () => {
  const upgrade = 'Host: localhost\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n'
  assert.match(await raw(`GET /healthz HTTP/1.1\r\n${upgrade}\r\n`), /^HTTP\/1\.1 200 /)
})
