import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startServer } from '../../../src/http/server.ts'
import { createLog } from '../../../src/lib/log.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { until } from '../../support/until.ts'

const { rooms } = await startTestGateway()

test('the log of requests shows the client’s address behind a trusted proxy, and the peer’s without one', async () => {
  const lines: Record<string, unknown>[] = []
  const log = createLog('debug', 'test', { write: (line) => void lines.push(JSON.parse(line)) })
  for (const trustProxy of [1, null]) {
    const config = { ...rooms.resources.config, trustProxy }
    const server = await startServer(
      { ...rooms, resources: { ...rooms.resources, config, log } },
      { host: '127.0.0.1', port: 0, doors: {} },
    )
    await fetch(`${server.url}/healthz`, { headers: { 'X-Forwarded-For': '192.0.2.1, 198.51.100.1' } })
    await server.close(0)
  }
  const logged = () => lines.filter(({ msg }) => msg === 'request').map(({ client }) => client)
  await until(async () => logged().length === 2)
  assert.deepEqual(logged(), ['198.51.100.1', '127.0.0.1'])
})
