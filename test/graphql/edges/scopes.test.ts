import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isObjectType } from 'graphql'
import { schema } from '../../../schema/index.ts'
import { SCOPES, type Scope } from '../../../src/key/caller.ts'
import { readToken } from '../../rest/read-tokens/token.ts'
import { isEdge } from '../whole.ts'
import { openWorld, read } from './world.ts'

/** Every edge with keys that lack its scope, and with read tokens: null without an error, beside fields that are shown. */

const { gateway, files, framed, referring, group, source, upscale } = await openWorld()
const [start] = files

async function keyWith(scopes: readonly Scope[]): Promise<string> {
  return (await gateway.call('POST', '/v1/api-keys', { name: scopes.join(), scopes })).body.key
}

const PAGE = '{ nodes { id } }'

interface Edge {
  /** Scope of the edge. */
  readonly need: Scope
  readonly selection: string
  /** Where it begins, by the path to it, and the scope that opens that. */
  readonly from: readonly [query: (edge: string) => string, path: readonly string[], scope: Scope | null]
}

const task = (id: string): Edge['from'] => [(edge) => `{ task(id: "${id}") { id ${edge} } }`, ['task'], 'videos:read']
const account: Edge['from'] = [(edge) => `{ account { id ${edge} } }`, ['account'], null]
const entry: Edge['from'] = [
  (edge) => `{ credits { entries(kind: FREEZE, first: 1) { nodes { id ${edge} } } } }`,
  ['credits', 'entries', 'nodes', '0'],
  'credits:read',
]
const file: Edge['from'] = [(edge) => `{ file(id: "${start}") { id ${edge} } }`, ['file'], 'files:write']
const key: Edge['from'] = [
  (edge) => `{ apiKeys(last: 1) { nodes { id ${edge} } } }`,
  ['apiKeys', 'nodes', '0'],
  'keys:admin',
]
const delivery: Edge['from'] = [
  (edge) => `{ webhookDeliveries { nodes { id ${edge} } } }`,
  ['webhookDeliveries', 'nodes', '0'],
  'videos:read',
]

const EDGES: Readonly<Record<string, Edge>> = {
  'Account.entries': { need: 'credits:read', selection: PAGE, from: account },
  'Account.files': { need: 'files:write', selection: `{ totalCount nodes { id } }`, from: account },
  'Account.keys': { need: 'keys:admin', selection: `{ totalCount nodes { id } }`, from: account },
  'Account.tasks': { need: 'videos:read', selection: PAGE, from: account },
  'ApiKey.tasks': { need: 'videos:read', selection: PAGE, from: key },
  'File.usedBy': { need: 'videos:read', selection: PAGE, from: file },
  'LedgerEntry.task': { need: 'videos:read', selection: '{ id }', from: entry },
  'Task.endImageFile': { need: 'files:write', selection: '{ id }', from: task(framed) },
  'Task.group': { need: 'videos:read', selection: '{ tasks { id } }', from: task(group.tasks[0] ?? '') },
  'Task.inputImageFile': { need: 'files:write', selection: '{ id }', from: task(framed) },
  'Task.key': { need: 'keys:admin', selection: '{ id }', from: task(framed) },
  'Task.ledgerEntries': { need: 'credits:read', selection: PAGE, from: task(framed) },
  'Task.referenceFiles': { need: 'files:write', selection: '{ id }', from: task(referring) },
  'Task.source': { need: 'videos:read', selection: '{ id }', from: task(upscale) },
  'Task.upscales': { need: 'videos:read', selection: PAGE, from: task(source) },
  'Task.webhookDeliveries': { need: 'videos:read', selection: PAGE, from: task(source) },
  'WebhookDelivery.task': { need: 'videos:read', selection: '{ id }', from: delivery },
}

test('every edge of the schema is here', () => {
  const edges = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node')
      ? Object.values(type.getFields())
          .filter(isEdge)
          .map((field) => `${type.name}.${field.name}`)
      : [],
  )
  assert.deepEqual(edges.sort(), Object.keys(EDGES).sort())
})

for (const [name, { need, selection, from }] of Object.entries(EDGES)) {
  const [query, path, scope] = from
  const [edge = ''] = name.split('.').slice(1)
  const shown = async (bearer: string) =>
    path.reduce((value, step) => value[step], await read(gateway, query(`${edge} ${selection}`), bearer))

  test(`${name} is null for a key without ${need}, and beside it the rest is shown`, async () => {
    const opens = scope === null ? [] : [scope]
    assert.ok((await shown(await keyWith([...new Set([...opens, need])])))[edge] !== null)
    if (scope === need) return
    for (const scopes of [opens, SCOPES.filter((each) => each !== need)]) {
      const object = await shown(await keyWith(scopes.length > 0 ? scopes : ['videos:write']))
      assert.equal(object[edge], null)
      assert.equal(typeof object.id, 'string')
    }
  })
}

/** What a token of its tasks shows, and one that has both ends. */
const TASK = `{ id inputImageFile { id } endImageFile { id } referenceFiles { id } group { tasks { id } } source { id }
  upscales { nodes { id } } ledgerEntries { nodes { id } } webhookDeliveries { nodes { id } } key { id } }`
const NOTHING = {
  ...{ inputImageFile: null, endImageFile: null, referenceFiles: null, group: null, source: null },
  ...{ upscales: { nodes: [] }, ledgerEntries: null, webhookDeliveries: null, key: null },
}

test('a read token of a task sees none of its files, money, webhooks, keys and other tasks', async () => {
  for (const id of [framed, referring, source, upscale]) {
    const token = await readToken(gateway, { task_id: id })
    assert.deepEqual((await read(gateway, `{ task(id: "${id}") ${TASK} }`, token)).task, { id, ...NOTHING })
  }
})

test('a read token of a group sees its tasks from each of them, one of a task only that task', async () => {
  const [id = '', other] = group.tasks
  for (const [target, tasks] of [
    [{ group_id: group.id }, [{ id }, { id: other }]],
    [{ task_id: id }, [{ id }]],
  ] as const) {
    const token = await readToken(gateway, target)
    const { task } = await read(gateway, `{ task(id: "${id}") ${TASK} }`, token)
    assert.deepEqual(task, { id, ...NOTHING, group: { tasks } })
  }
})

test('a create with videos:write alone shows the task, and no edge that reads others', async () => {
  const bearer = await keyWith(['videos:write'])
  const { taskCreate } = await read(
    gateway,
    `mutation { taskCreate(input: { prompt: "x", n: 2 }) { tasks { group { tasks { id } } upscales { nodes { id } } } } }`,
    bearer,
  )
  const none = { group: null, upscales: null }
  assert.deepEqual(taskCreate.tasks, [none, none])
})
