import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watchTask } from '../../src/task/watch.ts'
import { CHANGE } from '../chaos/feed/ground.ts'
import { send } from '../graphql/client.ts'
import { startTestGateway } from '../support/gateway.ts'
import { openAccount } from './account.ts'
import { collect } from './collect.ts'

const gateway = await startTestGateway()
const { resources, bus } = gateway.rooms

const change = (id: string) => resources.pool.query(CHANGE, [id])

test('all watchers of a task share the same object of an event', async () => {
  const { caller, create, cancel, stream } = await openAccount(gateway)
  const id = await create({ metadata: { a: 1 } })
  const watchers = [1, 2].map(() => collect(watchTask(resources, bus, caller, id, null)))
  const account = collect(stream())
  await Promise.all([...watchers, account].map((each) => each.until(1)))
  await change(id)
  await cancel(id)
  const [first, second] = await Promise.all(watchers.map((each) => each.until(3)))
  await account.until(3)
  assert.deepEqual(first?.[2]?.task.metadata, '{"a":1}')
  for (const index of [1, 2]) {
    assert.equal(first?.[index], second?.[index])
    assert.equal(first?.[index]?.task, account.items[index]?.task)
  }
  await account.close()
  assert.equal(bus.size(), 0)
})

test('a task’s stream resumes from a cursor, of that task only', async () => {
  const { view, create, cancel } = await openAccount(gateway)
  const [id, other] = [await create(), await create()]
  await change(id)
  await cancel(id)
  const query = `subscription ($id: ID!, $afterSeq: Int, $after: String) {
    taskUpdated(id: $id, afterSeq: $afterSeq, after: $after) { seq cursor }
  }`
  const ask = async (variables: object) => {
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${view.key}` }
    const { text } = await gateway.call('POST', '/graphql', { query, variables }, headers)
    return [...text.matchAll(/^data: (\{.*)$/gm)].map(([, data]) => JSON.parse(data ?? ''))
  }
  const updates = (await ask({ id, afterSeq: 0 })).map(({ data }) => data.taskUpdated)
  assert.deepEqual(
    updates.map(({ seq }) => seq),
    [1, 2, 3],
  )
  const again = (await ask({ id, after: updates[0].cursor })).map(({ data }) => data.taskUpdated)
  assert.deepEqual(again, updates.slice(1))
  for (const [variables, code] of [
    [{ id: other, after: updates[0].cursor }, 'invalid_cursor'],
    [{ id, after: 'made up' }, 'invalid_cursor'],
    [{ id, afterSeq: 1, after: updates[0].cursor }, 'conflicting_parameters'],
  ] as const) {
    const { errors } = await send(view, query, variables, { authorization: `Bearer ${view.key}` })
    assert.equal(errors?.[0]?.extensions.code, code)
  }
  assert.equal(bus.size(), 0)
})
