import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CAPABILITIES } from '../../src/config.ts'
import { startTestGateway } from '../support/gateway.ts'
import { startSecondGateway } from '../support/second-gateway.ts'
import { until } from '../support/until.ts'
import { hire } from '../workers/dispatch/crew.ts'
import { complete, create, forget, ROOMY, workUpTo } from '../workers/dispatch/work.ts'
import { operatorOf, WITH_DOOR } from './operator.ts'

const gateway = await startTestGateway(ROOMY, WITH_DOOR)
const other = await startSecondGateway(gateway)
const { pool } = gateway.rooms.resources
const ask = operatorOf(gateway)

/** Value of a series, summed over both gateways. */
async function sum(line: string): Promise<number> {
  const texts = await Promise.all([gateway, other].map(async ({ url }) => (await fetch(`${url}/metrics`)).text()))
  const lines = texts.flatMap((text) => text.split('\n')).filter((each) => each.startsWith(`${line} `))
  return lines.reduce((all, each) => all + Number(each.slice(line.length + 1)), 0)
}

const COUNT = 'vidgate_task_eta_ratio_count{tier="standard"}'

/** Finishes a task whose estimate was this, after so many seconds. */
async function succeed(etaSeconds: number | null, tookSeconds: number): Promise<void> {
  const id = await create(gateway)
  const last = await workUpTo(gateway, id, 'package')
  await pool.query('update task set eta_seconds = $2, created_at = now() - make_interval(secs => $3) where id = $1', [
    id,
    etaSeconds,
    tookSeconds,
  ])
  assert.ok(await complete(gateway, last))
}

test('the first estimate of each succeeded task is counted once by all gateways, and of no other task', async () => {
  assert.equal(await sum(COUNT), 0)
  await succeed(100, 140)
  await succeed(100, 10_000)
  await succeed(null, 10)
  const cancelled = await create(gateway)
  await pool.query('update task set eta_seconds = 5 where id = $1', [cancelled])
  assert.equal((await gateway.call('POST', `/v1/videos/${cancelled}/cancel`)).status, 200)
  await until(async () => (await sum('vidgate_tasks_without_eta_total')) === 1)
  await until(async () => (await sum(COUNT)) === 2)
  assert.equal(await sum('vidgate_task_eta_ratio_bucket{le="1.2",tier="standard"}'), 0)
  assert.equal(await sum('vidgate_task_eta_ratio_bucket{le="1.5",tier="standard"}'), 1)
  assert.equal(await sum('vidgate_task_eta_error_seconds_bucket{le="30",tier="standard"}'), 0)
  assert.equal(await sum('vidgate_task_eta_error_seconds_bucket{le="60",tier="standard"}'), 1)
  assert.equal(await sum(COUNT), 2)
})

test('the operator sees the estimates of the last hour by tier', async () => {
  const { firstEstimates } = await ask(
    '{ firstEstimates { tier tasks unestimated ratioBounds byRatio errorP50 errorP90 } }',
  )
  const [draft, standard] = firstEstimates
  const ratioBounds = [0.5, 0.8, 1.2, 1.5, 2]
  const none = { tasks: 0, unestimated: 0, ratioBounds, byRatio: [0, 0, 0, 0, 0, 0], errorP50: null, errorP90: null }
  assert.deepEqual(draft, { tier: 'draft', ...none })
  const { errorP50, errorP90, ...counts } = standard
  assert.deepEqual(counts, { tier: 'standard', tasks: 2, unestimated: 1, ratioBounds, byRatio: [0, 0, 0, 1, 0, 1] })
  assert.ok(errorP50 > 0.23 && errorP50 < errorP90 && errorP90 < 0.99)
})

test('a create answers with its first estimate, which is stored and shown by every gateway', async () => {
  await forget(gateway)
  await pool.query("update stage_attempt set finished_at = claimed_at + interval '100 seconds' where state = 'done'")
  const worker = await hire(gateway, CAPABILITIES)
  let task = (await gateway.call('POST', '/v1/videos', { prompt: 'a lake' })).body
  await until(async () => {
    task = (await gateway.call('POST', '/v1/videos', { prompt: 'a lake' })).body
    return task.queue !== null
  })
  const { rows } = await pool.query('select eta_seconds from task where id = $1', [task.id])
  assert.equal(rows[0].eta_seconds, task.queue.eta_seconds)
  assert.ok(task.queue.eta_seconds >= 300 && task.queue.position >= 1)
  const seen = (await gateway.call('GET', `/v1/videos/${task.id}`)).body.queue.eta_seconds
  const headers = { authorization: `Bearer ${gateway.key}` }
  const elsewhere = (await other.call('GET', `/v1/videos/${task.id}`, undefined, headers)).body.queue.eta_seconds
  for (const each of [seen, elsewhere]) assert.ok(Math.abs(each / task.queue.eta_seconds - 1) < 0.1, `${each}`)
  await worker.vanish()
})
