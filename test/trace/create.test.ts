// One trace from a create through its stages to the webhook, by both doors, in one process.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { CAPABILITIES } from '../../src/config.ts'
import { SCOPES } from '../../src/key/caller.ts'
import { createTasks } from '../../src/task/create.ts'
import { ask } from '../../workers/engine/command/ask.ts'
import type { Engine } from '../../workers/engine/engine.ts'
import { EngineFailure } from '../../workers/engine/failure.ts'
import { send } from '../../workers/engine/http/call.ts'
import { startWorker } from '../../workers/worker.ts'
import { type Received, startCollector } from '../support/collector.ts'
import { startTestGateway } from '../support/gateway.ts'
import { quickEngine } from '../support/quick-engine.ts'
import { LOOPBACK, startReceiver } from '../webhook/receiver.ts'

const collector = await startCollector()
const receiver = await startReceiver()
const gateway = await startTestGateway(
  { scopes: SCOPES, concurrencyLimit: 100 },
  {
    chores: ['delivering'],
    environment: {
      ...LOOPBACK,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '10',
    },
  },
)
const { resources } = gateway.rooms
const { pool } = resources

/** What a model server and a command receive of the trace, in order. */
const seen: string[] = []
const model = createServer((request, response) => {
  seen.push(String(request.headers['traceparent']))
  response.end('{}')
}).listen(0, '127.0.0.1')
await once(model, 'listening')
after(() => model.close())
const server = { url: `http://127.0.0.1:${(model.address() as AddressInfo).port}`, apiKey: 'sk-model' }
const ECHO = ['sh', '-c', `echo '{"done": {"path": "'$TRACEPARENT'"}}'`] as const

/** Quick, but with the calls of a model server and of a command in each render. */
function callingEngine(): Engine {
  const quick = quickEngine()
  const failed = new Set<string>()
  return {
    ...quick,
    async render(input, signal, onProgress) {
      const { taskId, prompt } = input.task
      const order = await send(server, { method: 'POST', path: '/v1/videos', json: { prompt }, signal })
      await order.leave(1000)
      const poll = await send(server, { path: `/v1/videos/${taskId}`, signal })
      await poll.leave(1000)
      const answer = await ask({ command: ECHO, log: resources.log }, {}, signal, () => {})
      if ('done' in answer) seen.push(answer.done.path)
      if (prompt.includes('fails once') && !failed.has(taskId)) {
        failed.add(taskId)
        throw new EngineFailure(`it cannot make ${prompt}`, { retry: true })
      }
      return quick.render(input, signal, onProgress)
    },
  }
}

const kind = { engine: callingEngine(), capabilities: CAPABILITIES, pool: 'shared' }
const worker = startWorker(resources, kind)
after(() => worker.close(0))

const STAGES = ['encode', 'package', 'render'].flatMap((stage) => [
  `    stage ${stage}`,
  '      claim',
  `      engine ${stage}`,
  ...(stage === 'render' ? ['        POST'] : []),
  '      report',
  ...(stage === 'package' ? ['        finish'] : []),
])
const WHOLE = ['  create', '    commit creates', ...STAGES, '    webhook', '      POST']

const isOf = (id: string) => (span: Received) => span.attributes['vidgate.task.id'] === id
const named = (name: string, traceId: string) =>
  collector.spans.filter((span) => span.name === name && span.traceId === traceId)

/** The trace of a task, once its webhook has been delivered and its spans have arrived. */
async function traceOf(id: string): Promise<string> {
  await collector.got(1, (span) => span.name === 'webhook' && isOf(id)(span))
  const [finish] = await collector.got(1, (span) => span.name === 'finish' && isOf(id)(span))
  const traceId = finish?.traceId ?? ''
  // A parent ends after its children, but another batch may bring it.
  await collector.got(1, (span) => span.traceId === traceId && span.name.includes('/'))
  await collector.got(1, (span) => span.traceId === traceId && span.name === 'stage package')
  return traceId
}

const CALLER = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }
const TRACEPARENT = { traceparent: `00-${CALLER.traceId}-${CALLER.spanId}-01` }
const SECRET_PROMPT = 'a heron in the reeds'

test('a create by REST continues the caller’s trace, through the stages and engines to the webhook', async () => {
  seen.length = 0
  const wanted = { prompt: SECRET_PROMPT, webhook_url: `${receiver.url}/hook` }
  const { body: task } = await gateway.call('POST', '/v1/videos', wanted, TRACEPARENT)
  const traceId = await traceOf(task.id)
  assert.equal(traceId, CALLER.traceId)
  assert.deepEqual(collector.treeOf(traceId), ['POST /v1/videos', ...WHOLE])

  const [request] = named('POST /v1/videos', traceId)
  assert.equal(request?.parentSpanId, CALLER.spanId)
  const { 'vidgate.request.id': requestId, ...http } = request?.attributes ?? {}
  assert.match(String(requestId), /^req_/)
  assert.deepEqual(http, {
    'http.request.method': 'POST',
    'http.route': '/v1/videos',
    'http.response.status_code': 202,
    'network.protocol.version': '1.1',
  })

  const [render] = named('stage render', traceId)
  const { 'vidgate.waited_ms': waited, ...about } = render?.attributes ?? {}
  assert.ok(typeof waited === 'number' && waited >= 0)
  assert.deepEqual(about, {
    'vidgate.task.id': task.id,
    'vidgate.stage': 'render',
    'vidgate.attempt': 1,
    'vidgate.hedge': false,
    'vidgate.accelerated': false,
    'vidgate.engine': 'quick',
    'vidgate.worker.id': worker.id,
    'vidgate.pool': 'shared',
    'vidgate.outcome': 'done',
  })

  // Order, poll, command: the order below its own span, the others below the engine's.
  const [engine] = named('engine render', traceId)
  const calls = named('POST', traceId)
  const [order] = calls.filter(({ parentSpanId }) => parentSpanId === engine?.spanId)
  const expected = [order, engine, engine].map((span) => `00-${traceId}-${span?.spanId}-01`)
  assert.deepEqual(seen, expected)

  const [webhook] = named('webhook', traceId)
  const [posted] = calls.filter(({ parentSpanId }) => parentSpanId === webhook?.spanId)
  assert.equal(webhook?.attributes['vidgate.webhook.try'], 1)
  assert.equal(webhook?.attributes['vidgate.outcome'], 'delivered')
  const [got] = receiver.received.filter(({ body }) => body.data.id === task.id)
  assert.equal(got?.headers['traceparent'], `00-${traceId}-${posted?.spanId}-01`)
})

test('a create by GraphQL begins a trace with the same spans, and an upscale its own, linked to it', async () => {
  const query = `mutation {
    taskCreate(input: { prompt: "a lake", webhookUrl: "${receiver.url}/hook" }) { tasks { id } }
  }`
  const { body } = await gateway.call('POST', '/graphql', { query })
  const [{ id }] = body.data.taskCreate.tasks
  const traceId = await traceOf(id)
  assert.deepEqual(collector.treeOf(traceId), ['POST /graphql', ...WHOLE])
  const [request] = named('POST /graphql', traceId)
  assert.equal(request?.parentSpanId, '')

  const { body: quote } = await gateway.call('GET', `/v1/videos/${id}/upscale`)
  const made = await gateway.call('POST', `/v1/videos/${id}/upscale`, { amount_micro: quote.amount_micro })
  const [upscale] = await collector.got(1, (span) => span.name === 'create upscale' && isOf(made.body.id)(span))
  assert.notEqual(upscale?.traceId, traceId)
  assert.deepEqual(upscale?.links, [named('create', traceId)[0]?.spanId])
  await collector.got(1, (span) => span.name === 'stage package' && isOf(made.body.id)(span))
  const stages = collector.spans.filter((span) => span.name.startsWith('stage') && isOf(made.body.id)(span))
  assert.deepEqual(
    stages.map(({ name, parentSpanId }) => [name, parentSpanId]),
    [
      ['stage upscale', upscale?.spanId],
      ['stage package', upscale?.spanId],
    ],
  )
})

test('a failed attempt is a span with its reason, and the next attempt has the same parent', async () => {
  const { body: task } = await gateway.call('POST', '/v1/videos', { prompt: 'it fails once' })
  const attempts = await collector.got(2, (span) => span.name === 'stage render' && isOf(task.id)(span))
  assert.deepEqual(
    attempts.map(({ attributes, isError }) => [
      attributes['vidgate.attempt'],
      attributes['vidgate.outcome'],
      attributes['error.type'],
      isError,
    ]),
    [
      [1, 'failed', 'generation_error', true],
      [2, 'done', undefined, false],
    ],
  )
  assert.equal(new Set(attempts.map(({ parentSpanId }) => parentSpanId)).size, 1)
})

test('creates of one transaction share its span: a child of one of them, linked from the others', async () => {
  const caller = await gateway.rooms.verifier.verify(`Bearer ${gateway.key}`)
  const call = { body: '{"prompt":"a lake"}', idempotencyKey: null, rated: () => {} }
  const many = Array.from({ length: 3 }, () => createTasks(resources, gateway.rooms.lanes, caller, call))
  const ids = (await Promise.all(many)).map(({ tasks }) => tasks[0]?.id)
  const isOurs = ({ attributes }: Received) => ids.includes(String(attributes['vidgate.task.id']))
  const creates = await collector.got(3, (span) => span.name === 'create' && isOurs(span))
  const [commit] = collector.spans.filter(
    ({ name, attributes }) => name === 'commit creates' && attributes['vidgate.batch.size'] === 3,
  )
  assert.equal(creates.filter(({ spanId }) => spanId === commit?.parentSpanId).length, 1)
  for (const create of creates.filter(({ spanId }) => spanId !== commit?.parentSpanId)) {
    assert.deepEqual(create.links, [commit?.spanId])
  }
})

test('a cancel ends the task in the task’s trace, linked to its own request', async () => {
  await worker.close(0)
  const { body: task } = await gateway.call('POST', '/v1/videos', { prompt: 'a lake' })
  await gateway.call('POST', `/v1/videos/${task.id}/cancel`)
  const [finish] = await collector.got(1, (span) => span.name === 'finish' && isOf(task.id)(span))
  const [create] = await collector.got(1, (span) => span.name === 'create' && isOf(task.id)(span))
  const [cancel] = await collector.got(1, ({ name }) => name === 'POST /v1/videos/{id}/cancel')
  assert.equal(finish?.parentSpanId, create?.spanId)
  assert.deepEqual(finish?.links, [cancel?.spanId])
  assert.equal(finish?.attributes['vidgate.status'], 'cancelled')
})

test('a refusal is no error of the span and writes nothing', async () => {
  const before = await gateway.counts()
  const { status } = await gateway.call('POST', '/v1/videos', { prompt: 'a lake', duration: 99 })
  assert.equal(status, 400)
  const [create] = await collector.got(1, ({ attributes }) => attributes['error.type'] === 'invalid_parameter')
  assert.deepEqual([create?.name, create?.isError], ['create', false])
  assert.deepEqual(await gateway.counts(), before)
})

test('nothing that was sent contains a prompt, a key or an address of a caller', async () => {
  const { rows } = await pool.query('select count(*)::int as count from task where traceparent is null')
  assert.equal(rows[0].count, 0)
  const all = Buffer.concat(collector.requests.map(({ body }) => body)).toString()
  for (const secret of [SECRET_PROMPT, 'fails once', gateway.key, server.apiKey, `${receiver.url}/hook`]) {
    assert.ok(!all.includes(secret), secret)
  }
})
