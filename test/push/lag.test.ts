import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FEED_BACKLOG_BYTES, FEED_TASKS_MAX, SUBSCRIPTION_BACKLOG_BYTES } from '../../src/limits.ts'
import { watchTask } from '../../src/task/watch.ts'
import type { TasksChange } from '../../src/task/watch-tasks.ts'
import { CHANGE } from '../chaos/feed/ground.ts'
import { startTestGateway } from '../support/gateway.ts'
import { until } from '../support/until.ts'
import { COPIES, openAccount, shown, untilNotified } from './account.ts'
import { collect } from './collect.ts'

const gateway = await startTestGateway()
const { resources, bus } = gateway.rooms
const { pool } = resources

const change = (id: string) => pool.query(CHANGE, [id])

/** Large, so that few of them fill a backlog. */
const PAD_BYTES = 100_000
const LARGE = CHANGE.replace('to_jsonb(s)', `to_jsonb(s) || jsonb_build_object('pad', repeat('x', ${PAD_BYTES}))`)
assert.notEqual(LARGE, CHANGE)
const largeChange = (id: string) => pool.query(LARGE, [id])
const FEED_BACKLOG = Math.floor(FEED_BACKLOG_BYTES / PAD_BYTES)
const SUBSCRIPTION_BACKLOG = Math.floor(SUBSCRIPTION_BACKLOG_BYTES / PAD_BYTES)

test('a slow reader gets each task’s latest state, a mark for skipped states, and every end', async () => {
  const account = await openAccount(gateway)
  const { stream, create, cancel } = account
  const [a, b, c] = [await create(), await create(), await create()]
  await untilNotified(account)
  const slow = stream()
  const items: TasksChange[] = []
  const take = async (count: number) => {
    for (let i = 0; i < count; i++) items.push((await slow.next()).value)
  }
  await take(4)
  await cancel(b)
  for (let i = 0; i < FEED_BACKLOG + 5; i++) await largeChange(a)
  await cancel(a)
  await change(c)
  await untilNotified(account)
  await take(3)
  assert.deepEqual(items.slice(4).map(shown), [
    [b, 2, 'cancelled', false],
    [a, FEED_BACKLOG + 7, 'cancelled', true],
    [c, 2, 'queued', false],
  ])
  await slow.return?.()
  // Skipped events are in the past and are not sent again.
  const again = collect(stream(items[5]?.cursor))
  assert.deepEqual((await again.until(1)).slice(0, 1).map(shown), [[c, 2, 'queued', false]])
  await again.close()
  assert.equal(bus.size(), 0)
})

test('a slow reader of one task gets its end', async () => {
  const account = await openAccount(gateway)
  const id = await account.create()
  const slow = watchTask(resources, bus, account.caller, id, null)
  await slow.next()
  for (let i = 0; i <= SUBSCRIPTION_BACKLOG; i++) await largeChange(id)
  await account.cancel(id)
  await untilNotified(account)
  const { value } = await slow.next()
  assert.deepEqual([value.seq, value.task.status, value.skipped], [SUBSCRIPTION_BACKLOG + 3, 'cancelled', true])
  assert.equal((await slow.next()).done, true)
  assert.equal(bus.size(), 0)
})

test('a slow reader of too many tasks is closed with an error, and resumes from its cursor', async () => {
  const account = await openAccount(gateway)
  const { stream, create } = account
  const id = await create()
  const slow = stream()
  const { value: first } = await slow.next()
  const open = bus.size()
  await pool.query(COPIES, [id, FEED_TASKS_MAX + 1])
  // Events of the maximum number of tasks, written in one statement.
  await pool.query(
    `insert into event (account_id, task_id, group_id, seq, kind, snapshot)
     select account_id, task_id || n, group_id, 1, 'created', snapshot || jsonb_build_object('pad', repeat('x', 5000))
     from event, generate_series(1, ${FEED_TASKS_MAX + 1}) n where task_id = $1`,
    [id],
  )
  await until(async () => bus.size() < open)
  await assert.rejects(slow.next(), { code: 'stream_lagged' })
  assert.equal((await slow.next()).done, true)
  const again = collect(stream(first.cursor))
  assert.deepEqual(
    new Set((await again.until(FEED_TASKS_MAX + 1)).map(({ taskId }) => taskId)),
    new Set(Array.from({ length: FEED_TASKS_MAX + 1 }, (_, index) => `${id}${index + 1}`)),
  )
  await again.close()
  assert.equal(bus.size(), 0)
})
