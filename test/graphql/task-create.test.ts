import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../support/gateway.ts'
import { create, send } from './client.ts'
import { TaskCreateDocument, type TaskCreateInput, TaskDocument } from './generated/graphql.ts'

const gateway = await startTestGateway()

test('a create freezes the price and returns the task', async () => {
  const input = { prompt: 'a boat', duration: 6.5, aspectRatio: 'ASPECT_9_16', seed: 7, audio: false } as const
  const { tasks, ...summary } = await create(gateway, input)
  assert.deepEqual(summary, { userErrors: [], requested: 1, created: 1, groupId: null })
  const [task] = tasks
  assert.equal(task?.status, 'QUEUED')
  assert.equal(task?.seed, 7)
  assert.deepEqual(task?.cost, { frozenMicro: '3270000', earnedMicro: '0' })
  const rest = await gateway.call('GET', `/v1/videos/${task?.id}`)
  assert.equal(rest.body.aspect_ratio, '9:16')
  assert.equal(rest.body.duration, 6.5)
  assert.equal(rest.body.audio, false)
})

test('a refusal is a user error with its path and writes nothing', async () => {
  const before = await gateway.counts()
  const cases: [TaskCreateInput, string, string[]][] = [
    [{ prompt: '' }, 'invalid_parameter', ['input', 'prompt']],
    [{ prompt: 'x', n: 3 }, 'invalid_parameter', ['input', 'n']],
    [{ prompt: 'x', webhookUrl: 'ftp://x' }, 'invalid_parameter', ['input', 'webhookUrl']],
    [{ prompt: 'x', inputImage: 'file_1' }, 'conflicting_parameters', ['input', 'inputImage']],
    [
      { prompt: 'x', mode: 'REFERENCE_TO_VIDEO', references: ['a', 'b', ''] },
      'invalid_parameter',
      ['input', 'references', '2'],
    ],
    [{ prompt: '@图片1' }, 'reference_not_supplied', ['input', 'prompt']],
    [{ prompt: 'x', idempotencyKey: '' }, 'invalid_idempotency_key', ['input', 'idempotencyKey']],
  ]
  for (const [input, code, path] of cases) {
    const { tasks, created, userErrors } = await create(gateway, input)
    assert.deepEqual(tasks, [])
    assert.equal(created, 0)
    assert.equal(userErrors[0]?.code, code, JSON.stringify(input))
    assert.equal(userErrors[0]?.__typename, 'InvalidInputError')
    assert.deepEqual(userErrors[0]?.path, path)
  }
  assert.deepEqual(await gateway.counts(), before)
})

test('a create of four with credit for two returns two tasks and the error', async () => {
  const { key } = await gateway.newAccount({ creditMicro: 6_300_000n })
  const headers = { authorization: `Bearer ${key}` }
  const four = await create(gateway, { prompt: 'four', n: 4, seed: 1 }, headers)
  assert.equal(four.requested, 4)
  assert.equal(four.created, 2)
  assert.deepEqual(
    four.tasks.map(({ groupId, nIndex, seed }) => [groupId === four.groupId, nIndex, seed]),
    [
      [true, 0, 1],
      [true, 1, 2],
    ],
  )
  const [error] = four.userErrors
  assert.equal(error?.code, 'insufficient_balance')
  assert.ok(error?.__typename === 'InsufficientBalanceError')
  assert.equal(error.required, '2520000')
  assert.equal(error.available, '1260000')
})

test('a create at the cap creates nothing, and its error names the limit', async () => {
  const { key } = await gateway.newAccount({ concurrencyLimit: 0 })
  const headers = { authorization: `Bearer ${key}` }
  const { tasks, userErrors } = await create(gateway, { prompt: 'one' }, headers)
  const [error] = userErrors
  assert.ok(error?.__typename === 'ConcurrencyLimitError')
  assert.equal(error.limit, 0)
  assert.deepEqual(tasks, [])
})

test('a repeated key returns the same task over either API, and with another body a conflict', async () => {
  const input = { prompt: 'again', aspectRatio: 'ASPECT_1_1', idempotencyKey: 'k1' } as const
  const first = await create(gateway, input)
  const before = await gateway.counts()
  const second = await create(gateway, input)
  const rest = await gateway.call(
    'POST',
    '/v1/videos',
    { aspect_ratio: '1:1', prompt: 'again' },
    { 'idempotency-key': 'k1' },
  )
  assert.equal(second.tasks[0]?.id, first.tasks[0]?.id)
  assert.equal(rest.body.id, first.tasks[0]?.id)
  const other = await create(gateway, { ...input, prompt: 'other' })
  assert.equal(other.userErrors[0]?.__typename, 'ConflictError')
  assert.equal(other.userErrors[0]?.code, 'idempotency_key_reused')
  assert.deepEqual(await gateway.counts(), before)
})

test('the header is the key only where the input has none', async () => {
  const headers = { 'idempotency-key': 'k2' }
  const first = await create(gateway, { prompt: 'by header' }, headers)
  const second = await create(gateway, { prompt: 'by header' }, headers)
  const third = await create(gateway, { prompt: 'by header', idempotencyKey: 'k3' }, headers)
  assert.equal(second.tasks[0]?.id, first.tasks[0]?.id)
  assert.notEqual(third.tasks[0]?.id, first.tasks[0]?.id)
})

test('metadata in variables is returned as sent in REST and GraphQL', async () => {
  const metadata = '{"b":1, "2":9007199254740993,"1":0.10,"a":[1.0,{}],"a":"\\u00e9"}'
  const request = `{"query":${JSON.stringify(TaskCreateDocument.toString())},"variables":{"input":{"prompt":"m","metadata":${metadata}}}}`
  const created = await gateway.call('POST', '/graphql', request)
  assert.ok(created.text.includes(`"metadata":${metadata}`))
  const { id } = created.body.data.taskCreate.tasks[0]
  const { text } = await send(gateway, TaskDocument, { id })
  assert.ok(text.includes(`"metadata":${metadata}`))
  assert.ok((await gateway.call('GET', `/v1/videos/${id}`)).text.includes(`"metadata":${metadata}`))
})

test('metadata literals keep their order and their numbers', async () => {
  const literal = '{b: 1, a: 9007199254740993, c: [1.0, "\\u00e9", null, true, {d: $part}]}'
  const query = `mutation ($part: JSON) { taskCreate(input: {prompt: "m", metadata: ${literal}}) { tasks { metadata } } }`
  const { text } = await gateway.call(
    'POST',
    '/graphql',
    `{"query":${JSON.stringify(query)},"variables":{"part":{"z":1.50}}}`,
  )
  assert.ok(text.includes('"metadata":{"b":1,"a":9007199254740993,"c":[1.0,"é",null,true,{"d":{"z":1.50}}]}'), text)
})

test('a key without videos:write gets a top-level error', async () => {
  const { key } = await gateway.newAccount({ scopes: ['videos:read'] })
  const before = await gateway.counts()
  const { errors, data } = await send(
    gateway,
    TaskCreateDocument,
    { input: { prompt: 'x' } },
    { authorization: `Bearer ${key}` },
  )
  assert.deepEqual(data, { taskCreate: null })
  assert.equal(errors?.[0]?.extensions.code, 'insufficient_scope')
  assert.deepEqual(await gateway.counts(), before)
})
