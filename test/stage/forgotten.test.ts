import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forgetAttempts } from '../../src/fleet/forget.ts'
import { ATTEMPT_RETENTION_DAYS } from '../../src/limits.ts'
import { forgetUnfit } from '../../src/queue/unfit.ts'
import { startTestGateway } from '../support/gateway.ts'
import { attemptsOf, complete, create, ROOMY, take } from '../workers/dispatch/work.ts'

const gateway = await startTestGateway(ROOMY)
const { pool } = gateway.rooms.resources
const DAY = 24 * 3600

/** A cancelled task with a finished and a cancelled attempt; it ended this long ago. */
async function endedTask(secondsAgo: number): Promise<string> {
  const id = await create(gateway)
  const claim = await take(gateway, 'encode')
  assert.ok(claim?.taskId === id && (await complete(gateway, claim)))
  assert.equal((await gateway.call('POST', `/v1/videos/${id}/cancel`)).status, 200)
  await setBack(id, secondsAgo)
  return id
}

async function setBack(id: string, secondsAgo: number): Promise<void> {
  await pool.query(
    `with ended as (
       update task set completed_at = completed_at - make_interval(secs => $2) where id = $1 and completed_at is not null)
     update stage_attempt set finished_at = finished_at - make_interval(secs => $2) where task_id = $1`,
    [id, secondsAgo],
  )
}

const eraseOutputs = (id: string) => pool.query('update stage_attempt set output = null where task_id = $1', [id])

test(`attempts of a task that ended more than ${ATTEMPT_RETENTION_DAYS} days ago are deleted, and the task stays readable`, async () => {
  const old = await endedTask(ATTEMPT_RETENTION_DAYS * DAY + 60)
  const young = await endedTask(ATTEMPT_RETENTION_DAYS * DAY - 60)
  const before = [await attemptsOf(gateway, young), (await gateway.call('GET', `/v1/videos/${old}`)).body]
  await Promise.all([eraseOutputs(old), eraseOutputs(young)])
  assert.equal(await forgetAttempts(pool), 2)
  assert.deepEqual(await attemptsOf(gateway, old), [])
  assert.deepEqual([await attemptsOf(gateway, young), (await gateway.call('GET', `/v1/videos/${old}`)).body], before)
  assert.equal(await forgetAttempts(pool), 0)
})

test('an attempt whose output is still stored is kept', async () => {
  const id = await endedTask(ATTEMPT_RETENTION_DAYS * DAY + 60)
  assert.equal(await forgetAttempts(pool), 1)
  assert.deepEqual(await attemptsOf(gateway, id), ['encode 1 done'])
})

test('attempts of an unfinished task are kept', async () => {
  const id = await create(gateway)
  const claim = await take(gateway, 'encode')
  assert.ok(claim?.taskId === id && (await complete(gateway, claim)))
  await setBack(id, 2 * ATTEMPT_RETENTION_DAYS * DAY)
  await eraseOutputs(id)
  const before = await attemptsOf(gateway, id)
  await forgetAttempts(pool)
  assert.deepEqual(await attemptsOf(gateway, id), before)
})

test('records of engines that cannot make a task are deleted once it has ended', async () => {
  const [ended, queued] = [await endedTask(0), await create(gateway)]
  await pool.query(`insert into unfit_engine (task_id, profile) values ($1, 'x'), ($2, 'x')`, [ended, queued])
  await forgetUnfit(pool)
  const { rows } = await pool.query('select task_id from unfit_engine')
  assert.deepEqual(rows, [{ task_id: queued }])
})
