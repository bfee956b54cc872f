import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watchTasks } from '../../src/task/watch-tasks.ts'
import { CHANGE } from '../chaos/feed/ground.ts'
import { startTestGateway } from '../support/gateway.ts'
import { openAccount, shown } from './account.ts'
import { collect } from './collect.ts'

const gateway = await startTestGateway()
const { resources, bus } = gateway.rooms

const change = (id: string) => resources.pool.query(CHANGE, [id])

test('the stream sends only the group’s tasks, until the last one ends', async () => {
  const { stream, create, createGroup, cancel } = await openAccount(gateway)
  const { groupId, ids } = await createGroup(2)
  const [a = '', b = ''] = ids
  const other = await create()
  const seen = collect(stream(null, groupId))
  await seen.until(2)
  await cancel(b)
  await change(other)
  await change(a)
  await cancel(a)
  await seen.ended
  assert.deepEqual(seen.items.map(shown), [
    [a, 1, 'queued', false],
    [b, 1, 'queued', false],
    [b, 2, 'cancelled', false],
    [a, 2, 'queued', false],
    [a, 3, 'cancelled', false],
  ])
  assert.equal(bus.size(), 0)
})

test('the stream of a finished group sends states or missed events, then completes', async () => {
  const { stream, createGroup, cancel } = await openAccount(gateway)
  const { groupId, ids } = await createGroup(2)
  const [a = '', b = ''] = ids
  const before = collect(stream(null, groupId))
  await before.until(2)
  await before.close()
  await cancel(a)
  await cancel(b)
  const now = collect(stream(null, groupId))
  await now.ended
  assert.deepEqual(now.items.map(shown), [
    [a, 2, 'cancelled', false],
    [b, 2, 'cancelled', false],
  ])
  const missed = collect(stream(before.items.at(-1)?.cursor, groupId))
  await missed.ended
  assert.deepEqual(missed.items.map(shown), now.items.map(shown))
  const none = collect(stream(missed.items.at(-1)?.cursor, groupId))
  await none.ended
  assert.deepEqual(none.items, [])
  assert.equal(bus.size(), 0)
})

test('a deletion counts as an end, also if it was missed', async () => {
  const { stream, createGroup, cancel, remove } = await openAccount(gateway)
  const { groupId, ids } = await createGroup(2)
  const [a = '', b = ''] = ids
  const before = collect(stream(null, groupId))
  await before.until(2)
  await before.close()
  await cancel(a)
  await remove(a)
  const again = collect(stream(before.items.at(-1)?.cursor, groupId))
  await again.until(1)
  const fresh = collect(stream(null, groupId))
  await fresh.until(1)
  await cancel(b)
  await Promise.all([again.ended, fresh.ended])
  assert.deepEqual(again.items.map(shown), [
    [a, 3, 'deleted', true],
    [b, 2, 'cancelled', false],
  ])
  assert.deepEqual(fresh.items.map(shown), [
    [b, 1, 'queued', false],
    [b, 2, 'cancelled', false],
  ])
})

test('a missing, foreign or deleted group gets the same error and leaves nothing open', async () => {
  const [mine, other] = [await openAccount(gateway), await openAccount(gateway)]
  const foreign = await other.createGroup(2)
  const deleted = await mine.createGroup(2)
  for (const id of deleted.ids) {
    await mine.cancel(id)
    await mine.remove(id)
  }
  for (const groupId of ['grp_none', 'grp_\0', '', foreign.groupId, deleted.groupId]) {
    const refusal = { code: 'group_not_found', message: 'There is no group with this id.' }
    await assert.rejects(mine.stream(null, groupId).ready(), refusal)
  }
  assert.equal(bus.size(), 0)
})

test('cursors of a group and of the account are not interchangeable', async () => {
  const { stream, createGroup } = await openAccount(gateway)
  const { groupId } = await createGroup(2)
  const [ofAll, ofGroup] = [collect(stream()), collect(stream(null, groupId))]
  await Promise.all([ofAll.until(2), ofGroup.until(2)])
  await Promise.all([ofAll.close(), ofGroup.close()])
  const code = 'invalid_cursor'
  await assert.rejects(stream(ofGroup.items[1]?.cursor).ready(), { code })
  await assert.rejects(stream(ofAll.items[1]?.cursor, groupId).ready(), { code })
})

test('a reader limited to some tasks sees no others', async () => {
  const { caller, createGroup, create, cancel } = await openAccount(gateway)
  const { groupId, ids } = await createGroup(2)
  const [a = '', b = ''] = ids
  const other = await create()
  const reader = { ...caller, taskIds: [a] }
  const watch = (of: string | null, after: string | null = null) =>
    collect(watchTasks(resources, bus, reader, { groupId: of, after }))
  const [all, group] = [watch(null), watch(groupId)]
  await Promise.all([all.until(1), group.until(1)])
  await change(b)
  await change(other)
  await change(a)
  await cancel(a)
  await Promise.all([all.until(3), group.ended])
  const expected = [
    [a, 1, 'queued', false],
    [a, 2, 'queued', false],
    [a, 3, 'cancelled', false],
  ]
  assert.deepEqual([all.items.map(shown), group.items.map(shown)], [expected, expected])
  await all.close()
  const again = watch(null, all.items[0]?.cursor)
  assert.deepEqual((await again.until(2)).map(shown), expected.slice(1))
  await again.close()
  const whole = watchTasks(resources, bus, caller, { groupId: null, after: all.items[0]?.cursor ?? '' })
  await assert.rejects(whole.ready(), { code: 'invalid_cursor' })
  const stranger = watchTasks(resources, bus, { ...reader, taskIds: [other] }, { groupId, after: null })
  await assert.rejects(stranger.ready(), { code: 'group_not_found' })
  assert.equal(bus.size(), 0)
})
