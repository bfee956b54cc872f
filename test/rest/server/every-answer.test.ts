import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'
import { rowsOf } from '../../support/rows.ts'
import { head, raw } from './raw.ts'

const gateway = await startTestGateway()
const KEY = `Authorization: Bearer ${gateway.key}`

test('unknown addresses get 404 route_not_found', async () => {
  for (const path of [
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

test('a known address with another method gets 405 with Allow', async () => {
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

test('the gateway is alive and ready', async () => {
  const alive = await fetch(`${gateway.url}/healthz`)
  assert.deepEqual([alive.status, await alive.text()], [200, '{"status":"ok"}'])
  const ready = await fetch(`${gateway.url}/readyz`)
  const all = { status: 'ready', database: 'available', disk: 'available', storage: 'available' }
  assert.deepEqual([ready.status, await ready.json()], [200, all])
  assert.match(ready.headers.get('x-request-id') ?? '', /^req_/)
})

test('each answer has a different id', async () => {
  const ids = new Set<string | null>()
  for (let i = 0; i < 20; i++) ids.add((await fetch(`${gateway.url}/healthz`)).headers.get('x-request-id'))
  assert.equal(ids.size, 20)
})

test('an address has one spelling, and any other gets 404 before the key is checked', async () => {
  for (const path of [
    '/V1/videos',
    '/v1/Videos',
    '/v1//videos',
    '/v1/videos//',
    '/v1%2fvideos',
    '/v1/./videos',
    '/v1/x/../videos',
    '/v1/videos/..',
    '/v1/%2e%2E/healthz',
    '/x/../graphql',
    '/graphql/',
    '/graphql/x',
    '//graphql',
    '/Graphql',
    '/metrics/',
  ]) {
    const { status, headers, text } = await raw(gateway, head(`GET ${path}`))
    assert.equal(status, 404, path)
    const { error } = JSON.parse(text)
    assert.deepEqual([error.code, error.request_id], ['route_not_found', headers.get('x-request-id')])
  }
})

test('a request with an absolute address, as for a proxy, is the same request', async () => {
  for (const target of [
    'http://example.org/healthz',
    'HTTP://localhost:1/healthz',
    'http://x/graphql?query={__typename}',
  ]) {
    assert.equal((await raw(gateway, head(`GET ${target}`, KEY))).status, 200, target)
  }
  const [proxied, root] = [await raw(gateway, head('GET http://localhost')), await raw(gateway, head('GET /'))]
  assert.equal(proxied.status, root.status)
})

test('a repeated single-value header is refused', async () => {
  const before = await rowsOf(gateway)
  for (const [name, ...values] of [
    ['Host', 'localhost'],
    ['Authorization', `Bearer ${gateway.key}`, `Bearer ${gateway.key}`],
    ['Content-Type', 'application/json', 'text/plain'],
    ['Idempotency-Key', 'a', 'b'],
    ['api-version', '2026-11-01', '2026-11-01'],
  ] as const) {
    const lines = values.map((value) => `${name}: ${value}`)
    const others = [KEY, 'Content-Type: application/json'].filter((line) => !line.startsWith(name))
    for (const path of ['/v1/videos', '/graphql']) {
      const request = head(`POST ${path}`, ...others, ...lines, 'Content-Length: 14')
      const { status, text } = await raw(gateway, `${request}{"prompt":"x"}`)
      const { error } = JSON.parse(text)
      assert.deepEqual([status, error.code, error.param], [400, 'invalid_parameter', name])
    }
  }
  assert.deepEqual(await rowsOf(gateway), before)
})

test('a malformed HTTP request is refused in the usual error shape, never with 500', async () => {
  for (const [request, status, code] of [
    ['garbage\r\n\r\n', 400, 'invalid_parameter'],
    ['GET /v1/videos HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400, 'invalid_parameter'],
    ['GET /v1/videos HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'missing_parameter'],
    [head('GET /v1\\videos'), 400, 'invalid_parameter'],
    [head('GET http://[/'), 400, 'invalid_parameter'],
    [head('GET /healthz#x'), 400, 'invalid_parameter'],
    [head('GET *'), 400, 'invalid_parameter'],
    ['GET /v1/videos HTTP/1.0\r\n\r\n', 401, 'missing_api_key'],
    [head('GET /healthz', `X-Long: ${'x'.repeat(20_000)}`), 431, 'request_too_large'],
    [head(`GET /v1/videos?after=${'x'.repeat(500_000)}`, KEY), 431, 'request_too_large'],
    [head('GET /v1/videos?limit=%e0%a4%a', KEY), 400, 'invalid_parameter'],
    [head('GET /v1/credits?task_id=%ff', KEY), 400, 'invalid_parameter'],
    [head('GET /v1/videos?=1', KEY), 400, 'unknown_parameter'],
    [head('GET /v1/videos/%e0%a4%a', KEY), 404, 'video_not_found'],
    [head('GET /v1/videos/a%2fcontent', KEY), 404, 'video_not_found'],
    [head('TRACE /v1/videos'), 405, 'method_not_allowed'],
    [head('POST /v1/videos', KEY, 'Content-Length: 1', 'Content-Length: 2'), 400, 'invalid_parameter'],
    [head('POST /v1/videos', KEY, 'Content-Length: 1', 'Transfer-Encoding: chunked'), 400, 'invalid_parameter'],
    ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'invalid_parameter'],
  ] as const) {
    const { status: shown, headers, text } = await raw(gateway, request)
    const what = JSON.stringify(request.slice(0, 80))
    assert.equal(shown, status, what)
    const { error } = JSON.parse(text)
    assert.equal(error.code, code, what)
    assert.match(error.request_id, /^req_[0-9a-z]{26}$/)
    assert.deepEqual([error.request_id, headers.get('cache-control')], [headers.get('x-request-id'), 'no-store'])
    assert.ok(headers.has('date'))
  }
})

test('a WebSocket upgrade outside GET /graphql is an ordinary request', async () => {
  const upgrade = ['Connection: Upgrade, close', 'Upgrade: websocket', '', ''].join('\r\n')
  const ask = (line: string) => raw(gateway, `${line} HTTP/1.1\r\nHost: localhost\r\n${upgrade}`)
  assert.equal((await ask('GET /healthz')).status, 200)
  const { status, text } = await ask('POST /graphql')
  assert.deepEqual([status, JSON.parse(text).errors[0].extensions.code], [401, 'missing_api_key'])
})

test('a WebSocket upgrade is validated by its head like any request', async () => {
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
  const protocol = ['Sec-WebSocket-Version: 13', key, 'Sec-WebSocket-Protocol: graphql-transport-ws']
  const ask = (...fields: string[]) =>
    raw(
      gateway,
      ['GET /graphql HTTP/1.1', 'Connection: Upgrade', 'Upgrade: websocket', ...protocol, ...fields, '', ''].join(
        '\r\n',
      ),
    )
  const twice = await ask('Host: localhost', `Authorization: Bearer ${gateway.key}`, 'authorization: Bearer vgk_other')
  const nowhere = await ask()
  const shown = [twice, nowhere].map(({ status, text }) => {
    const { code, param } = JSON.parse(text).error
    return [status, code, param]
  })
  assert.deepEqual(shown, [
    [400, 'invalid_parameter', 'authorization'],
    [400, 'missing_parameter', 'Host'],
  ])
})
