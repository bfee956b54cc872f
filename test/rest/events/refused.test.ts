import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVENT_STREAMS_PER_KEY } from '../../../src/limits.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { until } from '../../support/until.ts'
import { openEvents } from './stream.ts'

const gateway = await startTestGateway()
const { bus, eventStreams, verifier } = gateway.rooms
const { body: task } = await gateway.call('POST', '/v1/videos', { prompt: 'x' })
const path = `/v1/videos/${task.id}/events`

/** The answer to a refused request, as JSON before any stream begins. */
async function refused(at: string, headers: Record<string, string> = {}) {
  const { status, headers: shown, body } = await gateway.call('GET', at, undefined, headers)
  assert.equal(shown.get('content-type'), 'application/json')
  assert.equal(bus.size(), 0)
  return [status, body.error.code, body.error.param]
}

test('a missing key, and a key without videos:read, are refused', async () => {
  assert.deepEqual(await refused(path, { authorization: '' }), [401, 'missing_api_key', null])
  assert.deepEqual(await refused(path, { authorization: 'Bearer vgk_wrong' }), [401, 'invalid_api_key', null])
  const { key } = await gateway.newAccount({ scopes: ['videos:write'] })
  assert.deepEqual(await refused(path, { authorization: `Bearer ${key}` }), [403, 'insufficient_scope', null])
})

test('missing and foreign tasks get the same 404', async () => {
  const { key } = await gateway.newAccount()
  assert.deepEqual(await refused(path, { authorization: `Bearer ${key}` }), [404, 'video_not_found', null])
  assert.deepEqual(await refused('/v1/videos/vid_none/events'), [404, 'video_not_found', null])
  assert.deepEqual(await refused('/v1/videos/%00/events'), [404, 'video_not_found', null])
})

test('an invalid position gets 400', async () => {
  for (const text of ['', 'x', '-1', '1.5', '1e3', ' ', '99999999999']) {
    const query = `?after_seq=${encodeURIComponent(text)}`
    assert.deepEqual(await refused(path + query), [400, 'invalid_parameter', 'after_seq'], text)
  }
  for (const text of ['x', '-1', '0x1', '99999999999']) {
    assert.deepEqual(await refused(path, { 'last-event-id': text }), [400, 'invalid_parameter', 'Last-Event-ID'], text)
  }
  assert.deepEqual(await refused(`${path}?from=1`), [400, 'unknown_parameter', 'from'])
})

test('a key without calls left gets 429', async () => {
  const { key } = await gateway.newAccount({ callsPerMinute: 0 })
  assert.deepEqual(await refused(path, { authorization: `Bearer ${key}` }), [429, 'rate_limit_exceeded', null])
})

test('a key’s streams are limited, and one that ends makes room', async () => {
  const { keyId } = await verifier.verify(`Bearer ${gateway.key}`)
  const open = await openEvents(gateway, path)
  const others = Array.from({ length: EVENT_STREAMS_PER_KEY - 1 }, () => eventStreams.take(keyId))
  const over = await gateway.call('GET', path)
  assert.deepEqual([over.status, over.body.error.code], [429, 'rate_limit_exceeded'])
  assert.equal(over.headers.get('retry-after'), '10')
  assert.equal(bus.size(), 1)
  open.leave()
  await until(async () => bus.size() === 0)
  const next = await openEvents(gateway, path)
  assert.equal(next.status, 200)
  next.leave()
  for (const free of others) free?.()
})
