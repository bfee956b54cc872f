import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { ConfigError, readConfig } from '../../src/config.ts'
import {
  begin,
  contextOf,
  openTracing,
  type Tracing,
  traceEnvironment,
  traceparentOf,
  within,
  withTrace,
} from '../../src/lib/trace.ts'
import { pathsMatching, sourceFiles } from '../guards/sources.ts'
import { startCollector } from '../support/collector.ts'
import { startTestGateway } from '../support/gateway.ts'
import { readLog } from '../support/read-log.ts'
import { until } from '../support/until.ts'

const open: Tracing[] = []
after(() => Promise.all(open.map((each) => each.close())))

const { log: quiet } = readLog()

async function traced(environment: Readonly<Record<string, string>>, log = quiet): Promise<Tracing> {
  const tracing = await openTracing(
    readConfig({ OTEL_BSP_SCHEDULE_DELAY: '1', ...environment }).traces,
    'vidgate-test',
    log,
  )
  open.push(tracing)
  return tracing
}

const JSON_TO = (url: string) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' })
const SAMPLED = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }
const UNSAMPLED = { traceparent: SAMPLED.traceparent.replace(/01$/, '00') }

test('without an endpoint no span is made, no header is sent and no row is written', async () => {
  const gateway = await startTestGateway()
  assert.equal(begin('anything'), null)
  const headers = { a: '1' }
  assert.equal(withTrace(headers), headers)
  assert.deepEqual(traceEnvironment(), {})
  const { status } = await gateway.call('POST', '/v1/videos', { prompt: 'a lake' }, SAMPLED)
  assert.equal(status, 202)
  const { rows } = await gateway.rooms.resources.pool.query('select traceparent from task')
  assert.deepEqual(rows, [{ traceparent: null }])
})

test('only one file loads the SDK, and only tracing that is on loads that file', () => {
  const files = sourceFiles()
  assert.deepEqual(pathsMatching(files, /@opentelemetry\/(?!api')/), ['src/lib/trace-export.ts'])
  assert.deepEqual(pathsMatching(files, /trace-export\.ts'/), ['src/lib/trace.ts'])
  assert.deepEqual(pathsMatching(files, /await import\('\.\/trace-export\.ts'\)/), ['src/lib/trace.ts'])
})

test('wrong variables are reported at start, by name', () => {
  const broken = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization',
    OTEL_EXPORTER_OTLP_TIMEOUT: 'soon',
    OTEL_EXPORTER_OTLP_COMPRESSION: 'br',
    OTEL_BSP_SCHEDULE_DELAY: '-1',
    OTEL_RESOURCE_ATTRIBUTES: 'a=%E0%A4%A',
    OTEL_TRACES_SAMPLER: 'sometimes',
    OTEL_TRACES_SAMPLER_ARG: '2',
    OTEL_SDK_DISABLED: 'perhaps',
  }
  assert.throws(
    () => readConfig(broken),
    (error: unknown) =>
      error instanceof ConfigError && Object.keys(broken).every((name) => error.message.includes(`${name}: `)),
  )
  for (const headers of ['a b=1', 'a=%0d%0ab: 1', '=1']) {
    assert.throws(() => readConfig({ OTEL_EXPORTER_OTLP_HEADERS: headers }), /OTEL_EXPORTER_OTLP_HEADERS: /, headers)
  }
  assert.equal(readConfig({ ...JSON_TO('http://127.0.0.1:1'), OTEL_SDK_DISABLED: 'true' }).traces, null)
})

test('a collector gets protobuf with the headers, the names and the resource of the variables, also compressed', async () => {
  for (const compression of ['none', 'gzip']) {
    const collector = await startCollector()
    const tracing = await traced({
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/otlp/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc, x-tenant=17',
      OTEL_EXPORTER_OTLP_COMPRESSION: compression,
      OTEL_SERVICE_NAME: 'film-studio',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging',
    })
    begin('a span')?.end()
    await tracing.close()
    const [request] = collector.requests
    assert.equal(request?.path, '/otlp/v1/traces')
    const { authorization, 'x-tenant': tenant, 'content-type': type } = request?.headers ?? {}
    assert.deepEqual([authorization, tenant, type], ['Bearer abc', '17', 'application/x-protobuf'])
    for (const text of ['a span', 'film-studio', 'staging']) assert.ok(request?.body.includes(text), text)
  }
})

test('the sampler decides on new traces, and follows the decision of a caller unless it must not', async () => {
  const cases: [sampler: string, argument: string, sent: string[]][] = [
    ['parentbased_always_on', '', ['new', 'sampled']],
    ['parentbased_always_off', '', ['sampled']],
    ['always_off', '', []],
    ['always_on', '', ['new', 'sampled', 'unsampled']],
    ['traceidratio', '0', []],
    ['parentbased_traceidratio', '1', ['new', 'sampled']],
  ]
  for (const [sampler, argument, sent] of cases) {
    const collector = await startCollector()
    const given = { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: argument }
    const tracing = await traced({ ...JSON_TO(collector.url), ...given })
    for (const [name, carrier] of [
      ['new', null],
      ['sampled', SAMPLED],
      ['unsampled', UNSAMPLED],
    ] as const) {
      const span = begin(name, {}, contextOf(carrier))
      assert.ok(span)
      // The decision travels with the trace.
      const flags = sent.includes(name) ? '01' : '00'
      assert.ok(traceparentOf(span).endsWith(`-${flags}`), `${sampler} ${name}`)
      const headers = within(span, () => withTrace({}))
      assert.deepEqual(headers, { traceparent: traceparentOf(span) })
      span.end()
    }
    await tracing.close()
    assert.deepEqual(
      collector.spans.map(({ name }) => name),
      sent,
      sampler,
    )
  }
})

test('a collector that refuses or is away is logged once, and its return too', async () => {
  const { log, lines } = readLog()
  let status = 503
  const collector = await startCollector(() => status)
  const tracing = await traced({ ...JSON_TO(collector.url), OTEL_EXPORTER_OTLP_TIMEOUT: '300' }, log)
  for (let count = 1; count <= 3; count++) {
    begin(`lost ${count}`)?.end()
    await until(async () => collector.requests.length >= count)
  }
  status = 200
  // What was lost is not repeated; the next spans arrive.
  await until(async () => {
    begin('kept')?.end()
    await pause(5)
    return collector.spans.length > 0
  })
  await tracing.close()
  assert.ok(collector.spans.every(({ name }) => name === 'kept'))
  assert.deepEqual(
    lines.map(({ level, msg }) => [level, msg]),
    [
      [40, 'traces cannot be sent; they are dropped until the collector answers'],
      [30, 'traces can be sent again'],
    ],
  )
})

test('a stopping process waits a second at most for a collector that hangs or is away', async () => {
  const hanging = await startCollector(() => null)
  const gone = await startCollector()
  await gone.close()
  for (const { url } of [hanging, gone]) {
    const tracing = await traced({ ...JSON_TO(url), OTEL_EXPORTER_OTLP_TIMEOUT: '60000' })
    begin('a span')?.end()
    const begun = performance.now()
    await tracing.close()
    // The exporter itself would try for a minute.
    assert.ok(performance.now() - begun < 30_000)
    assert.equal(begin('another'), null)
  }
})
