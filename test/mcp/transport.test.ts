import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES } from '../../src/key/caller.ts'
import { startTestGateway } from '../support/gateway.ts'
import { rowsOf } from '../support/rows.ts'
import { until } from '../support/until.ts'

/** `/mcp` below the tools: origins, messages, streams and keys. */

const environment = { CORS_ORIGINS: 'https://app.example' }
const gateway = await startTestGateway({ scopes: SCOPES, concurrencyLimit: 100 }, { environment })
const ACCEPT = { accept: 'application/json, text/event-stream' }
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

const watching = (id: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'watch_video', arguments: { id, timeout_seconds: 300 }, _meta: { progressToken: 'p' } },
})

test('pages of other origins are refused before the key is read, those of CORS_ORIGINS and of the gateway are not', async () => {
  const from = (origin: string, key = gateway.key) =>
    gateway.call('POST', '/mcp', LIST, { origin, authorization: `Bearer ${key}` })
  const refused = await from('https://evil.example', 'none')
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'origin_not_allowed'])
  assert.equal((await from('null')).status, 403)
  assert.equal((await from('https://app.example')).status, 200)
  assert.equal((await from(gateway.url)).status, 200)
  assert.equal((await gateway.call('POST', '/mcp', LIST)).status, 200)
})

test('a browser may send the headers of the protocol', async () => {
  const response = await fetch(`${gateway.url}/mcp`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://app.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,mcp-protocol-version,max-amount-micro',
    },
  })
  assert.equal(
    response.headers.get('access-control-allow-headers'),
    'authorization, content-type, mcp-protocol-version, max-amount-micro',
  )
})

test('anything but one message is refused, and nothing is written', async () => {
  const before = await rowsOf(gateway)
  const create = { name: 'create_video', arguments: { prompt: 'x', max_amount_micro: 1e9 } }
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: create }
  for (const body of ['', '{', '[]', 'null', '7', [call, call], { ...call, jsonrpc: '1.0' }, { ...call, id: null }]) {
    assert.equal((await gateway.call('POST', '/mcp', body, ACCEPT)).status, 400, JSON.stringify(body))
  }
  assert.equal((await gateway.call('POST', '/mcp', call, { 'mcp-protocol-version': '1999-01-01' })).status, 400)
  const { id: _, ...notification } = call
  assert.equal((await gateway.call('POST', '/mcp', notification, ACCEPT)).status, 202)
  for (const method of ['GET', 'DELETE']) {
    const { status, headers } = await gateway.call(method, '/mcp', undefined, ACCEPT)
    assert.deepEqual([status, headers.get('allow')], [405, 'POST, OPTIONS'])
  }
  assert.deepEqual(await rowsOf(gateway), before)
})

test('a watch ends when its client leaves, and when its key is revoked', async () => {
  const { body: task } = await gateway.call('POST', '/v1/videos', { prompt: 'x' })
  const { body: spare } = await gateway.call('POST', '/v1/api-keys', { name: 'x', scopes: ['videos:read'] })
  const aborter = new AbortController()
  const open = (key: string, signal?: AbortSignal) =>
    fetch(`${gateway.url}/mcp`, {
      method: 'POST',
      headers: { ...ACCEPT, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(watching(task.id)),
      ...(signal ? { signal } : {}),
    })
  const watched = () => gateway.rooms.bus.size()
  const left = await open(gateway.key, aborter.signal)
  assert.equal(left.headers.get('content-type'), 'text/event-stream')
  const revoked = await open(spare.key)
  await until(async () => watched() === 2)
  aborter.abort()
  await until(async () => watched() === 1)
  assert.equal((await gateway.call('DELETE', `/v1/api-keys/${spare.id}`)).status, 200)
  assert.match(await revoked.text(), /api_key_revoked/)
  assert.equal(watched(), 0)
})
