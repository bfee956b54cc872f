import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { EVENTS_STALL_MS } from '../../src/limits.ts'
import { createWithPast, MISSED } from '../rest/events/past.ts'
import { startTestGateway } from '../support/gateway.ts'
import { listen } from './client.ts'

/** In a separate file, because it moves the process' clock. */

const gateway = await startTestGateway()
const { bus } = gateway.rooms

const turn = () => new Promise(setImmediate)
const QUERY =
  'subscription ($id: ID!, $afterSeq: Int) { taskUpdated(id: $id, afterSeq: $afterSeq) { seq task { metadata } } }'

test('a reader that accepts nothing of an event stream is disconnected, and others continue', async (t) => {
  const id = await createWithPast(gateway)
  t.mock.timers.enable({ apis: ['setInterval'] })
  const other = listen<{ taskUpdated: { seq: number } }, object>(gateway, QUERY, { id, afterSeq: MISSED })
  assert.equal((await other.next()).value?.data?.taskUpdated.seq, MISSED + 1)
  const stalled = connect(Number(new URL(gateway.url).port), '127.0.0.1').on('error', () => {})
  await once(stalled, 'connect')
  const body = JSON.stringify({ query: QUERY, variables: { id, afterSeq: 0 } })
  stalled.write(
    `POST /graphql HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${gateway.key}\r\nAccept: text/event-stream\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
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
  assert.equal((await other.next()).value?.data?.taskUpdated.seq, MISSED + 2)
})
