import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type GraphQLObjectType, isInterfaceType, isObjectType } from 'graphql'
import { schema } from '../../schema/index.ts'
import { SCOPES } from '../../src/key/caller.ts'
import { deliveredTask, startWebhookGateway } from '../rest/webhooks/support.ts'
import { pngOf, uploaded } from '../support/material.ts'
import { startReceiver } from '../webhook/receiver.ts'
import { send } from './client.ts'
import { wholeOf } from './whole.ts'

const gateway = await startWebhookGateway()
const receiver = await startReceiver()
await deliveredTask(gateway, receiver.url)
await uploaded(gateway, await pngOf(64, 64), 'reference')

/** Where an object of each type is found, beside its id. */
const PLACES: Readonly<Record<string, (fields: string) => readonly [query: string, path: readonly string[]]>> = {
  Account: (fields) => [`{ account ${fields} }`, ['account']],
  ApiKey: (fields) => [`{ apiKeys { nodes ${fields} } }`, ['apiKeys', 'nodes', '0']],
  File: (fields) => [`{ files { nodes ${fields} } }`, ['files', 'nodes', '0']],
  LedgerEntry: (fields) => [`{ credits { entries { nodes ${fields} } } }`, ['credits', 'entries', 'nodes', '0']],
  Task: (fields) => [`{ tasks { nodes ${fields} } }`, ['tasks', 'nodes', '0']],
  WebhookDelivery: (fields) => [`{ webhookDeliveries { nodes ${fields} } }`, ['webhookDeliveries', 'nodes', '0']],
}

const interfaceOf = schema.getType('Node')
assert.ok(isInterfaceType(interfaceOf))
const nodes = schema.getPossibleTypes(interfaceOf)

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
async function ask(query: string, variables: object = {}, headers: Record<string, string> = {}): Promise<any> {
  const { data, errors } = await send<Record<string, unknown>, object>(gateway, query, variables, headers)
  assert.equal(errors, undefined)
  return data
}

async function placed({ name }: GraphQLObjectType, fields: string) {
  const [query, path] = PLACES[name]?.(fields) ?? assert.fail(name)
  return path.reduce((value, step) => value[step], await ask(query))
}

const NODE = 'query ($id: ID!) { node(id: $id) { __typename id } }'

test('every type with an id is a Node', () => {
  const withId = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && 'id' in type.getFields())
  assert.deepEqual(withId.map(({ name }) => name).sort(), nodes.map(({ name }) => name).sort())
  assert.deepEqual(nodes.map(({ name }) => name).sort(), Object.keys(PLACES).sort())
})

for (const type of nodes) {
  test(`a ${type.name} is found by its id, complete, and only by its account`, async () => {
    const { id } = await placed(type, '{ id }')
    const fields = wholeOf(type)
    const { node } = await ask(`query ($id: ID!) { node(id: $id) { ... on ${type.name} ${fields} } }`, { id })
    // Each answer signs an address again; the cancelled task has none.
    assert.deepEqual(node, await placed(type, fields))
    const stranger = await gateway.newAccount({ scopes: SCOPES })
    assert.deepEqual(await ask(NODE, { id }, { authorization: `Bearer ${stranger.key}` }), { node: null })
  })

  test(`an unknown ${type.name} is null, whatever its id contains`, async () => {
    const { id } = await placed(type, '{ id }')
    const prefix = id.split('_', 1)[0]
    for (const other of [`${prefix}_none`, `${prefix}_`, `${prefix}_\u0000`, `${id}x`, ` ${id}`, `${prefix}_字`]) {
      assert.deepEqual(await ask(NODE, { id: other }), { node: null }, other)
    }
  })
}

test('an id without a type is null', async () => {
  for (const id of ['', '_', 'nothing', 'Task:1', 'grp_x', 'evt_x', 'constructor_x', '__proto___x', '\ud83d']) {
    assert.deepEqual(await ask(NODE, { id }), { node: null }, id)
  }
})
