import assert from 'node:assert/strict'
import { test } from 'node:test'
import { schema } from '../../../schema/index.ts'
import { listen, send } from '../../graphql/client.ts'
import { messageOf, openSocket } from '../../socket/client.ts'
import { ghostOf, type Ids, newCalls, SECRET, twoAccounts, USED } from './world.ts'

/** Every root field of the schema, called by one account with ids of another: as if they had never existed. */

const { gateway, b, targets, others, rows } = await twoAccounts()
const asB = { authorization: `Bearer ${b.key}` }
const atB = { ...gateway, key: b.key }

type Operation = readonly [document: string, variables: Readonly<Record<string, unknown>>]

const TASK = '{ id status prompt queue { position } output { videoUri } }'
const FAILED = 'userErrors { code message path }'
const mutation = (name: string, input: object, fields: string): Operation => [
  `mutation ($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { ${fields} ${FAILED} } }`,
  { input },
]
const node = (id: string): Operation => [
  'query ($id: ID!) { node(id: $id) { __typename id ... on Task { prompt } ... on File { filename } } }',
  { id },
]

/** Inputs of a create with a file. */
const inputs = ({ file }: Ids) => [
  { prompt: 'x', mode: 'IMAGE_TO_VIDEO', inputImage: file },
  { prompt: 'x', mode: 'IMAGE_TO_VIDEO', endImage: file },
  { prompt: 'x', mode: 'REFERENCE_TO_VIDEO', references: [file] },
]

const OPERATIONS: Readonly<Record<string, (ids: Ids) => readonly Operation[]>> = {
  'Query.apiKeys': ({ key }) => [['query ($key: String) { apiKeys(after: $key) { nodes { id } } }', { key }]],
  'Query.credits': ({ entry, task }) => [
    ['query ($entry: String) { credits { entries(after: $entry) { nodes { id } } } }', { entry }],
    ['query ($task: ID) { credits { entries(taskId: $task) { nodes { id taskId } } } }', { task }],
  ],
  'Query.file': ({ file }) => [['query ($file: ID!) { file(id: $file) { id filename } }', { file }]],
  'Query.files': ({ file }) => [['query ($file: String) { files(after: $file) { nodes { id } } }', { file }]],
  'Query.node': (ids) => Object.values(ids).map(node),
  'Query.task': ({ task }) => [[`query ($task: ID!) { task(id: $task) ${TASK} }`, { task }]],
  'Query.taskQuote': (ids) =>
    inputs(ids).map((input) => [
      'query ($input: TaskCreateInput!) { taskQuote(input: $input) { valid errors { code message path } } }',
      { input },
    ]),
  'Query.tasks': ({ task }) => [
    [`query ($task: String) { tasks(after: $task) { nodes ${TASK} } }`, { task }],
    [`query ($task: String) { tasks(after: $task, order: ASC, first: 1) { nodes ${TASK} } }`, { task }],
    [`query ($task: String) { tasks(search: $task) { nodes ${TASK} } }`, { task }],
  ],
  'Query.taskStates': ({ task }) => [['query ($task: ID!) { taskStates(id: $task) { status at } }', { task }]],
  'Query.upscaleQuote': ({ task }) => [
    ['query ($task: ID!) { upscaleQuote(taskId: $task) { amountMicro } }', { task }],
  ],
  'Query.webhookDeliveries': ({ delivery, task }) => [
    ['query ($delivery: String) { webhookDeliveries(after: $delivery) { nodes { id } } }', { delivery }],
    ['query ($task: ID) { webhookDeliveries(taskId: $task) { nodes { id url } } }', { task }],
  ],
  'Mutation.apiKeyUpdate': ({ key }) => [mutation('apiKeyUpdate', { id: key, spendLimit: null }, 'apiKey { id name }')],
  'Mutation.apiKeyRevoke': ({ key }) => [mutation('apiKeyRevoke', { id: key }, 'apiKey { id name }')],
  'Mutation.fileDelete': ({ file }) => [mutation('fileDelete', { id: file }, 'deletedFileId')],
  'Mutation.readTokenCreate': ({ task, group }) => [
    mutation('readTokenCreate', { taskId: task }, 'token'),
    mutation('readTokenCreate', { groupId: group }, 'token'),
  ],
  'Mutation.taskCancel': ({ task }) => [mutation('taskCancel', { id: task }, `task ${TASK}`)],
  'Mutation.taskCreate': (ids) => inputs(ids).map((input) => mutation('taskCreate', input, `tasks ${TASK}`)),
  'Mutation.taskDelete': ({ task }) => [mutation('taskDelete', { id: task }, 'deletedTaskId')],
  'Mutation.taskUpscale': ({ task }) => [
    mutation('taskUpscale', { taskId: task, amountMicro: '1550000' }, `task ${TASK} alreadyExists`),
  ],
  'Mutation.webhookDeliveryReplay': ({ delivery }) => [
    mutation('webhookDeliveryReplay', { id: delivery }, 'webhookDelivery { id url }'),
  ],
}

const SUBSCRIPTIONS: Readonly<Record<string, (ids: Ids) => readonly Operation[]>> = {
  'Subscription.creditsUpdated': ({ creditsCursor }) => [
    ['subscription ($after: String) { creditsUpdated(after: $after) { balanceMicro } }', { after: creditsCursor }],
  ],
  'Subscription.taskUpdated': ({ task, tasksCursor }) => [
    ['subscription ($id: ID!) { taskUpdated(id: $id) { seq } }', { id: task }],
    ['subscription ($id: ID!) { taskUpdated(id: $id, afterSeq: 1) { seq } }', { id: task }],
    [
      'subscription ($id: ID!, $after: String) { taskUpdated(id: $id, after: $after) { seq } }',
      { id: task, after: tasksCursor },
    ],
  ],
  'Subscription.tasksUpdated': ({ group, tasksCursor }) => [
    ['subscription ($group: ID) { tasksUpdated(groupId: $group) { seq } }', { group }],
    ['subscription ($after: String) { tasksUpdated(after: $after) { seq taskId } }', { after: tasksCursor }],
    [
      'subscription ($group: ID, $after: String) { tasksUpdated(groupId: $group, after: $after) { seq } }',
      { group, after: tasksCursor },
    ],
  ],
}

/** Without ids of another account; REST does the same with the same rows. */
const NAMELESS = [
  'Query.account',
  'Query.capabilities',
  'Query.pricing',
  'Query.webhookSecret',
  'Mutation.accountUpdate',
  'Mutation.apiKeyCreate',
  'Mutation.fileUpload',
  'Mutation.promptOptimize',
  'Mutation.webhookSecretRotate',
  'Mutation.webhookTest',
]

test('the test covers every root field', () => {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  const fields = roots.flatMap((type) => Object.keys(type?.getFields() ?? {}).map((field) => `${type?.name}.${field}`))
  assert.deepEqual([...Object.keys(OPERATIONS), ...Object.keys(SUBSCRIPTIONS), ...NAMELESS].sort(), fields.sort())
})

/** Without the fields that differ between answers. */
function alike(shown: unknown, ids: Ids): string {
  let text = JSON.stringify(shown).replace(/req_[0-9a-z]{26}/g, 'REQUEST')
  for (const [name, id] of Object.entries(ids)) text = text.replaceAll(id, name)
  return text
}

async function asked([document, variables]: Operation, ids: Ids, headers: Record<string, string>): Promise<unknown> {
  const reply = await send(gateway, document, variables, headers)
  const { 'x-request-id': _id, date: _date, ratelimit: _rate, ...rest } = Object.fromEntries(reply.headers)
  return [reply.status, rest, alike([reply.data, reply.errors], ids)]
}

for (const [field, operationsOf] of Object.entries(OPERATIONS)) {
  test(`${field} answers for another account’s record as for a missing one, and writes nothing`, async () => {
    const [before, isNew] = [await rows(), newCalls()]
    for (const ids of targets) {
      const ghost = ghostOf(ids)
      const ghostly = operationsOf(ghost)
      for (const [i, operation] of operationsOf(ids).entries()) {
        if (!isNew(operation)) continue
        for (const headers of [asB, { ...asB, ...USED }]) {
          const expected = await asked(ghostly[i] ?? operation, ghost, headers)
          assert.deepEqual(await asked(operation, ids, headers), expected, operation[0])
        }
      }
    }
    assert.deepEqual(await rows(), before)
  })
}

/** The first result of a subscription, over both transports. */
const TRANSPORTS: Readonly<Record<string, (operation: Operation) => Promise<unknown>>> = {
  async events([document, variables]) {
    const aborter = new AbortController()
    const { value } = await listen(atB, document, variables, aborter.signal).next()
    aborter.abort()
    return value
  },
  async socket([query, variables]) {
    const socket = await openSocket(gateway, asB)
    socket.send('{"type":"connection_init"}')
    await messageOf(socket)
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query, variables } }))
    const first = await messageOf(socket)
    socket.close()
    return JSON.parse(first)
  },
}

for (const [field, operationsOf] of Object.entries(SUBSCRIPTIONS)) {
  for (const [transport, first] of Object.entries(TRANSPORTS)) {
    test(`${field} over ${transport} refuses another account’s record like a missing one`, async () => {
      const [before, isNew] = [await rows(), newCalls()]
      for (const ids of targets) {
        const ghost = ghostOf(ids)
        const ghostly = operationsOf(ghost)
        for (const [i, operation] of operationsOf(ids).entries()) {
          if (!isNew(operation)) continue
          const shown = alike(await first(operation), ids)
          assert.match(shown, /"code":"(video_not_found|group_not_found|invalid_cursor)"/, operation[0])
          assert.equal(shown, alike(await first(ghostly[i] ?? operation), ghost))
        }
      }
      assert.deepEqual(await rows(), before)
    })
  }
}

test('no list and no record of one account contains another account’s data', async () => {
  const everything = `{ account { id name } webhookSecret { secret } credits { balanceMicro entries { nodes { id taskId } } }
    tasks { nodes ${TASK} } files { nodes { id filename } } apiKeys { nodes { id name } } webhookDeliveries { nodes { id url } } }`
  const words = [SECRET, gateway.accountId, ...others, ...targets.flatMap((ids) => Object.values(ids))]
  const [mine, theirs] = [await send(gateway, everything), await send(gateway, everything, undefined, asB)]
  assert.deepEqual([mine.errors, theirs.errors], [undefined, undefined])
  assert.ok(mine.text.includes(SECRET))
  for (const word of words) assert.ok(!theirs.text.includes(word), word)
})
