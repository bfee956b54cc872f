import assert from 'node:assert/strict'
import { AsyncResource } from 'node:async_hooks'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { createAccount } from '../../src/operator/create-account.ts'
import { createTestDatabase } from '../support/database.ts'
import type { TestGateway } from '../support/gateway.ts'
import { startProcess, type TestProcess } from '../support/process.ts'
import { until } from '../support/until.ts'
import { LOOPBACK, startReceiver } from './receiver.ts'

/** Gateways are separate processes here: one in this process would deliver too. */

const { url: databaseUrl } = await createTestDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'vidgate-test-'))
after(() => rm(dataDir, { recursive: true, force: true }))
const pool = new pg.Pool({ connectionString: databaseUrl })
after(() => pool.end())
const { key } = await createAccount(pool, { name: 'test', creditMicro: 100_000_000n })

/** A process' settings. */
const place = { databaseUrl, config: { dataDir } } as TestGateway
/** Runs a gateway until it is ended, at the latest after the file: the second test uses one of the first. */
const start = AsyncResource.bind(() => startProcess(place, 'src/gateway-main.ts', LOOPBACK))
let running: TestProcess | null = null

async function post(gateway: string, path: string, body?: object): Promise<{ id: string }> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const answer = await fetch(gateway + path, { method: 'POST', headers, body: body ? JSON.stringify(body) : null })
  return (await answer.json()) as { id: string }
}

/** The delivery of a task, when its row is committed. */
async function committed(taskId: string): Promise<string> {
  for (;;) {
    const { rows } = await pool.query('select id from webhook_delivery where task_id = $1', [taskId])
    if (rows[0]) return rows[0].id
  }
}

/** Makes the lease of a dead gateway expire. */
const lapse = (id: string) => pool.query('update webhook_delivery set next_try_at = now() where id = $1', [id])

async function rowOf(id: string) {
  return (await pool.query('select status, tries from webhook_delivery where id = $1', [id])).rows[0]
}

test('a gateway killed after an end’s commit leaves the delivery to the next, under the same id', async () => {
  const receiver = await startReceiver()
  const first = await start()
  const task = await post(first.ready, '/v1/videos', { prompt: 'x', webhook_url: receiver.url })
  const ended = post(first.ready, `/v1/videos/${task.id}/cancel`).catch(() => null)
  const id = await committed(task.id)
  await first.end('SIGKILL')
  await ended
  // It may have delivered already. Then the event arrives again, and a receiver recognises it by its id.
  await pool.query(`update webhook_delivery set status = 'pending' where id = $1`, [id])
  const before = receiver.received.length
  await lapse(id)
  const second = await start()
  const received = await receiver.got(before + 1)
  assert.deepEqual([...new Set(received.map(({ headers }) => headers['webhook-id']))], [id.replace('whd', 'evt')])
  assert.equal(received.at(-1)?.body.data.id, task.id)
  await until(async () => (await rowOf(id)).status === 'delivered')
  running = second
})

test('a killed gateway’s try is repeated after its lease, with the same id, and counted once', async () => {
  const receiver = await startReceiver((response, _, count) => {
    if (count > 1) response.end()
  })
  const first = running ?? (await start())
  const task = await post(first.ready, '/v1/videos', { prompt: 'x', webhook_url: receiver.url })
  await post(first.ready, `/v1/videos/${task.id}/cancel`)
  await receiver.got(1)
  await first.end('SIGKILL')
  const id = await committed(task.id)
  assert.deepEqual(await rowOf(id), { status: 'pending', tries: 0 })
  const second = await start()
  await lapse(id)
  const [one, two] = await receiver.got(2)
  assert.equal(two?.headers['webhook-id'], one?.headers['webhook-id'])
  assert.equal(two?.text.length, one?.text.length)
  await second.end('SIGTERM')
  assert.deepEqual(await rowOf(id), { status: 'delivered', tries: 1 })
})
