import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { schema } from '../../schema/index.ts'
import { SCOPES } from '../../src/key/caller.ts'
import { finishedTask } from '../rest/content/finished.ts'
import { bearing, readToken } from '../rest/read-tokens/token.ts'
import { openClient } from '../socket/client.ts'
import { startTestGateway, type TestGateway } from '../support/gateway.ts'
import { sendMultipart } from '../support/graphql-upload.ts'
import { corpus } from '../support/material.ts'
import { rowsOf } from '../support/rows.ts'
import { listen, send } from './client.ts'

/** Every root field with a token of one task, and of one group. */

const gateway = await startTestGateway({ scopes: SCOPES, concurrencyLimit: 100 })
const own = await finishedTask(gateway)
const { body: other } = await gateway.call('POST', '/v1/videos', { prompt: 'other' })
const { body: group } = await gateway.call('POST', '/v1/videos', { prompt: 'group', n: 2 })
for (const { id } of [other, ...group.data]) await gateway.call('POST', `/v1/videos/${id}/cancel`)
const token = await readToken(gateway, { task_id: own.id })
const groupToken = await readToken(gateway, { group_id: group.group_id })
const members: string[] = group.data.map(({ id }: { id: string }) => id)

const CREATE = `mutation ($input: ReadTokenCreateInput!) {
  readTokenCreate(input: $input) { token expiresAt userErrors { code path } }
}`

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
async function ask(document: string, bearer: string, variables: object = {}): Promise<any> {
  const { data, errors } = await send<Record<string, unknown>, object>(gateway, document, variables, bearing(bearer))
  assert.equal(errors, undefined)
  return Object.values(data ?? {})[0]
}

test('a token is created as in REST, and refusals are user errors', async () => {
  const before = await rowsOf(gateway)
  for (const [input, taskId] of [
    [{ taskId: own.id }, own.id],
    [{ groupId: group.group_id }, members[0]],
  ] as const) {
    const made = await ask(CREATE, gateway.key, { input })
    assert.deepEqual(made.userErrors, [])
    assert.match(made.expiresAt, /^\d{4}-\d\d-\d\dT[\d:]+\.000Z$/)
    assert.deepEqual(await ask(`{ task(id: "${taskId}") { id } }`, made.token), { id: taskId })
  }
  for (const [input, code, path] of [
    [{}, 'missing_parameter', ['input', 'taskId']],
    [{ taskId: own.id, groupId: group.group_id }, 'conflicting_parameters', ['input', 'groupId']],
    [{ taskId: 'vid_none' }, 'video_not_found', null],
    [{ groupId: 'grp_none' }, 'group_not_found', null],
    [{ taskId: own.id, idempotencyKey: '' }, 'invalid_idempotency_key', ['input', 'idempotencyKey']],
  ] as const) {
    const refused = await ask(CREATE, gateway.key, { input })
    assert.deepEqual(refused, { token: null, expiresAt: null, userErrors: [{ code, path }] })
  }
  assert.deepEqual(await rowsOf(gateway), before)
})

test('lookups and lists show the token’s tasks and no others', async () => {
  for (const [field, args] of [
    ['task', 'id'],
    ['taskStates', 'id'],
    ['node', 'id'],
    ['upscaleQuote', 'taskId'],
  ]) {
    const look = (id: string) => ask(`{ ${field}(${args}: "${id}") { __typename } }`, token)
    for (const id of [other.id, members[0] ?? '', 'vid_none']) assert.equal(await look(id), null, `${field} ${id}`)
    assert.notEqual(await look(own.id), null, field)
  }
  const list = async (bearer: string) => {
    const { nodes } = await ask('{ tasks(first: 100, order: ASC) { nodes { id } } }', bearer)
    return nodes.map(({ id }: { id: string }) => id)
  }
  assert.deepEqual(await list(token), [own.id])
  assert.deepEqual(await list(groupToken), members.toSorted())
})

/** Arguments of a root field, by their types. */
function argumentOf(type: GraphQLInputType): string {
  if (isNonNullType(type)) return argumentOf(type.ofType)
  if (isListType(type)) return `[${argumentOf(type.ofType)}]`
  if (isEnumType(type)) return type.getValues()[0]?.name ?? ''
  if (!isInputObjectType(type)) return ['Int', 'MicroYuan'].includes(type.name) ? '1' : '"x"'
  const required = Object.values(type.getFields()).filter((field) => isNonNullType(field.type))
  return `{${required.map((field) => `${field.name}: ${argumentOf(field.type)}`).join(' ')}}`
}

/** A lazy object checks nothing before one of its fields is read. */
function documentOf({ name, args, type }: GraphQLField<unknown, unknown>): string {
  const given = args.filter((arg) => isNonNullType(arg.type)).map((arg) => `${arg.name}: ${argumentOf(arg.type)}`)
  const named = getNamedType(type)
  const leaf =
    isObjectType(named) && Object.values(named.getFields()).find((each) => isLeafType(getNamedType(each.type)))
  return `${name}${given.length > 0 ? `(${given.join(' ')})` : ''} { ${leaf ? leaf.name : '__typename'} }`
}

const READS = ['task', 'taskStates', 'tasks', 'node', 'upscaleQuote', 'taskUpdated', 'tasksUpdated']
/** Needs a multipart request. */
const UPLOAD = 'fileUpload'

for (const [operation, root] of [
  ['query', schema.getQueryType()],
  ['mutation', schema.getMutationType()],
  ['subscription', schema.getSubscriptionType()],
] as const) {
  for (const field of Object.values(root?.getFields() ?? {})) {
    if (READS.includes(field.name) || field.name === UPLOAD) continue
    test(`${operation} ${field.name} refuses a token and writes nothing`, async () => {
      const before = await rowsOf(gateway)
      const { errors } = await send(gateway, `${operation} { ${documentOf(field)} }`, undefined, bearing(token))
      assert.equal(errors?.[0]?.extensions.code, 'insufficient_scope')
      assert.deepEqual(await rowsOf(gateway), before)
    })
  }
}

test('uploads and files as nodes refuse a token', async () => {
  const query = 'mutation ($input: FileUploadInput!) { fileUpload(input: $input) { file { id } userErrors { code } } }'
  const variables = { input: { file: null, purpose: 'REFERENCE' } }
  const { body } = await sendMultipart(gateway, {
    query,
    variables,
    file: await corpus('rgb.png'),
    headers: bearing(token),
  })
  assert.equal(body.errors[0].extensions.code, 'insufficient_scope')
  const { errors } = await send(gateway, '{ node(id: "file_x") { id } }', undefined, bearing(token))
  assert.equal(errors?.[0]?.extensions.code, 'insufficient_scope')
})

/** First result of a subscription, by the stock client over a socket, and by events. */
async function firstOf(query: string, bearer: string): Promise<unknown[]> {
  const client = openClient(gateway, { connectionParams: { Authorization: `Bearer ${bearer}` } })
  const aborter = new AbortController()
  const sources = [
    client.iterate({ query }),
    listen({ ...gateway, key: bearer } as TestGateway, query, {}, aborter.signal),
  ]
  const first = []
  for (const source of sources) {
    const { value } = await source.next()
    first.push(value?.errors?.[0]?.extensions?.['code'] ?? value?.data)
  }
  aborter.abort()
  await client.dispose()
  return first
}

test('a task’s stream accepts its token over both transports, and no other token', async () => {
  const watch = (id: string) => `subscription { taskUpdated(id: "${id}") { task { id } } }`
  const mine = { taskUpdated: { task: { id: own.id } } }
  assert.deepEqual(await firstOf(watch(own.id), token), [mine, mine])
  assert.deepEqual(await firstOf(watch(other.id), token), ['video_not_found', 'video_not_found'])
  const member = { taskUpdated: { task: { id: members[1] } } }
  assert.deepEqual(await firstOf(watch(members[1] ?? ''), groupToken), [member, member])
})

test('a group’s stream accepts its token, and the account’s stream shows nothing else', async () => {
  const watch = (args: string) => `subscription { tasksUpdated${args} { taskId } }`
  const { body } = await gateway.call('POST', '/v1/videos', { prompt: 'running', n: 2 })
  await gateway.call('POST', '/v1/videos', { prompt: 'running' })
  const bearer = await readToken(gateway, { group_id: body.group_id })
  const ids: string[] = body.data.map(({ id }: { id: string }) => id)
  const updateOf = (taskId: string | undefined) => ({ tasksUpdated: { taskId } })
  const [first, oldest] = [updateOf(ids[0]), updateOf(ids.toSorted()[0])]
  assert.deepEqual(await firstOf(watch(`(groupId: "${body.group_id}")`), bearer), [first, first])
  assert.deepEqual(await firstOf(watch(''), bearer), [oldest, oldest])
  const foreign = await firstOf(watch(`(groupId: "${body.group_id}")`), token)
  assert.deepEqual(foreign, ['group_not_found', 'group_not_found'])
})
