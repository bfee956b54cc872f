import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SUBSCRIPTION_BACKLOG } from '../../src/limits.ts'
import { createBus } from '../../src/push/bus.ts'
import type { LogEvent } from '../../src/push/log.ts'

const event = (seq: number, taskId = 'vid_a'): LogEvent => ({
  id: BigInt(seq),
  accountId: 'acc_a',
  taskId,
  groupId: null,
  seq,
  kind: 'progress',
  at: new Date(),
  snapshot: {},
})

test('a consumer gets its task’s events in order and no others', async () => {
  const bus = createBus()
  const subscription = bus.subscribe('vid_a')
  bus.publish([event(1), event(7, 'vid_b'), event(2)])
  assert.equal((await subscription.next())?.seq, 1)
  assert.equal((await subscription.next())?.seq, 2)
})

test('a consumer that lags falls back to the latest, which is never dropped', async () => {
  const bus = createBus()
  const subscription = bus.subscribe('vid_a')
  const last = 10 * SUBSCRIPTION_BACKLOG + 3
  for (let seq = 1; seq <= last; seq++) bus.publish([event(seq)])
  const seen: number[] = []
  for (let next = await subscription.next(); next; next = await subscription.next()) {
    seen.push(next.seq)
    if (next.seq === last) subscription.close()
  }
  assert.ok(seen.length <= SUBSCRIPTION_BACKLOG)
  assert.equal(seen.at(-1), last)
})

test('closing settles a pending next and leaves nothing behind', async () => {
  const bus = createBus()
  const subscription = bus.subscribe('vid_a')
  const pending = subscription.next()
  assert.equal(bus.size(), 1)
  subscription.close()
  subscription.close()
  assert.equal(await pending, null)
  assert.equal(await subscription.next(), null)
  assert.equal(bus.size(), 0)
  bus.publish([event(1)])
})
