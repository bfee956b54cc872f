import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FEED_BACKLOG_BYTES, FEED_TASKS_MAX, SUBSCRIPTION_BACKLOG_BYTES } from '../../src/limits.ts'
import { sizeOf } from '../../src/push/backlog.ts'
import { type Bus, createBus, type EventHeader, type Topic, type Wants } from '../../src/push/bus.ts'
import type { EventKind, LogEvent } from '../../src/push/log.ts'
import { Reader } from '../../src/push/stream.ts'

let lastId = 0n
/** Large, so that few of them fill a backlog. */
const snapshot = { pad: 'x'.repeat(40_000) }

const event = (
  seq: number,
  taskId = 'vid_a',
  kind: EventKind = 'progress',
  groupId: string | null = null,
): LogEvent => {
  lastId += 1n
  const place = { id: lastId, xid: lastId + 1000n }
  return { ...place, accountId: 'acc_a', taskId, groupId, seq, kind, snapshot }
}

/** The number of such events that wait in order. */
const SUBSCRIPTION_BACKLOG = Math.floor(SUBSCRIPTION_BACKLOG_BYTES / sizeOf(event(1)))
const FEED_BACKLOG = Math.floor(FEED_BACKLOG_BYTES / sizeOf(event(1)))

/** A subscription, read event by event; `next` returns null once it is closed. */
function watch(bus: Bus, topic: Topic, wants?: Wants) {
  const subscription = bus.subscribe(topic, wants)
  const reader = new Reader((hand: Parameters<typeof subscription.drainTo>[0]) => subscription.drainTo(hand))
  return {
    async next() {
      const { done, value } = await reader.next()
      return done ? null : value
    },
    close: () => subscription.close(),
  }
}

/** All events that are there without waiting; `size` is the expected number. */
async function drain(subscription: ReturnType<typeof watch>, last: LogEvent) {
  const taken = []
  for (let next = await subscription.next(); next; next = await subscription.next()) {
    taken.push(next)
    if (next.event === last) subscription.close()
  }
  return taken
}

test('a consumer gets only its task’s events, in order', async () => {
  const bus = createBus()
  const subscription = watch(bus, { taskId: 'vid_a' })
  bus.publish([event(1), event(7, 'vid_b'), event(2)], 0n)
  assert.equal((await subscription.next())?.event.seq, 1)
  assert.equal((await subscription.next())?.event.seq, 2)
})

test('an event reaches subscribers of its task, its group and its account', async () => {
  const bus = createBus()
  const mine = event(1, 'vid_a', 'created', 'grp_a')
  const foreign: LogEvent = { ...event(1, 'vid_b'), accountId: 'acc_b', groupId: 'grp_b' }
  for (const topic of [{ taskId: 'vid_a' }, { groupId: 'grp_a' }, { accountId: 'acc_a' }]) {
    assert.equal(bus.watches(mine), false)
    const subscription = watch(bus, topic)
    assert.deepEqual([bus.watches(mine), bus.watches(foreign)], [true, false])
    bus.publish([foreign, mine], 0n)
    assert.equal((await subscription.next())?.event, mine)
    subscription.close()
  }
  assert.equal(bus.size(), 0)
})

test('topics of different kinds with equal ids are separate', () => {
  const bus = createBus()
  watch(bus, { groupId: 'vid_a' })
  watch(bus, { accountId: 'vid_a' })
  assert.equal(bus.watches(event(1)), false)
})

test('a listener gets only the events it wants, until it stops', () => {
  const bus = createBus()
  let heard = 0
  const wants = ({ kind }: EventHeader) => kind === 'created'
  const stop = bus.listen({ accountId: 'acc_a' }, wants, () => {
    heard += 1
  })
  assert.deepEqual([bus.watches(event(1)), bus.watches(event(1, 'vid_a', 'created'))], [false, true])
  bus.publish([event(1, 'vid_a', 'created'), event(2)], 0n)
  assert.equal(heard, 1)
  stop()
  bus.publish([event(1, 'vid_b', 'created')], 0n)
  assert.deepEqual([heard, bus.size()], [1, 0])
})

test('a slow consumer falls back to the latest event, which is never dropped', async () => {
  const bus = createBus()
  const subscription = watch(bus, { taskId: 'vid_a' })
  const events = Array.from({ length: SUBSCRIPTION_BACKLOG + 3 }, (_, index) => event(index + 1))
  for (const each of events) bus.publish([each], 0n)
  const last = events.at(-1) as LogEvent
  const [only, ...more] = await drain(subscription, last)
  assert.deepEqual([only?.event, more], [last, []])
  assert.deepEqual(
    only?.passed.map(({ id }) => id),
    events.slice(0, -1).map(({ id }) => id),
  )
})

test('a slow consumer of a group or account gets the latest event of each task, oldest first', async () => {
  const bus = createBus()
  const subscription = watch(bus, { accountId: 'acc_a' })
  const a = event(1, 'vid_a')
  const ended = event(2, 'vid_b', 'succeeded')
  bus.publish([a, event(1, 'vid_b')], 50n)
  bus.publish([ended], 60n)
  const steps = Array.from({ length: FEED_BACKLOG }, (_, index) => event(index + 2, 'vid_a'))
  for (const each of steps) bus.publish([each], 70n)
  const other = event(1, 'vid_c')
  bus.publish([other], 80n)
  const taken = await drain(subscription, other)
  assert.deepEqual(
    taken.map((each) => [each.event, each.settled, each.passed.length]),
    [
      [steps.at(-1), 0n, FEED_BACKLOG],
      [ended, 0n, 1],
      [other, 70n, 0],
    ],
  )
})

test('filtered events are not watched, and do not make a consumer slow', async () => {
  const bus = createBus()
  const subscription = watch(bus, { accountId: 'acc_a' }, ({ taskId }) => taskId === 'vid_a')
  assert.deepEqual([bus.watches(event(1)), bus.watches(event(1, 'vid_b'))], [true, false])
  for (let i = 0; i <= FEED_BACKLOG; i++) bus.publish([event(i, 'vid_b')], 0n)
  const [first, second] = [event(1), event(2)]
  bus.publish([first, second], 0n)
  assert.deepEqual(
    (await drain(subscription, second)).map((each) => each.event),
    [first, second],
  )
})

test('a slow consumer with too many tasks ends once with an error, and others continue', async () => {
  const bus = createBus()
  const [stalled, other] = [watch(bus, { accountId: 'acc_a' }), watch(bus, { taskId: 'vid_0' })]
  const events = Array.from({ length: FEED_TASKS_MAX + 1 }, (_, index) => event(1, `vid_${index}`))
  bus.publish(events.slice(0, -1), 0n)
  assert.equal(bus.size(), 2)
  bus.publish(events.slice(-1), 0n)
  assert.equal(bus.size(), 1)
  await assert.rejects(stalled.next(), { code: 'stream_lagged' })
  assert.equal(await stalled.next(), null)
  assert.equal((await other.next())?.event, events[0])
})

test('closing settles a pending next and leaves nothing behind', async () => {
  const bus = createBus()
  const subscription = watch(bus, { taskId: 'vid_a' })
  const pending = subscription.next()
  assert.equal(bus.size(), 1)
  subscription.close()
  subscription.close()
  assert.equal(await pending, null)
  assert.equal(await subscription.next(), null)
  assert.equal(bus.size(), 0)
  bus.publish([event(1)], 0n)
})

test('a reader that is asked several times at once gives the items in order, then ends each', async () => {
  const reader = new Reader<number>(async (give) => {
    for (const item of [1, 2]) await give(item)
  })
  const asked = await Promise.all([1, 2, 3, 4].map(() => reader.next()))
  assert.deepEqual(
    asked.map(({ done, value }) => (done ? null : value)),
    [1, 2, null, null],
  )
})
