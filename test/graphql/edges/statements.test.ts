import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statementsOf } from '../statements.ts'
import { deliver, made, openWorld, read } from './world.ts'

/** A level of edges costs one statement, however many objects are on it. */

const { gateway, files, source } = await openWorld()
const { pool } = gateway.rooms.resources
const [start, end, reference] = files

/** Twenty tasks, each with something at the end of every edge. */
const newest: string[] = []
for (let i = 0; i < 20; i += 4) {
  const { data } = await made(gateway, { n: 4, mode: 'image_to_video', input_image: start, end_image: end })
  newest.push(...data.map(({ id }: { id: string }) => id))
}
for (const id of newest) await deliver(gateway, id)
await pool.query('update task set source_task_id = $1, "references" = $2 where id = any($3)', [
  source,
  [reference],
  newest,
])

const count = async (query: string) => (await statementsOf(gateway, () => read(gateway, query))).length
const tasks = (selection: string, first = 20) => `{ tasks(first: ${first}) { nodes { id ${selection} } } }`
const PAGE = '{ nodes { id } pageInfo { hasNextPage } }'

/** One for the list itself. */
const LIST = 1

for (const [edge, statements] of [
  ['inputImageFile { id } endImageFile { id }', 1],
  ['referenceFiles { id }', 1],
  ['inputImageFile { id } endImageFile { id } referenceFiles { id }', 1],
  ['group { tasks { id } }', 1],
  ['source { id }', 1],
  [`upscales ${PAGE}`, 1],
  [`ledgerEntries ${PAGE}`, 1],
  [`webhookDeliveries ${PAGE}`, 1],
  ['key { id }', 1],
  [`group { tasks { ledgerEntries ${PAGE} } }`, 2],
  ['source { upscales(first: 20) { nodes { key { tasks(first: 2) { nodes { id } } } } } }', 4],
  ['inputImageFile { usedBy(first: 5) { nodes { group { tasks { id } } } } }', 3],
] as const) {
  test(`twenty tasks with ${edge}: ${statements} more than without, the same as for one`, async () => {
    for (const first of [1, 20]) assert.equal(await count(tasks(edge, first)), LIST + statements)
  })
}

test('entries, deliveries, files and keys with their tasks: two statements each', async () => {
  for (const query of [
    '{ credits { entries { nodes { task { id } } } } }',
    '{ webhookDeliveries { nodes { task { id } } } }',
    '{ files { nodes { usedBy { nodes { id } } } } }',
    '{ apiKeys { nodes { tasks { nodes { id } } } } }',
  ]) {
    assert.equal(await count(query), 2, query)
  }
})

test('the same edge under two names with the same arguments is one statement, with others two', async () => {
  const entries = (args: string) => `ledgerEntries${args} { nodes { id } }`
  assert.equal(await count(tasks(`a: ${entries('')} b: ${entries('')}`)), LIST + 1)
  assert.equal(await count(tasks(`a: ${entries('')} b: ${entries('(kind: SETTLE)')}`)), LIST + 2)
})
