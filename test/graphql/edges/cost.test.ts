import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getNullableType, isListType, isObjectType, parse } from 'graphql'
import { schema } from '../../../schema/index.ts'
import { costOf } from '../../../src/http/graphql/cost.ts'
import { GRAPHQL_COST_MAX } from '../../../src/http/limits.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { send } from '../client.ts'
import { isEdge } from '../whole.ts'

/** The guards count edges like other fields, and lists within lists as often as their fields can be resolved. */

const gateway = await startTestGateway()

const cost = (query: string, variables = {}) => costOf(schema, parse(query), null, variables)

test('lists within lists multiply, also by last and by variables', () => {
  const page = (outer: string, inner: string) =>
    `query ($n: Int = 7) { tasks(${outer}) { nodes { ledgerEntries(${inner}) { nodes { id } } } } }`
  // tasks, and for each task nodes, ledgerEntries, and for each entry nodes and id.
  const expected = (outer: number, inner: number) => 1 + outer * (2 + inner * 2)
  assert.equal(cost(page('first: 10', 'first: 5')), expected(10, 5))
  assert.equal(cost(page('last: 10', 'last: 5')), expected(10, 5))
  assert.equal(cost(page('first: $n', 'last: $n')), expected(7, 7))
  assert.equal(cost(page('first: $n', 'last: $n'), { n: 9 }), expected(9, 9))
  assert.equal(cost(page('order: ASC', 'kind: FREEZE')), expected(20, 20))
  assert.equal(cost(page('first: 1, last: 30', 'first: 2')), expected(30, 2))
})

test('lists without a page count by their longest: four tasks of a group, fifteen references', () => {
  assert.equal(cost('{ task(id: "x") { group { tasks { id } } } }'), 1 + 1 + 1 + 4)
  assert.equal(cost('{ task(id: "x") { group { tasks { group { tasks { id } } } } } }'), 3 + 4 * (1 + 1 + 4))
  assert.equal(cost('{ task(id: "x") { referenceFiles { id } } }'), 1 + 1 + 15)
})

test('every list of objects with edges that has no pages says how long it can be', () => {
  const lists = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) && !/(Connection|Edge)$/.test(type.name)
      ? Object.values(type.getFields())
          .filter((field) => isListType(getNullableType(field.type)) && isEdge(field))
          .map((field) => [`${type.name}.${field.name}`, field.extensions['listSize']])
      : [],
  )
  assert.deepEqual(lists.sort(), [
    ['Task.referenceFiles', 15],
    ['TaskCreatePayload.tasks', 4],
    ['TaskGroup.tasks', 4],
  ])
})

const REFUSED: Readonly<Record<string, readonly [query: string, code: string]>> = {
  'wide lists within lists': [
    '{ apiKeys(first: 100) { nodes { tasks(first: 100) { nodes { id } } } } }',
    'query_too_costly',
  ],
  'a list whose fields are few': [
    '{ tasks(first: 100) { nodes { ledgerEntries(last: 100) { pageInfo { hasNextPage } } } } }',
    'query_too_costly',
  ],
  'many default pages within each other': [
    '{ tasks { nodes { upscales { nodes { upscales { nodes { upscales { nodes { id } } } } } } } } }',
    'query_too_costly',
  ],
  'a circle of edges': [
    '{ task(id: "x") { referenceFiles { usedBy { nodes { referenceFiles { usedBy { nodes { id } } } } } } } }',
    'query_too_costly',
  ],
  'edges too deep': [`{ task(id: "x") { ${'source { '.repeat(12)} id ${'} '.repeat(12)} } }`, 'query_too_deep'],
  'a subscription': [
    'subscription { tasksUpdated { task { key { tasks(first: 100) { nodes { ledgerEntries(first: 50) { nodes { id } } } } } } } }',
    'query_too_costly',
  ],
}

for (const [what, [query, code]] of Object.entries(REFUSED)) {
  test(`${what}: ${code}`, async () => {
    const { status, errors } = await send(gateway, query)
    assert.deepEqual([status, errors?.[0]?.extensions.code], [400, code])
  })
}

test('what a console shows of a page is far below the limit', () => {
  const task = `id status inputImageFile { id filename } endImageFile { id } group { tasks { id } } source { id }
    ledgerEntries(first: 5) { nodes { id kind amountMicro } } webhookDeliveries(first: 1) { nodes { status } } key { name }`
  assert.ok(cost(`{ tasks(first: 50) { nodes { ${task} } pageInfo { hasNextPage } } }`) < GRAPHQL_COST_MAX / 2)
})
