import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../support/gateway.ts'
import { ask, createdId, send } from './client.ts'
import { TaskDocument, TasksDocument, type TasksQuery } from './generated/graphql.ts'

const gateway = await startTestGateway({ concurrencyLimit: 100 })

const ids: string[] = []
for (const prompt of ['1', '2', '3', '4', '5']) {
  ids.push(await createdId(gateway, { prompt }))
}

test('pages of tasks with one timestamp neither skip nor repeat, in either direction', async () => {
  await gateway.rooms.resources.pool.query('update task set created_at = $1', [new Date()])
  for (const order of ['ASC', 'DESC'] as const) {
    const seen: string[] = []
    for (let after: string | null = null; ; ) {
      const { tasks }: TasksQuery = await ask(gateway, TasksDocument, { first: 2, after, order })
      assert.equal(tasks.pageInfo.hasPreviousPage, after !== null)
      assert.deepEqual(
        tasks.edges.map(({ cursor }) => cursor),
        tasks.nodes.map(({ id }) => id),
      )
      seen.push(...tasks.nodes.map(({ id }) => id))
      after = tasks.pageInfo.endCursor ?? null
      if (!tasks.pageInfo.hasNextPage) break
    }
    const sorted = ids.toSorted()
    assert.deepEqual(seen, order === 'ASC' ? sorted : sorted.reverse())
  }
})

test('tasks are filtered by state and time', async () => {
  const none = await ask(gateway, TasksDocument, { status: ['SUCCEEDED', 'FAILED'] })
  assert.deepEqual(none.tasks.nodes, [])
  const all = await ask(gateway, TasksDocument, { status: ['QUEUED'], createdAfter: '2026-01-01T00:00:00+08:00' })
  assert.equal(all.tasks.nodes.length, 5)
})

test('missing and foreign tasks get the same answer', async () => {
  const stranger = await gateway.newAccount()
  const headers = { authorization: `Bearer ${stranger.key}` }
  for (const id of [ids[0] ?? '', 'vid_none', 'nothing', '']) {
    assert.deepEqual(await ask(gateway, TaskDocument, { id }, headers), { task: null, node: null })
  }
  assert.deepEqual((await ask(gateway, TasksDocument, {}, headers)).tasks.nodes, [])
  const own = await ask(gateway, TaskDocument, { id: ids[0] ?? '' })
  assert.deepEqual(own.node, { __typename: 'Task', id: ids[0] })
})

test('a full page of a hundred tasks with every field is within the cost limit', async () => {
  const { errors } = await send(gateway, TasksDocument, { first: 100 })
  assert.equal(errors, undefined)
})
