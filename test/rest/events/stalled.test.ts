import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { EVENTS_KEEPALIVE_MS, EVENTS_STALL_MS } from '../../../src/limits.ts'
import { mockTimers } from '../../support/clock.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { createWithPast, MISSED } from './past.ts'
import { openEvents, statesOf } from './stream.ts'

/** In a separate file, because it moves the process' clock. */

const gateway = await startTestGateway()
const { bus } = gateway.rooms

const turn = () => new Promise(setImmediate)

test('a reader that accepts nothing is disconnected, and other streams of the task continue', async (t) => {
  const id = await createWithPast(gateway)
  const path = `/v1/videos/${id}/events`
  const other = await openEvents(gateway, path)
  assert.equal((await other.next())?.id, MISSED + 1)
  mockTimers(t)
  const stalled = connect(Number(new URL(gateway.url).port), '127.0.0.1').on('error', () => {})
  await once(stalled, 'connect')
  stalled.write(`GET ${path}?after_seq=0 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${gateway.key}\r\n\r\n`)
  while (bus.size() !== 2 || stalled.bytesRead === 0) await turn()
  let waitedMs = 0
  while (bus.size() === 2) {
    t.mock.timers.tick(1000)
    waitedMs += 1000
    await turn()
  }
  assert.ok(waitedMs >= EVENTS_STALL_MS)
  t.mock.timers.reset()
  assert.equal(bus.size(), 1)
  stalled.destroy()
  await gateway.call('POST', `/v1/videos/${id}/cancel`)
  assert.deepEqual(statesOf(await other.rest()), [`${MISSED + 2} cancelled`])
})

test('an idle stream gets keep-alive comments', async (t) => {
  const { body } = await gateway.call('POST', '/v1/videos', { prompt: 'x' })
  t.mock.timers.enable({ apis: ['setInterval'] })
  const opened = await openEvents(gateway, `/v1/videos/${body.id}/events`)
  await opened.next()
  const before = opened.text()
  const pending = opened.next()
  t.mock.timers.tick(EVENTS_KEEPALIVE_MS)
  while (opened.text() === before) await turn()
  assert.equal(opened.text(), `${before}:\n\n`)
  t.mock.timers.reset()
  await gateway.call('POST', `/v1/videos/${body.id}/cancel`)
  assert.equal((await pending)?.id, 2)
})
