import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { OPERATOR_KEY } from '../admin/operator.ts'
import { newDataDir, npmStart } from '../support/npm-start.ts'
import { until } from '../support/until.ts'

test('npm start runs a worker that also accelerates, and restarts it, Postgres and the gateway after a kill', async () => {
  const dataDir = await newDataDir()
  const start = await npmStart(dataDir, { SEED_API_KEY: 'vgk_restarts', OPERATOR_KEY })
  const url = await start.ready
  assert.ok(url, start.lines.join('\n'))
  const headers = { Authorization: 'Bearer vgk_restarts' }
  const answers = () =>
    fetch(`${url}/v1/videos`, { headers }).then(
      ({ status }) => status,
      () => 0,
    )
  assert.equal(await answers(), 200)

  const admin = await fetch(`${url}/admin/graphql`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${OPERATOR_KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: '{ workers { capabilities } }' }),
  })
  const { data } = (await admin.json()) as { data: unknown }
  assert.deepEqual(data, { workers: [{ capabilities: ['encode', 'render', 'lora', 'upscale', 'package'] }] })

  /** The parent's log, by message. */
  const logged = (message: string) =>
    start.lines
      .filter((line) => line.includes('"npm start"'))
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === message)
  const pids = ['The gateway', 'The worker'].map((name) => logged(`${name} runs`)[0]?.pid)
  const postmaster = Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
  for (const pid of [postmaster, ...pids]) process.kill(pid, 'SIGKILL')
  for (const name of ['Postgres', 'The gateway', 'The worker']) {
    await until(async () => logged(`${name} runs again`).length > 0)
    assert.deepEqual(logged(`${name} ended; starting it again`).map(({ how, failures }) => [how, failures])[0], [
      name === 'Postgres' ? '137' : 'SIGKILL',
      1,
    ])
  }
  await until(async () => (await answers()) === 200)
  start.child.kill('SIGTERM')
  assert.equal(await start.ended, 0)
})
