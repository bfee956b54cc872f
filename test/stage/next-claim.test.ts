import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Claim } from '../../src/stage/claim.ts'
import { reportDone } from '../../src/stage/report.ts'
import { startTestGateway } from '../support/gateway.ts'
import { ALL, attemptsOf, create, forget, jobsOf, ROOMY, take, workUpTo } from '../workers/dispatch/work.ts'

/** A report that answers with the worker's next claim. */

const gateway = await startTestGateway(ROOMY)
const { resources } = gateway.rooms
const { pool } = resources
const serves = { pool: 'shared', accelerates: false }

/** The result of a report, the next claim, and the hints sent. */
async function report(claim: Claim, stages = ALL) {
  const hinted = new Set<string>()
  const hint = (...channels: readonly string[]) => {
    for (const channel of channels) hinted.add(channel)
  }
  const needs = { ...resources, hints: { ...resources.hints, hint } }
  let next: Claim | null = null
  const taker = {
    stages,
    serves,
    take(taken: Claim) {
      next = taken
    },
  }
  const counted = await reportDone(needs, claim, { key: 'made' }, taker)
  const taken = next as Claim | null
  return { counted, next: taken && [taken.taskId, taken.stage, taken.workerId], hinted: [...hinted].sort() }
}

test('a worker that takes the task’s own next stage wakes no other worker', async () => {
  const id = await create(gateway)
  const { counted, next, hinted } = await report(await workUpTo(gateway, id, 'encode'))
  assert.deepEqual([counted, next, hinted], [true, [id, 'render', 'wrk_test'], ['events']])
  assert.deepEqual(await attemptsOf(gateway, id), ['encode 1 done', 'render 1 running'])
  assert.deepEqual(await jobsOf(gateway, id), [])
  const { body } = await gateway.call('GET', `/v1/videos/${id}`)
  assert.equal(body.status, 'rendering')
  await forget(gateway)
})

test('a report takes the best claim, not the task’s own next stage', async () => {
  const id = await create(gateway)
  const encode = await workUpTo(gateway, id, 'encode')
  const pro = await create(gateway, { service_tier: 'pro' })
  const { counted, next, hinted } = await report(encode)
  assert.deepEqual([counted, next, hinted], [true, [pro, 'encode', 'wrk_test'], ['events', 'jobs']])
  assert.deepEqual(await jobsOf(gateway, id), ['render'])
  await forget(gateway)
})

test('a report without a next claim for its worker wakes the others', async () => {
  const id = await create(gateway)
  const { counted, next, hinted } = await report(await workUpTo(gateway, id, 'encode'), ['encode'])
  assert.deepEqual([counted, next, hinted], [true, null, ['events', 'jobs']])
  await forget(gateway)
})

test('a report waits for no other task and takes the stage behind it', async () => {
  const id = await create(gateway)
  const encode = await workUpTo(gateway, id, 'encode')
  const pro = await create(gateway, { service_tier: 'pro' })
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('select 1 from task where id = $1 for no key update', [pro])
  const { counted, next } = await report(encode)
  await holder.query('rollback')
  holder.release()
  assert.deepEqual([counted, next], [true, [id, 'render', 'wrk_test']])
  assert.equal((await take(gateway, 'encode'))?.taskId, pro)
  await forget(gateway)
})

test('a late report changes nothing of its task, and its worker still gets a claim', async () => {
  const id = await create(gateway)
  const encode = await workUpTo(gateway, id, 'encode')
  assert.equal((await gateway.call('POST', `/v1/videos/${id}/cancel`)).status, 200)
  const other = await create(gateway)
  const { counted, next, hinted } = await report(encode)
  assert.deepEqual([counted, next, hinted], [false, [other, 'encode', 'wrk_test'], ['events']])
  assert.deepEqual(await attemptsOf(gateway, id), ['encode 1 cancelled'])
  await forget(gateway)
})
