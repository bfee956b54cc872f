import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import pg from 'pg'
import { startTestGateway } from '../support/gateway.ts'
import { ask, send } from './client.ts'
import { TaskCreateDocument, TaskDocument, TasksDocument, type TasksQuery } from './generated/graphql.ts'

const gateway = await startTestGateway({ concurrencyLimit: 100 })

const ids: string[] = []
for (const prompt of ['1', '2', '3', '4', '5']) {
  const { taskCreate } = await ask(gateway, TaskCreateDocument, { input: { prompt } })
  ids.push(taskCreate.tasks[0]?.id ?? '')
}

test('pages of one timestamp neither skip nor repeat, in either direction', async () => {
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

test('filters by state and time', async () => {
  const none = await ask(gateway, TasksDocument, { status: ['SUCCEEDED', 'FAILED'] })
  assert.deepEqual(none.tasks.nodes, [])
  const all = await ask(gateway, TasksDocument, { status: ['QUEUED'], createdAfter: '2026-01-01T00:00:00+08:00' })
  assert.equal(all.tasks.nodes.length, 5)
})

test('a page size out of range and a foreign cursor are refused, not clamped', async () => {
  for (const [variables, code] of [
    [{ first: 0 }, 'invalid_parameter'],
    [{ first: 101 }, 'invalid_parameter'],
    [{ after: 'vid_none' }, 'invalid_cursor'],
  ] as const) {
    const { errors } = await send(
      gateway,
      'query ($first: Int, $after: String) { tasks(first: $first, after: $after) { nodes { id } } }',
      variables,
    )
    assert.equal(errors?.[0]?.extensions.code, code)
  }
})

test('a page is one read, however many tasks and fields', async () => {
  const query = mock.method(pg.Client.prototype, 'query')
  await ask(gateway, TasksDocument, { first: 5 })
  const texts = query.mock.calls.map(({ arguments: [first] }) =>
    typeof first === 'string' ? first : (first as { text: string }).text,
  )
  query.mock.restore()
  const reads = texts.filter((text) => /^select \* from task|"public"\."task"/i.test(text))
  assert.equal(reads.length, 1)
})

test('what is missing and what is foreign look alike', async () => {
  const stranger = await gateway.newAccount()
  const headers = { authorization: `Bearer ${stranger.key}` }
  for (const id of [ids[0] ?? '', 'vid_none', 'nothing', '']) {
    assert.deepEqual(await ask(gateway, TaskDocument, { id }, headers), { task: null, node: null })
  }
  assert.deepEqual((await ask(gateway, TasksDocument, {}, headers)).tasks.nodes, [])
  const own = await ask(gateway, TaskDocument, { id: ids[0] ?? '' })
  assert.deepEqual(own.node, { __typename: 'Task', id: ids[0] })
})

test('a full page of every field of a hundred tasks is within the cost', async () => {
  const { errors } = await send(gateway, TasksDocument, { first: 100 })
  assert.equal(errors, undefined)
})
