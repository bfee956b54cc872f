import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway, type TestGateway } from '../../support/gateway.ts'
import { openEvents } from '../events/stream.ts'

const gateway = await startTestGateway()
const CORS_ORIGINS = 'https://console.example.org, http://localhost:3000'
const choosy = await startTestGateway({}, { environment: { CORS_ORIGINS } })
const origin = 'https://console.example.org'

const ALLOWED =
  'authorization, content-type, idempotency-key, range, if-range, if-none-match, last-event-id, api-version, traceparent, ' +
  'tracestate, user-agent, x-graphql-yoga-csrf, apollo-require-preflight, x-apollo-operation-name, graphql-require-preflight'
const EXPOSED =
  'Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, Content-Range, Content-Length, ETag, Location, ' +
  'Idempotent-Replayed, x-should-retry'

const preflight = (at: TestGateway, path: string, headers: Record<string, string>) =>
  fetch(at.url + path, { method: 'OPTIONS', headers: { 'access-control-request-method': 'POST', ...headers } })

/** The headers that a browser reads. */
function corsOf(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')))
}

test('a preflight gets 204 with the methods and the allowed ones of the requested headers', async () => {
  const wanted = 'authorization, Content-Type,idempotency-key,x-stainless-os,X-Stainless-Retry-Count,x-other,range'
  for (const path of ['/v1/videos', '/graphql', '/v1/none']) {
    const response = await preflight(gateway, path, { origin, 'access-control-request-headers': wanted })
    assert.equal(response.status, 204)
    assert.deepEqual(corsOf(response.headers), {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, POST, PATCH, DELETE',
      'access-control-allow-headers':
        'authorization, content-type, idempotency-key, x-stainless-os, x-stainless-retry-count, range',
      'access-control-expose-headers': EXPOSED,
      'access-control-max-age': '7200',
    })
    assert.match(response.headers.get('x-request-id') ?? '', /^req_/)
  }
})

test('every accepted header is allowed, and no other', async () => {
  const wanted = `${ALLOWED}, cookie, x-forwarded-for, if-match, x-stainless-, proxy-authorization`
  const { headers } = await preflight(gateway, '/v1/videos', { origin, 'access-control-request-headers': wanted })
  assert.equal(headers.get('access-control-allow-headers'), ALLOWED)
})

test('every answer to a browser exposes its headers: refusals, 405, GraphQL and event streams too', async () => {
  const exposed = { 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED }
  for (const [method, path, status] of [
    ['GET', '/healthz', 200],
    ['GET', '/v1/videos', 401],
    ['GET', '/v1/none', 404],
    ['PUT', '/v1/videos', 405],
    ['GET', '/v1/x/../videos%2f..%2f', 404],
    ['POST', '/graphql', 401],
    ['PUT', '/graphql', 401],
  ] as const) {
    const body = method === 'POST' ? '{}' : null
    const response = await fetch(gateway.url + path, {
      method,
      headers: { origin, 'content-type': 'application/json' },
      body,
    })
    assert.deepEqual([response.status, corsOf(response.headers)], [status, exposed], path)
  }
  const { body: task } = await gateway.call('POST', '/v1/videos', { prompt: 'x' })
  const headers = { origin, authorization: `Bearer ${gateway.key}` }
  const events = await openEvents(gateway, `/v1/videos/${task.id}/events`, headers)
  assert.deepEqual(
    [events.status, corsOf(new Headers(Object.entries(events.headers) as [string, string][]))],
    [200, exposed],
  )
  events.leave()
  const query = 'subscription { tasksUpdated { seq } }'
  const stream = await fetch(`${gateway.url}/graphql?query=${encodeURIComponent(query)}`, {
    headers: { ...headers, accept: 'text/event-stream' },
  })
  assert.deepEqual([stream.headers.get('content-type'), corsOf(stream.headers)], ['text/event-stream', exposed])
  await stream.body?.cancel()
})

test('a request without Origin gets no CORS headers, and no answer allows cookies', async () => {
  assert.deepEqual(corsOf((await fetch(`${gateway.url}/healthz`)).headers), {})
})

test('each allowed origin gets its own name, and Vary separates them for caches', async () => {
  for (const allowed of ['https://console.example.org', 'http://localhost:3000']) {
    for (const path of ['/healthz', '/v1/videos', '/graphql?query={__typename}']) {
      const { headers } = await fetch(choosy.url + path, { headers: { origin: allowed } })
      assert.equal(headers.get('access-control-allow-origin'), allowed)
      assert.match(headers.get('vary') ?? '', /(^|, )Origin(,|$)/i)
    }
  }
  const { headers } = await preflight(choosy, '/v1/videos', { origin })
  assert.deepEqual([headers.get('access-control-allow-origin'), headers.get('vary')], [origin, 'Origin'])
})

test('other origins get no CORS headers, also on a preflight, and the same answer', async () => {
  for (const denied of [
    'https://evil.example.org',
    'https://console.example.org.evil.org',
    'http://console.example.org',
    'null',
  ]) {
    const response = await fetch(`${choosy.url}/v1/none`, { headers: { origin: denied } })
    assert.deepEqual([response.status, corsOf(response.headers), response.headers.get('vary')], [404, {}, 'Origin'])
    const asked = await preflight(choosy, '/v1/videos', { origin: denied, 'access-control-request-headers': 'range' })
    assert.deepEqual([asked.status, corsOf(asked.headers)], [204, {}])
  }
})
