import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { mock, test } from 'node:test'
import {
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  getNamedType,
  getOperationAST,
  isObjectType,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql'
import { schema } from '../../schema/index.ts'
import { readVariables } from '../../src/http/graphql/variables.ts'
import { writerOf } from '../../src/http/graphql/writer/writer.ts'
import { stringify } from '../../src/lib/raw-json.ts'
import { taskFromRow } from '../../src/task/task.ts'
import { made, openWorld } from './edges/world.ts'
import { isEdge, wholeOf } from './whole.ts'

/** A writer gives the text that graphql-js would, byte for byte, or null. */

const { gateway, files, source, framed, group } = await openWorld()
const { rooms } = gateway
// Text that JSON escapes, and JSON that a parser would change.
const metadata = '{"b":1,"a":[1e400,9007199254740993],"a":"\\u2028 \\ud800 </script>","é":"\u2028"}'
const odd = await made(gateway, { prompt: 'a "quoted" \\ line\nend \u2028 \u0007 é 视频 😀' })
await rooms.resources.pool.query('update task set metadata = $2 where id = $1', [odd.id, metadata])
await rooms.resources.pool.query('update account set audited_balance_micro = 0, audited_at = now()')
const caller = await rooms.verifier.verify(`Bearer ${gateway.key}`)
// Signed addresses and times of waiting depend on it.
mock.timers.enable({ apis: ['Date'], now: Date.now() })
// Cursors of pages depend on it.
const mark = rooms.bus.horizon()
mock.method(rooms.bus, 'horizon', () => mark)

const VARIABLES: Readonly<Record<string, unknown>> = {
  ...{ id: source, taskId: source, first: 3, last: 3, order: 'ASC', status: ['SUCCEEDED', 'QUEUED'] },
  ...{ file: files[0], groupId: group.id, kind: 'FREEZE', input: { prompt: 'x' } },
}

function argsOf(query: string, rootValue?: unknown, operationName?: string): ExecutionArgs {
  const document = parse(query)
  assert.deepEqual(validate(schema, document), [], query)
  const operation = getOperationAST(document, operationName)
  const names = (operation?.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
  const variableValues = Object.fromEntries(
    names.filter((name) => name in VARIABLES).map((name) => [name, VARIABLES[name]]),
  )
  const contextValue = { rooms, caller, requestId: 'req_1', idempotencyKey: null, meter: null }
  return { schema, document, operationName, variableValues, contextValue, rootValue }
}

async function write(args: ExecutionArgs): Promise<string | null> {
  const { coerced } = readVariables(args)
  assert.ok(coerced)
  return (await writerOf(args)?.(args.rootValue, args.contextValue, coerced)) ?? null
}

async function executed(args: ExecutionArgs): Promise<ExecutionResult> {
  return await execute(args)
}

async function assertSame(args: ExecutionArgs) {
  assert.equal(await write(args), stringify(await executed(args)))
}

/** All fields of every type of the answer to a field, and the edges of its nodes. */
function wholeAnswerOf(field: string): string {
  const type = schema.getQueryType()?.getFields()[field]?.type ?? assert.fail()
  return wholeOf(type)
}

function wholeOfType(name: string): string {
  const type = schema.getType(name)
  assert.ok(isObjectType(type))
  return wholeOf(type)
}

function edgesOf(typeName: string): string {
  const type = schema.getType(typeName)
  assert.ok(isObjectType(type))
  const edges = Object.values(type.getFields()).filter(isEdge)
  return edges.map((field) => `${field.name} { ${firstFieldsOf(getNamedType(field.type).name)} }`).join(' ')
}

const firstFieldsOf = (name: string) => {
  if (name.endsWith('Connection'))
    return 'edges { cursor node { __typename id } } nodes { id } pageInfo { hasNextPage endCursor }'
  return name === 'TaskGroup' ? 'groupId tasks { id nIndex }' : '__typename id'
}

const QUERIES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['tasks', 'files', 'apiKeys', 'credits', 'pricing', 'webhookDeliveries', 'webhookSecret'].map((field) => [
      `every field of ${field}`,
      `{ ${field} ${wholeAnswerOf(field)} }`,
    ]),
  ),
  'every field of a file': `query ($file: ID!) { file(id: $file) ${wholeAnswerOf('file')} }`,
  'every field of a quote': `query ($input: TaskCreateInput!) { taskQuote(input: $input) {
    valid affordable moreErrors request ${wholeOfType('TaskQuoteRequest')} price ${wholeOfType('TaskQuotePrice')} } }`,
  'every field of an upscale quote': `query ($taskId: ID!) { upscaleQuote(taskId: $taskId) ${wholeAnswerOf('upscaleQuote')} }`,
  'the edges of tasks': `{ tasks(first: 20) { nodes { id ${edgesOf('Task')} } } }`,
  'the edges of files': `{ files { nodes { id ${edgesOf('File')} } } }`,
  'the edges of keys': `{ apiKeys { nodes { id ${edgesOf('ApiKey')} } } }`,
  'edges within edges':
    '{ tasks { nodes { upscales { nodes { source { key { id tasks(first: 2) { nodes { id } } } } } } } } }',
  aliases:
    '{ a: tasks(first: 1) { b: nodes { c: id d: id __typename } } __typename e: tasks(first: 2) { nodes { id } } }',
  'fields of the same name': '{ tasks { nodes { id } } tasks { pageInfo { endCursor } nodes { status id } } }',
  fragments: `query { ...A ... { tasks { ...B } } } fragment A on Query { tasks { ...B nodes { ...C } } }
    fragment B on TaskConnection { nodes { ... on Node { id } ... on Task { status } ...C } } fragment C on Task { progress id }`,
  variables: `query ($first: Int = 2, $order: SortOrder!, $status: [TaskStatus!], $after: String) {
    tasks(first: $first, order: $order, status: $status, after: $after) { nodes { id } } }`,
  'literal arguments':
    '{ tasks(first: 2, order: ASC, status: [QUEUED], createdAfter: "2020-01-01T00:00:00Z") { nodes { id } } }',
  'a null': '{ file(id: "file_none") { id } }',
  'an empty list': '{ tasks(status: [REJECTED]) { nodes { id } edges { node { id } } } }',
}

for (const [name, query] of Object.entries(QUERIES)) {
  test(`${name}: written as executed`, () => assertSame(argsOf(query)))
}

const WITHOUT_WRITER: readonly string[] = [
  '{ account { id } }',
  'query ($id: ID!) { task(id: $id) { id } }',
  'query ($id: ID!) { node(id: $id) { id } }',
  '{ taskQuote(input: { prompt: "" }) { errors { code } } }',
  'query ($skip: Boolean = true) { pricing { currency priceVersion @skip(if: $skip) } }',
  '{ __schema { queryType { name } } }',
  'mutation { webhookSecretRotate(input: {}) { userErrors { code } } }',
]

test('an operation with `info`, abstract types or directives has no writer', () => {
  for (const query of WITHOUT_WRITER) assert.equal(writerOf(argsOf(query)), null, query)
})

test('an operation with an error is left to graphql-js', async () => {
  const broken = [
    '{ tasks(first: 0) { nodes { id } } }',
    '{ tasks(after: "none") { nodes { id } } pricing { currency } }',
    '{ pricing { currency } a: tasks(first: 1) { nodes { upscales(first: 0) { nodes { id } } } } }',
  ]
  for (const query of broken) {
    const args = argsOf(query)
    assert.ok((await executed(args)).errors, query)
    assert.equal(await write(args), null, query)
  }
})

test('the queries of the console and the tests are written as executed', async () => {
  const paths = globSync('{web/src,test/graphql}/documents/*.graphql')
  const written: string[] = []
  for (const path of paths) {
    const query = readFileSync(path, 'utf8')
    const operations = parse(query).definitions.filter(
      (each): each is OperationDefinitionNode => each.kind === 'OperationDefinition',
    )
    for (const { name, operation } of operations) {
      if (operation !== 'query') continue
      const args = argsOf(query, undefined, name?.value)
      if (!writerOf(args)) continue
      await assertSame(args)
      written.push(name?.value ?? '')
    }
  }
  assert.ok(written.length >= 8, written.join())
})

const { rows } = await rooms.resources.pool.query('select * from task')
const tasks = rows.map(taskFromRow)
const WHOLE_TASK = wholeOfType('Task')

test('events of every task are written as executed', async () => {
  const one = `subscription ($id: ID!) { taskUpdated(id: $id) { seq skipped cursor task ${WHOLE_TASK} } }`
  const some = `subscription { tasksUpdated { taskId deleted seq skipped cursor task ${WHOLE_TASK} } }`
  const edges = `subscription ($id: ID!) { taskUpdated(id: $id) { task { ${edgesOf('Task')} } } }`
  assert.ok(tasks.some(({ id }) => id === framed))
  for (const task of tasks) {
    const change = { task, taskId: task.id, seq: 7, skipped: true, cursor: 'c' }
    for (const query of [one, some, edges]) await assertSame(argsOf(query, change))
  }
  await assertSame(argsOf(some, { taskId: source, task: null, seq: 8, skipped: false, cursor: 'd' }))
})

test('an event that breaks the schema is left to graphql-js', async () => {
  const query = 'subscription ($id: ID!) { taskUpdated(id: $id) { seq task { id status } } }'
  const [task] = tasks
  for (const broken of [{ ...task, status: 'unknown' }, { ...task, status: null }, new Error('broken'), null]) {
    assert.equal(await write(argsOf(query, { task: broken, seq: 1, skipped: false })), null)
  }
})
