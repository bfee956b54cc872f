// Alerts, their tests, the scrape configuration and real /metrics of both kinds of process, by Prometheus' own promtool.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'
import { startProcess } from '../../support/process.ts'
import { until } from '../../support/until.ts'
import { freePort } from './free-port.ts'

const FOLDER = 'deploy/prometheus'

/** @returns its output, once it accepts */
function promtool(argv: readonly string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync('promtool', argv, { cwd: FOLDER, input, encoding: 'utf8' })
  assert.equal(status, 0, stdout + stderr)
  return stdout
}

test('promtool accepts the scrape configuration with its alerts', () => {
  assert.match(promtool(['check', 'config', 'prometheus.yaml']), /SUCCESS: 1 rule files found/)
  assert.match(promtool(['check', 'rules', 'alerts.yaml']), /SUCCESS: \d\d rules found/)
})

test('each alert fires when it must, and none for a healthy service', () => {
  assert.match(promtool(['test', 'rules', 'alerts.test.yaml']), /SUCCESS/)
})

test('promtool finds no fault in the metrics of a gateway and a worker that have work', async () => {
  const gateway = await startTestGateway()
  const ports = [await freePort(), await freePort()] as const
  const [first, second] = await Promise.all([
    startProcess(gateway, 'src/gateway-main.ts', { PORT: '0', METRICS_PORT: `${ports[0]}` }),
    startProcess(gateway, 'workers/worker-main.ts', { METRICS_PORT: `${ports[1]}` }),
  ])
  const read = async (port: number) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  await gateway.call('POST', '/v1/videos', { prompt: 'a lake', aspect_ratio: '1:1' })
  await until(async () => (await read(ports[1])).includes('vidgate_worker_runs_total{stage="encode",outcome="done"} 1'))
  for (const port of ports) {
    const text = await read(port)
    assert.match(text, /^vidgate_/m)
    assert.equal(promtool(['check', 'metrics'], text), '')
  }
  await Promise.all([first.end('SIGTERM'), second.end('SIGTERM')])
})
