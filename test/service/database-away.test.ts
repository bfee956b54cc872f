import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../support/gateway.ts'
import { startProcess } from '../support/process.ts'
import { startRelay } from '../support/relay.ts'
import { until } from '../support/until.ts'

const gateway = await startTestGateway()

/** A complete outage in a process that queries several times a second. */
const REFUSED = 60

test('gateway and worker log the start and end of a database outage, without stacks', async () => {
  const relay = await startRelay(gateway.databaseUrl)
  const environment = { DATABASE_URL: relay.url, LOG_LEVEL: 'info' }
  const processes = await Promise.all([
    startProcess(gateway, 'src/gateway-main.ts', environment),
    startProcess(gateway, 'test/support/quick-worker.ts', environment),
  ])
  const url = processes[0].ready
  const headers = { Authorization: `Bearer ${gateway.key}`, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ query: '{ task(id: "vid_x") { id } account { id } }' })
  const ask = () =>
    Promise.all([
      fetch(`${url}/v1/videos`, { headers }),
      fetch(`${url}/graphql`, { method: 'POST', headers, body }),
      fetch(`${url}/readyz`),
      fetch(`${url}/metrics`),
    ])
  /** The log, without the lines of requests and of readiness, which a busy machine can delay beyond its limit. */
  const said = ({ lines }: { lines: readonly string[] }) =>
    lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg !== 'request' && !/\bready\b/.test(msg))

  await ask()
  for (const process of processes) assert.deepEqual(said(process), [])
  relay.cut()
  for (const process of processes) await until(async () => said(process).length > 0)
  await until(async () => {
    await ask()
    return relay.refused > REFUSED
  })
  for (const process of processes) {
    assert.deepEqual(
      said(process).map(({ level, msg }) => [level, msg]),
      [[40, 'the database cannot be reached; trying again']],
    )
    assert.doesNotMatch(JSON.stringify(said(process)), /"stack"/)
  }
  relay.mend()
  for (const process of processes) await until(async () => said(process).length === 2)
  for (const process of processes) assert.equal(said(process)[1].msg, 'the database can be reached again')
  await until(async () => (await ask()).every(({ status }) => status === 200))
})
