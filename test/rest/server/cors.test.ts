import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'

const gateway = await startTestGateway()
const origin = 'https://console.example.org'

test('a preflight: 204 with the methods, and of the wanted headers those that are allowed', async () => {
  const wanted = 'authorization, Content-Type,idempotency-key,x-stainless-os,X-Stainless-Retry-Count,x-other,range'
  const headers = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': wanted }
  const response = await fetch(`${gateway.url}/v1/videos`, { method: 'OPTIONS', headers })
  assert.equal(response.status, 204)
  assert.equal(response.headers.get('access-control-allow-origin'), '*')
  assert.equal(response.headers.get('access-control-allow-methods'), 'GET, HEAD, POST, PATCH, DELETE')
  assert.equal(
    response.headers.get('access-control-allow-headers'),
    'authorization, content-type, idempotency-key, x-stainless-os, x-stainless-retry-count, range',
  )
  assert.match(response.headers.get('x-request-id') ?? '', /^req_/)
})

test('an answer to a browser exposes its headers, an error too', async () => {
  for (const path of ['/v1/videos', '/v1/none', '/healthz']) {
    const { headers } = await fetch(gateway.url + path, { headers: { origin } })
    assert.equal(headers.get('access-control-allow-origin'), '*')
    assert.match(headers.get('access-control-expose-headers') ?? '', /Retry-After.*X-Request-Id.*Content-Range.*ETag/)
  }
  const { headers } = await fetch(`${gateway.url}/healthz`)
  assert.equal(headers.get('access-control-allow-origin'), null)
})
