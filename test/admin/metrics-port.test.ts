import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError } from '../../src/config.ts'
import { openMetricsPort } from '../../src/lib/metrics-port.ts'
import { openWatch } from '../../workers/watch.ts'
import { startTestGateway } from '../support/gateway.ts'
import { readLog } from '../support/read-log.ts'
import { until } from '../support/until.ts'
import { startQuickWorker } from '../support/worker.ts'

const shared = await startTestGateway()
const { log, lines } = readLog()

const read = async (url: string, method = 'GET') => {
  const response = await fetch(url, { method })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test('with METRICS_PORT a gateway serves /metrics there only, and health on both ports', async () => {
  const gateway = await startTestGateway({}, { environment: { METRICS_PORT: '0' } })
  const port = gateway.metricsUrl ?? ''
  assert.match((await read(`${port}/metrics`)).text, /^vidgate_open_subscriptions 0$/m)
  for (const url of [port, gateway.url]) {
    assert.deepEqual((await read(`${url}/healthz`)).text, '{"status":"ok"}')
    const { status, text } = await read(`${url}/readyz`)
    assert.deepEqual([status, JSON.parse(text).status], [200, 'ready'])
  }
  const publicly = await read(`${gateway.url}/metrics`)
  assert.deepEqual([publicly.status, JSON.parse(publicly.text).error.code], [404, 'route_not_found'])
  assert.equal(shared.metricsUrl, null)
})

test('the metrics port serves nothing else, and only GET and HEAD', async () => {
  const answers = { readiness: async () => ({ status: 'ready' }), metrics: async () => {} }
  const port = await openMetricsPort({ host: '127.0.0.1', port: 0 }, answers, log)
  assert.equal((await read(`${port.url}/graphql`)).status, 404)
  assert.equal((await read(`${port.url}/healthz?from=balancer`, 'HEAD')).status, 200)
  const posted = await read(`${port.url}/metrics`, 'POST')
  assert.deepEqual([posted.status, posted.headers.get('allow')], [405, 'GET, HEAD'])
  assert.ok(lines.some((line) => line['url'] === port.url))
  port.drain()
  const { status, text } = await read(`${port.url}/readyz`)
  assert.deepEqual([status, text], [503, '{"status":"draining"}'])
  await port.close()
})

test('a METRICS_PORT that another process uses is a clear error', async () => {
  const answers = { readiness: async () => ({ status: 'ready' }), metrics: async () => {} }
  const first = await openMetricsPort({ host: '127.0.0.1', port: 0 }, answers, log)
  const { port } = new URL(first.url)
  await assert.rejects(
    openMetricsPort({ host: '127.0.0.1', port: Number(port) }, answers, log),
    (error: unknown) =>
      error instanceof ConfigError &&
      error.message.startsWith(`METRICS_PORT: 127.0.0.1:${port} is already in use. Set it to another port`),
  )
  await first.close()
})

test('a worker reports whether it is ready, registered and busy, its engine, and its runs by outcome', async () => {
  const { resources } = shared.rooms
  const config = { ...resources.config, metricsPort: 0 }
  const capabilities = ['encode', 'render'] as const
  const watched = await openWatch({ ...resources, config }, { engine: 'quick', pool: 'acc_1', capabilities })
  const url = watched?.url ?? ''
  const metrics = async () => (await read(`${url}/metrics`)).text
  const has = async (line: string) => (await metrics()).split('\n').includes(line)
  assert.doesNotMatch(await metrics(), /^vidgate_worker_beat_age_seconds /m)
  assert.ok(await has('vidgate_worker_info{engine="quick",pool="dedicated"} 1'))
  assert.ok(await has('vidgate_worker_runs_total{stage="render",outcome="failed"} 0'))

  const end = Promise.withResolvers<void>()
  await startQuickWorker(shared, { renderUntil: () => end.promise })
  await shared.call('POST', '/v1/videos', { prompt: 'a lake' })
  await until(() => has('vidgate_worker_busy{stage="render"} 1'))
  assert.ok(await has('vidgate_worker_busy{stage="encode"} 0'))
  assert.ok(await has('vidgate_worker_runs_total{stage="encode",outcome="done"} 1'))
  assert.match(await metrics(), /^vidgate_worker_beat_age_seconds [\d.e-]+$/m)
  assert.equal((await read(`${url}/readyz`)).text, '{"status":"ready","database":"available"}')
  end.resolve()
  await until(() => has('vidgate_worker_runs_total{stage="render",outcome="done"} 1'))
  await watched?.close()
})
