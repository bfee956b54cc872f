import assert from 'node:assert/strict'
import { test } from 'node:test'
import { send } from '../client.ts'
import { made, openWorld, read } from './world.ts'

/** Pages of lists at edges, for each object on its own, forward and backward, with the filters of the root's list. */

const { gateway, files, framed, referring, source } = await openWorld()
const { pool } = gateway.rooms.resources
const [start, end] = files

/** Six tasks of the one file and three of the other, oldest first. */
const used: Record<string, string[]> = { [start]: [framed, referring], [end]: [framed] }
for (let i = 0; i < 4; i++) {
  const { id } = await made(gateway, { mode: 'image_to_video', input_image: start })
  used[start]?.push(id)
}
for (let i = 0; i < 2; i++) {
  const { id } = await made(gateway, { mode: 'image_to_video', end_image: end })
  used[end]?.push(id)
}
await pool.query('update task set source_task_id = $1 where id = any($2)', [source, used[start]])
/** Entries of two tasks: three of the one, one of the other. */
const { body: charged } = await gateway.call('GET', `/v1/credits?task_id=${framed}`)
await pool.query(
  `insert into ledger_entry select (jsonb_populate_record(e, jsonb_build_object('id', e.id || i, 'number', 1000 + i,
     'kind', 'refund', 'subject_id', null))).* from ledger_entry e, generate_series(1, 2) i where e.id = $1`,
  [charged.ledger.data[0].id],
)

interface Shown {
  readonly nodes: readonly { id: string }[]
  readonly pageInfo: Readonly<
    Record<'hasNextPage' | 'hasPreviousPage', boolean> & Record<'startCursor' | 'endCursor', string>
  >
}
const PAGE = '{ nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }'
const idsOf = ({ nodes }: Shown) => nodes.map(({ id }) => id)

/** A list at an edge, and its items in the order of the list. */
interface List {
  readonly name: string
  readonly items: readonly string[]
  page(args: string): Promise<Shown>
}

const usedBy = async (id: string, args: string): Promise<Shown> =>
  (await read(gateway, `{ file(id: "${id}") { usedBy${args} ${PAGE} } }`)).file.usedBy
const upscales = async (args: string): Promise<Shown> =>
  (await read(gateway, `{ task(id: "${source}") { upscales${args} ${PAGE} } }`)).task.upscales
const entries = async (args: string): Promise<Shown> =>
  (await read(gateway, `{ task(id: "${framed}") { ledgerEntries${args} ${PAGE} } }`)).task.ledgerEntries
const accountEntries = async (args: string): Promise<Shown> =>
  (await read(gateway, `{ account { entries${args} ${PAGE} } }`)).account.entries

const LISTS: readonly List[] = [
  { name: 'File.usedBy', items: (used[start] ?? []).toReversed(), page: (args) => usedBy(start, args) },
  { name: 'Task.upscales', items: idsOf(await upscales('')), page: upscales },
  { name: 'Task.ledgerEntries', items: idsOf(await entries('')), page: entries },
  { name: 'Account.entries', items: idsOf(await accountEntries('')), page: accountEntries },
]

for (const { name, items, page } of LISTS) {
  test(`${name}: pages forward and backward have each item once, in the order of the list`, async () => {
    assert.ok(items.length >= 3)
    const forward: string[] = []
    for (let args = '(first: 2)'; ; ) {
      const shown = await page(args)
      assert.equal(shown.pageInfo.hasPreviousPage, forward.length > 0)
      forward.push(...idsOf(shown))
      if (!shown.pageInfo.hasNextPage) break
      args = `(first: 2, after: "${shown.pageInfo.endCursor}")`
    }
    assert.deepEqual(forward, items)
    let backward: string[] = []
    for (let args = '(last: 2)'; ; ) {
      const shown = await page(args)
      assert.equal(shown.pageInfo.hasNextPage, backward.length > 0)
      backward = [...idsOf(shown), ...backward]
      if (!shown.pageInfo.hasPreviousPage) break
      args = `(last: 2, before: "${shown.pageInfo.startCursor}")`
    }
    assert.deepEqual(backward, items)
  })
}

test('the page of each object of a list is its own', async () => {
  const { files: list } = await read(gateway, `{ files { nodes { id usedBy(first: 2, order: ASC) ${PAGE} } } }`)
  const pages = new Map(list.nodes.map(({ id, usedBy: shown }: { id: string; usedBy: Shown }) => [id, shown]))
  for (const id of [start, end]) {
    const shown = pages.get(id) as Shown
    assert.deepEqual([idsOf(shown), shown.pageInfo.hasNextPage], [used[id]?.slice(0, 2), true])
  }
})

test('tasks at edges are filtered by status, mode and time, and ordered, as in the root’s list', async () => {
  const [first = '', second = ''] = used[start] ?? []
  await gateway.call('POST', `/v1/videos/${second}/cancel`)
  const { body } = await gateway.call('GET', `/v1/videos/${second}`)
  assert.deepEqual(idsOf(await usedBy(start, '(status: [CANCELLED])')), [second])
  assert.deepEqual(idsOf(await usedBy(start, '(mode: TEXT_TO_VIDEO)')), [])
  assert.deepEqual(idsOf(await usedBy(start, `(createdBefore: "${body.created_at}", order: ASC)`)), [first])
  assert.deepEqual(
    idsOf(await usedBy(start, `(createdAfter: "${body.created_at}", order: ASC)`)),
    used[start]?.slice(2),
  )
})

test('entries at edges are filtered by kind', async () => {
  assert.equal(idsOf(await entries('(kind: REFUND)')).length, 2)
  assert.equal(idsOf(await entries('(kind: FREEZE)')).length, 1)
})

test('a wrong page is a field’s error, and the rest of the answer is shown', async () => {
  for (const [args, code, param] of [
    ['(first: 0)', 'invalid_parameter', 'first'],
    ['(last: 101)', 'invalid_parameter', 'last'],
    ['(after: "none")', 'invalid_cursor', 'after'],
    ['(before: "none")', 'invalid_cursor', 'before'],
    ['(after: "")', 'invalid_cursor', 'after'],
    ['(first: 1, last: 1)', 'conflicting_parameters', 'first'],
    [`(after: "x", before: "x")`, 'conflicting_parameters', 'after'],
  ]) {
    const lists = `upscales${args} { nodes { id } } ledgerEntries${args} { nodes { id } } webhookDeliveries${args} { nodes { id } }`
    const { data, errors } = await send(gateway, `{ task(id: "${source}") { id ${lists} } }`)
    const refused = errors?.map(({ extensions }) => [extensions.code, extensions['param']])
    assert.deepEqual(
      refused,
      [
        [code, param],
        [code, param],
        [code, param],
      ],
      args,
    )
    const none = { upscales: null, ledgerEntries: null, webhookDeliveries: null }
    assert.deepEqual(data, { task: { id: source, ...none } })
  }
})

test('the root’s lists page backward too', async () => {
  const lists = ['tasks', 'files', 'apiKeys', 'webhookDeliveries']
  for (const list of lists) {
    const whole: Shown = (await read(gateway, `{ ${list} ${PAGE} }`))[list]
    const { nodes, pageInfo }: Shown = (await read(gateway, `{ ${list}(last: 1) ${PAGE} }`))[list]
    assert.deepEqual(nodes, whole.nodes.slice(-1), list)
    assert.deepEqual([pageInfo.hasNextPage, pageInfo.hasPreviousPage], [false, whole.nodes.length > 1])
  }
})
