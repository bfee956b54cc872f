import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { forgetWorkers } from '../../src/fleet/forget.ts'
import { readWorkers } from '../../src/fleet/workers.ts'
import { startTestGateway } from '../support/gateway.ts'
import { until } from '../support/until.ts'
import { startWorkerProcess } from '../support/worker.ts'
import { attemptsOf, create, ROOMY, workUpTo } from './dispatch/work.ts'

const gateway = await startTestGateway(ROOMY, { chores: ['reaper'] })
const { pool } = gateway.rooms.resources
const DAY = 24 * 3600
beforeEach(() => pool.query('delete from worker'))

/** A worker that was there this long ago; stopped, or silent since. */
async function insertWorker(id: string, secondsAgo: number, stopped: boolean): Promise<void> {
  await pool.query(
    `insert into worker (id, capabilities, pool, engine, host, started_at, beat_at, stopped_at)
     select $1, '{encode}', 'shared', 'none', 'there', at - interval '1 day', at, case when $3 then at end
     from (select now() - make_interval(secs => $2) as at) past`,
    [id, secondsAgo, stopped],
  )
}

async function workersLeft(): Promise<string[]> {
  return (await pool.query('select id from worker order by id')).rows.map(({ id }) => id)
}

test('workers stopped or silent for seven days are deleted, and others are not', async () => {
  for (const [state, stopped] of [
    ['stopped', true],
    ['silent', false],
  ] as const) {
    await insertWorker(`wrk_old_${state}`, 7 * DAY + 60, stopped)
    await insertWorker(`wrk_young_${state}`, 7 * DAY - 60, stopped)
  }
  assert.equal(await forgetWorkers(pool), 2)
  assert.deepEqual(await workersLeft(), ['wrk_young_silent', 'wrk_young_stopped'])
})

test('a worker shown with an attempt is kept until it ends, and its attempts keep its name', async () => {
  const id = await create(gateway)
  await workUpTo(gateway, id, 'encode')
  await pool.query(`update stage_attempt set worker_id = 'wrk_gone' where task_id = $1`, [id])
  await insertWorker('wrk_gone', 8 * DAY, false)
  assert.equal(await forgetWorkers(pool), 0)
  await pool.query(`update stage_attempt set beat_at = now() - interval '1 minute' where task_id = $1`, [id])
  await until(async () => (await attemptsOf(gateway, id)).includes('encode 1 lost'))
  assert.equal(await forgetWorkers(pool), 1)
  const { rows } = await pool.query('select worker_id from stage_attempt where task_id = $1 order by number', [id])
  assert.deepEqual(rows, [{ worker_id: 'wrk_gone' }, { worker_id: null }])
})

test('a worker that was away returns with its next heartbeat, unchanged', async () => {
  const worker = await startWorkerProcess(gateway, { WORKER_CAPABILITIES: 'upscale', WORKER_POOL: 'pro' })
  await until(async () => (await workersLeft()).includes(worker.ready))
  worker.child.kill('SIGSTOP')
  // A last heartbeat may still arrive.
  await until(async () => {
    await pool.query(`update worker set beat_at = now() - interval '8 days'`)
    return (await forgetWorkers(pool)) === 1
  })
  assert.deepEqual(await readWorkers(pool), [])
  worker.child.kill('SIGCONT')
  await until(async () => (await workersLeft()).includes(worker.ready))
  const [back] = await readWorkers(pool)
  assert.deepEqual([back?.id, back?.pool, back?.capabilities, back?.state], [worker.ready, 'pro', ['upscale'], 'idle'])
  await worker.end('SIGTERM')
})
