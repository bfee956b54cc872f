import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transaction } from '../../src/lib/sql.ts'
import type { Stage } from '../../src/queue/catalog.ts'
import { reportDone, reportFailed, reportRejected, reportSucceeded } from '../../src/stage/report.ts'
import { finishTask, lockForEnd } from '../../src/task/finish.ts'
import { parseTaskRequest } from '../../src/task/request.ts'
import { claimStage } from '../support/claim.ts'
import { startTestGateway } from '../support/gateway.ts'

/** Examples of docs/rules/money.md#price-items, from a create to the ledger, through workers' reports. */

const gateway = await startTestGateway()
const { resources, lanes } = gateway.rooms
const { pool } = resources

async function claim(stage: Stage) {
  return (await claimStage(resources, stage, 'wrk_test')) ?? assert.fail(`no ${stage} is ready`)
}

async function done(...stages: Stage[]): Promise<void> {
  for (const stage of stages) assert.ok(await reportDone(resources, await claim(stage), { key: 'none' }))
}

/** Kind, amount and frozen delta of a task's entries. */
async function entriesOf(taskId: string) {
  const { rows } = await pool.query(
    'select kind, amount_micro, frozen_delta_micro from ledger_entry where task_id = $1 order by number',
    [taskId],
  )
  return rows.map(({ kind, amount_micro, frozen_delta_micro }) => [kind, amount_micro, frozen_delta_micro])
}

/** Creates like REST, but with values that REST still refuses. */
async function create(fields: Record<string, unknown>, resolution: '768p' | '2k' | '4k' = '768p') {
  const request = { ...parseTaskRequest({ prompt: 'a lake', ...fields }, null, gateway.config.webhook), resolution }
  const { accountId } = gateway
  const common = { accountId, keyId: null, apiVersion: '2026-11-01', idempotency: null }
  const verdict = await lanes.submit({ ...common, request })
  assert.equal(verdict.kind, 'created')
  return (verdict.kind === 'created' && verdict.tasks[0]) || assert.fail()
}

const OUTPUT = { key: 'k', thumbnailKey: 't', bytes: 1, sha256: '', width: 1344, height: 768, frames: 124 }
const FAILURE = { detail: 'It was refused.', cause: 'test', retry: false } as const

test('5 s in standard 768p have 124 frames and settle 2,520,000 as frozen', async () => {
  const task = await create({ duration: 5 })
  assert.equal(task.frames, 124)
  await done('encode', 'render')
  await reportSucceeded(resources, await claim('package'), { ...OUTPUT, hasAudio: true, watermarked: false })
  assert.deepEqual(await entriesOf(task.id), [
    ['freeze', 0n, 2_520_000n],
    ['settle', -2_520_000n, -2_520_000n],
  ])
  const { body } = await gateway.call('GET', `/v1/videos/${task.id}`)
  assert.deepEqual([body.usage.billed_seconds, body.usage.amount_micro, body.usage.amount], [5, 2_520_000, '¥2.52'])
})

test('6.5 s in pro 2k have 158 frames, freeze 6,845,000 and settle 4,895,000 if cancelled in upscaling', async () => {
  const task = await create({ duration: 6.5, service_tier: 'pro' }, '2k')
  assert.equal(task.frames, 158)
  await done('encode', 'render')
  await claim('upscale')
  const { rows } = await pool.query('select status from task where id = $1', [task.id])
  assert.equal(rows[0].status, 'upscaling')
  await transaction(pool, async (tx) => {
    const locked = (await lockForEnd(tx, gateway.accountId, task.id)) ?? assert.fail()
    finishTask(tx, locked, { status: 'cancelled' })
  })
  assert.deepEqual(await entriesOf(task.id), [
    ['freeze', 0n, 6_845_000n],
    ['settle', -4_895_000n, -6_845_000n],
  ])
})

test('a task rejected after encode settles the encoder only, and before it nothing', async () => {
  const late = await create({ duration: 15 })
  await done('encode')
  await reportRejected(resources, await claim('render'), { ...FAILURE, reason: 'content_policy_output' })
  assert.deepEqual(await entriesOf(late.id), [
    ['freeze', 0n, 7_520_000n],
    ['settle', -20_000n, -7_520_000n],
  ])
  const early = await create({ duration: 15 })
  await reportRejected(resources, await claim('encode'), { ...FAILURE, reason: 'content_policy_input' })
  assert.deepEqual(await entriesOf(early.id), [
    ['freeze', 0n, 7_520_000n],
    ['release', 0n, -7_520_000n],
  ])
})

test('a failed task is released, whatever stages were finished', async () => {
  const task = await create({ duration: 5 }, '4k')
  await done('encode', 'render', 'upscale')
  await reportFailed(resources, await claim('package'), { ...FAILURE, reason: 'storage_error' })
  assert.deepEqual(await entriesOf(task.id), [
    ['freeze', 0n, 7_020_000n],
    ['release', 0n, -7_020_000n],
  ])
})

test('n = 4 with a balance of 6,300,000 creates two tasks', async () => {
  const { key } = await gateway.newAccount({ creditMicro: 6_300_000n })
  const { status, body } = await gateway.call(
    'POST',
    '/v1/videos',
    { prompt: 'x', n: 4 },
    { authorization: `Bearer ${key}` },
  )
  assert.equal(status, 202)
  assert.deepEqual([body.requested, body.created, body.data.length], [4, 2, 2])
  assert.equal(body.error.code, 'insufficient_balance')
  assert.deepEqual(body.error.details, { required_micro: 2_520_000, available_micro: 1_260_000 })
})
