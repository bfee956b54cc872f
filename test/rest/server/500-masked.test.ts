import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { startServer } from '../../../src/http/server.ts'
import type { Rooms } from '../../../src/rooms.ts'
import { startTestGateway } from '../../support/gateway.ts'

const gateway = await startTestGateway()

/** The gateway's rooms with a readable log and a database that fails on demand. */
async function startBroken(pool: unknown): Promise<{ url: string; lines: () => Record<string, unknown>[] }> {
  const sink = new PassThrough()
  const chunks: string[] = []
  sink.on('data', (chunk) => chunks.push(String(chunk)))
  const resources = { ...gateway.rooms.resources, pool, log: pino({ level: 'debug' }, sink) }
  const rooms = { ...gateway.rooms, resources } as Rooms
  const server = await startServer(rooms, { host: '127.0.0.1', port: 0, doors: {} })
  after(() => server.close(0))
  return {
    url: server.url,
    lines: () =>
      chunks
        .join('')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
  }
}

const broken = {
  query: async () => {
    throw new Error('password authentication failed for user "secret"')
  },
}

test('an internal error is masked and logged with the caller’s id, and the query is never logged', async () => {
  const { url, lines } = await startBroken(broken)
  const headers = { authorization: `Bearer ${gateway.key}` }
  const response = await fetch(`${url}/v1/videos?limit=7`, { headers })
  const text = await response.text()
  assert.equal(response.status, 500)
  assert.doesNotMatch(text, /secret|password/)
  const { error } = JSON.parse(text)
  assert.deepEqual([error.type, error.code, error.param], ['api_error', 'internal_error', null])
  assert.equal(error.request_id, response.headers.get('x-request-id'))
  await new Promise(setImmediate)
  const [failure, request] = lines()
  assert.equal(failure?.['requestId'], error.request_id)
  assert.match(JSON.stringify(failure?.['err']), /password authentication failed/)
  assert.equal(request?.['requestId'], error.request_id)
  assert.deepEqual([request?.['method'], request?.['path'], request?.['status']], ['GET', '/v1/videos', 500])
})

test('the gateway is not ready, but alive, while the database does not answer', async () => {
  const { url } = await startBroken(broken)
  const ready = await fetch(`${url}/readyz`)
  const state = { status: 'unavailable', database: 'unavailable', disk: 'available', storage: 'available' }
  assert.deepEqual([ready.status, await ready.json()], [503, state])
  assert.equal((await fetch(`${url}/healthz`)).status, 200)
})
