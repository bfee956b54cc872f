import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig } from '../../src/config.ts'
import { startTestGateway } from '../support/gateway.ts'
import { atMost } from '../support/rounds.ts'
import { rowsOf } from '../support/rows.ts'
import { until } from '../support/until.ts'
import { startQuickWorker } from '../support/worker.ts'
import { complete, create, createMany, forget, take } from '../workers/dispatch/work.ts'
import { OPERATOR_KEY, operatorOf, WITH_DOOR } from './operator.ts'

const PATH = '/admin/graphql'

const gateway = await startTestGateway({}, WITH_DOOR)
const closed = await startTestGateway()
const asOperator = { authorization: `Bearer ${OPERATOR_KEY}` }

const ask = operatorOf(gateway)

test('the operator’s address does not exist without an operator key', async () => {
  const { status, body } = await closed.call('POST', PATH, { query: '{ __typename }' }, asOperator)
  assert.deepEqual([status, body.error.code], [404, 'route_not_found'])
})

test('a short operator key is reported as a configuration error', () => {
  for (const wrong of ['vgo_0123456789abcde', 'vgk_0123456789abcdef', 'vgo_0123456789abcde!']) {
    assert.throws(
      () => readConfig({ OPERATOR_KEY: wrong }),
      (error: unknown) => {
        return (
          error instanceof ConfigError &&
          error.message.includes('OPERATOR_KEY: must be vgo_') &&
          !error.message.includes(wrong)
        )
      },
    )
  }
})

test('only the operator’s key opens the operator’s API, including its schema', async () => {
  const before = await rowsOf(gateway)
  for (const [authorization, code] of [
    ['', 'missing_api_key'],
    [`Bearer ${gateway.key}`, 'invalid_api_key'],
    [`Bearer ${OPERATOR_KEY}0`, 'invalid_api_key'],
    [`Bearer ${OPERATOR_KEY.slice(0, -1)}`, 'invalid_api_key'],
    [OPERATOR_KEY, 'invalid_api_key'],
  ] as const) {
    for (const query of ['{ workers { id } }', '{ __schema { types { name } } }']) {
      const { status, body, headers } = await gateway.call('POST', PATH, { query }, { authorization })
      assert.deepEqual([status, body.errors[0].extensions.code, body.data], [401, code, undefined])
      assert.equal(headers.get('www-authenticate'), 'Bearer')
    }
  }
  assert.deepEqual(await rowsOf(gateway), before)
})

test('the operator’s key does not open the callers’ APIs', async () => {
  const before = await rowsOf(gateway)
  const rest = await gateway.call('POST', '/v1/videos', { prompt: 'x' }, asOperator)
  assert.deepEqual([rest.status, rest.body.error.code], [401, 'invalid_api_key'])
  const { status, body } = await gateway.call('POST', '/graphql', { query: '{ account { id } }' }, asOperator)
  assert.deepEqual([status, body.errors[0].extensions.code], [401, 'invalid_api_key'])
  assert.deepEqual(await rowsOf(gateway), before)
})

test('every type, field and argument has a description', async () => {
  const data = await ask(`{ __schema { types { name description
    fields { name description args { name description } } inputFields { name description } } } }`)
  const own = data.__schema.types.filter(({ name }: { name: string }) => !name.startsWith('__'))
  const bare: string[] = []
  for (const type of own) {
    if (!type.description) bare.push(type.name)
    for (const field of type.inputFields ?? []) if (!field.description) bare.push(`${type.name}.${field.name}`)
    for (const field of type.fields ?? []) {
      if (!field.description) bare.push(`${type.name}.${field.name}`)
      for (const arg of field.args) if (!arg.description) bare.push(`${type.name}.${field.name}(${arg.name})`)
    }
  }
  assert.deepEqual(bare, [])
})

test('bodies other than POSTed JSON of at most 64 KB, and hostile documents, are refused', async () => {
  const code = async (method: string, body?: unknown, headers = {}) => {
    const answer = await gateway.call(method, PATH, body, { ...asOperator, ...headers })
    return [answer.status, answer.body?.errors?.[0]?.extensions?.code]
  }
  assert.deepEqual(await code('POST', { query: `{ __typename } #${'x'.repeat(65_536)}` }), [413, 'request_too_large'])
  assert.deepEqual(await code('POST', 'x', { 'content-type': 'text/plain' }), [415, 'unsupported_media_type'])
  assert.deepEqual(await code('GET'), [405, 'method_not_allowed'])
  assert.deepEqual(await code('POST', '{'), [400, 'invalid_json'])
  assert.equal((await code('POST', 'null'))[0], 400)
  assert.equal((await code('POST', [{ query: '{ __typename }' }]))[0], 400)
  const aliases = Array.from({ length: 31 }, (_, index) => `a${index}: queues { ready }`).join(' ')
  assert.deepEqual(await code('POST', { query: `{ ${aliases} }` }), [400, 'too_many_aliases'])
})

test('queues show new creates', async () => {
  await createMany(gateway, { n: 2 })
  await create(gateway, { service_tier: 'pro' })
  const { queues } = await ask(
    '{ queues { stage tier ready running oldestWaitSeconds medianRunSeconds p95RunSeconds } }',
  )
  assert.equal(queues.length, 16)
  const waiting = queues.filter(({ ready }: { ready: number }) => ready > 0)
  assert.deepEqual(
    waiting.map((each: Record<string, unknown>) => [each['stage'], each['tier'], each['ready'], each['running']]),
    [
      ['encode', 'pro', 1, 0],
      ['encode', 'standard', 2, 0],
    ],
  )
  assert.ok(waiting[0].oldestWaitSeconds >= 0)
  assert.equal(waiting[0].medianRunSeconds, null)
  await forget(gateway)
})

test('the operator sees the attempts of any account’s task', async () => {
  const { key } = await gateway.newAccount()
  const id = await create(gateway, {}, key)
  const claim = await take(gateway, 'encode')
  assert.ok(claim && (await complete(gateway, claim)))
  const query = `query ($id: ID!) { task(id: $id) { status attempts {
    taskId stage number state workerId pool hedge readyAt claimedAt finishedAt outcome } } }`
  const { task } = await ask(query, { id })
  assert.equal(task.status, 'encoding')
  const [encode, render] = task.attempts
  assert.equal(task.attempts.length, 2)
  assert.ok(encode.readyAt <= encode.claimedAt && encode.claimedAt <= encode.finishedAt)
  const fixed = { taskId: id, number: 1, hedge: false, outcome: null }
  const { readyAt, claimedAt, finishedAt, ...rest } = encode
  assert.deepEqual(rest, { ...fixed, stage: 'encode', state: 'done', workerId: 'wrk_test', pool: 'shared' })
  assert.deepEqual(render, {
    ...fixed,
    stage: 'render',
    state: 'ready',
    workerId: null,
    pool: null,
    readyAt: render.readyAt,
    claimedAt: null,
    finishedAt: null,
  })
  assert.deepEqual(await ask(query, { id: 'vid_none' }), { task: null })
  await forget(gateway)
})

test('the operator sees a running worker', async () => {
  const worker = await startQuickWorker(gateway, { capabilities: ['package', 'encode'], pool: 'pro' })
  const query = `{ workers { id host engine pool capabilities state stage taskId since beatAgeSeconds doneLastHour
    failedLastHour } }`
  const read = async () => (await ask(query)).workers.find(({ id }: { id: string }) => id === worker.id)
  await until(async () => (await read())?.state === 'idle')
  const { host, since, beatAgeSeconds, ...rest } = await read()
  assert.ok(host.length > 0 && Date.parse(since) <= Date.now() && beatAgeSeconds < atMost(10, 60))
  assert.deepEqual(rest, {
    id: worker.id,
    engine: 'quick',
    pool: 'pro',
    capabilities: ['package', 'encode'],
    state: 'idle',
    stage: null,
    taskId: null,
    doneLastHour: 0,
    failedLastHour: 0,
  })
})

test('the operator’s calls are limited by a rate', async () => {
  let answer = await gateway.call('POST', PATH, { query: '{ __typename }' }, asOperator)
  const left = Number(/r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1])
  const reset = Number(/t=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1])
  assert.ok(left < 600 && reset <= 60)
  // The window may end in between and start again.
  for (let each = 0; each <= 1200 && answer.status === 200; each++) {
    answer = await gateway.call('POST', PATH, { query: '{ __typename }' }, asOperator)
  }
  assert.deepEqual([answer.status, answer.body.errors[0].extensions.code], [429, 'rate_limit_exceeded'])
  assert.ok(Number(answer.headers.get('retry-after')) >= 1)
})
