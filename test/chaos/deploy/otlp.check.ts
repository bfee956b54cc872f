// Traces of real processes: a gateway, a worker, a model server's stand-in and a webhook's receiver.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VLLM_OMNI_MODELS } from '../../engines/servers.ts'
import { type Model, vllmOmni } from '../../engines/vllm-omni.ts'
import { startCollector } from '../../support/collector.ts'
import { callWith, startTestGateway } from '../../support/gateway.ts'
import { startProcess, type TestProcess } from '../../support/process.ts'
import { LOOPBACK, startReceiver } from '../../webhook/receiver.ts'
import { startModelServer } from '../../workers/engines/model-server.ts'
import { honest } from '../../workers/engines/tricks.ts'

const gateway = await startTestGateway({ concurrencyLimit: 100 })
const PROFILE = 'vllm-omni/minimax-h3'

/** Nothing is sent before the end, so that what arrives is what a stopping process sends. */
const traced = (url: string) => ({
  ...LOOPBACK,
  LOG_LEVEL: 'warn',
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_BSP_SCHEDULE_DELAY: '60000',
})

async function stopped(process: TestProcess): Promise<void> {
  await process.end('SIGTERM')
  assert.equal(process.child.exitCode, 0, process.lines.join('\n'))
}

const TREE = [
  '  create',
  '    commit creates',
  '    stage encode',
  '      claim',
  '      engine encode',
  '      report',
  '    stage package',
  '      claim',
  '      engine package',
  '      report',
  '        finish',
  '    stage render',
  '      claim',
  '      engine render',
  '        DELETE',
  '        POST',
  '      report',
  '    webhook',
  '      POST',
]

test('the whole trace of a create arrives from all processes when they stop, by both doors', async (t) => {
  const collector = await startCollector()
  const receiver = await startReceiver()
  const model = await startModelServer(t, vllmOmni(VLLM_OMNI_MODELS[PROFILE] as Model), honest)
  const engine = { ENGINE: 'openai-video', ENGINE_URL: model.url, ENGINE_PROFILE: PROFILE, WORKER_GRACE_SECONDS: '0' }
  const environment = traced(collector.url)
  const [door, worker] = await Promise.all([
    startProcess(gateway, 'src/gateway-main.ts', environment),
    startProcess(gateway, 'workers/worker-main.ts', { ...environment, ...engine }),
  ])
  const call = callWith(door.ready, gateway.key)
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const wanted = { prompt: 'a lake', webhook_url: receiver.url }
  assert.equal((await call('POST', '/v1/videos', wanted, { traceparent })).status, 202)
  const query = `mutation { taskCreate(input: { prompt: "a lake", webhookUrl: "${receiver.url}" }) { created } }`
  assert.equal((await call('POST', '/graphql', { query })).body.data.taskCreate.created, 1)
  const received = await receiver.got(2)
  await Promise.all([stopped(worker), stopped(door)])

  const roots = ['POST /v1/videos', 'POST /graphql'].map((name) => collector.spans.find((span) => span.name === name))
  assert.equal(roots[0]?.traceId, traceparent.slice(3, 35))
  for (const root of roots) {
    assert.ok(root)
    assert.deepEqual(collector.treeOf(root.traceId), [root.name, ...TREE])
    const ours = collector.spans.filter(({ traceId }) => traceId === root.traceId)
    const services = ours.map(({ name, service }) => `${name.split(' ')[0]} ${service}`)
    assert.ok(services.includes('stage vidgate-worker') && services.includes('webhook vidgate-gateway'))
    assert.equal(services.filter((each) => /^(stage|claim|engine|report|finish) vidgate-gateway$/.test(each)).length, 0)
    // Each header names a span of the process that sent it.
    const ids = ours.map(({ spanId }) => `00-${root.traceId}-${spanId}-01`)
    const sent = model.traceparents.filter((each) => each.includes(root.traceId))
    assert.ok(sent.length > 2 && sent.every((each) => ids.includes(each)))
    assert.equal(received.filter(({ headers }) => ids.includes(headers['traceparent'] ?? '')).length, 1)
  }
})

test('a collector that is away is logged once, and neither creates nor the end of a process wait for it', async () => {
  const gone = await startCollector()
  await gone.close()
  const environment = { ...traced(gone.url), OTEL_BSP_SCHEDULE_DELAY: '20', OTEL_EXPORTER_OTLP_TIMEOUT: '100' }
  const door = await startProcess(gateway, 'src/gateway-main.ts', environment)
  const call = callWith(door.ready, gateway.key)
  for (let count = 0; count < 20; count++) {
    assert.equal((await call('POST', '/v1/videos', { prompt: 'a lake' })).status, 202)
  }
  await stopped(door)
  const said = door.lines.map((line) => JSON.parse(line).msg)
  assert.deepEqual(said, ['traces cannot be sent; they are dropped until the collector answers'])
})
