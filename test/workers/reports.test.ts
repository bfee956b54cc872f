import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openResources } from '../../src/resources.ts'
import { type Engine, Refusal } from '../../workers/engine/engine.ts'
import { startWorker } from '../../workers/worker.ts'
import { startTestGateway } from '../support/gateway.ts'
import { quickEngine } from '../support/quick-engine.ts'
import { watch } from '../support/watch.ts'

const gateway = await startTestGateway()
const { pool } = gateway.rooms.resources
const good = quickEngine()

/** Runs one task to its end on a worker whose engine has the given faults. */
async function runWith(faults: Partial<Engine>, request: Record<string, unknown> = {}) {
  const { databaseUrl } = gateway
  const resources = await openResources(gateway.config, { name: 'worker', databaseUrl, poolSize: 3, supervise: false })
  const engine = { ...good, ...faults }
  const capabilities = ['encode', 'render', 'package'] as const
  const worker = startWorker(resources, { engine, capabilities, pool: 'shared' })
  after(() => resources.close())
  const body = { prompt: 'a lake at sunset', aspect_ratio: '1:1', audio: false, ...request }
  const created = await gateway.call('POST', '/v1/videos', body)
  assert.equal(created.status, 202)
  const seen = await watch(gateway, created.body.id)
  await seen.ended
  await worker.close(0)
  const { body: task } = await gateway.call('GET', `/v1/videos/${created.body.id}`)
  const attempts = await pool.query(
    'select stage, number, state from stage_attempt where task_id = $1 order by stage, number',
    [task.id],
  )
  const entries = await pool.query(
    'select kind, amount_micro, frozen_delta_micro from ledger_entry where task_id = $1 order by number',
    [task.id],
  )
  return {
    task,
    seen,
    attempts: attempts.rows.map(({ stage, number, state }) => `${stage} ${number} ${state}`),
    entries: entries.rows.map(({ kind, amount_micro, frozen_delta_micro }) => [kind, amount_micro, frozen_delta_micro]),
  }
}

const PRICE = 2_520_000n
const FREEZE = ['freeze', 0n, PRICE]
const SETTLE = ['settle', -PRICE, -PRICE]
const RELEASE = ['release', 0n, -PRICE]

test('a failed stage is tried again, and the task succeeds', async () => {
  let errors = 0
  const { task, attempts, entries } = await runWith({
    async render(...run) {
      if (errors++ === 0) throw new Error('out of memory on gpu-7')
      return good.render(...run)
    },
  })
  assert.equal(task.status, 'succeeded')
  assert.deepEqual(attempts, ['encode 1 done', 'package 1 done', 'render 1 failed', 'render 2 done'])
  assert.deepEqual(entries, [FREEZE, SETTLE])
})

test('the third error of a stage fails the task, unbilled, without internal words', async () => {
  const { task, attempts, entries } = await runWith({
    render: () => Promise.reject(new Error('out of memory on gpu-7')),
  })
  assert.equal(task.status, 'failed')
  assert.equal(task.fail_reason, 'generation_error')
  assert.equal(task.fail_detail, 'The video could not be generated.')
  assert.deepEqual([task.usage.billed_seconds, task.usage.amount_micro, task.usage.items], [0, 0, []])
  assert.deepEqual(attempts, ['encode 1 done', 'render 1 failed', 'render 2 failed', 'render 3 failed'])
  assert.deepEqual(entries, [FREEZE, RELEASE])
})

test('a permanent failure is not tried again', async () => {
  const { task, attempts, entries } = await runWith({
    encode: () => Promise.reject(new Refusal('invalid_asset', 'The picture cannot be read.')),
  })
  assert.deepEqual([task.status, task.fail_reason], ['failed', 'invalid_asset'])
  assert.deepEqual(attempts, ['encode 1 failed'])
  assert.deepEqual(entries, [FREEZE, RELEASE])
})

test('refused content rejects the task and settles only earned amounts', async () => {
  const { task, attempts, entries } = await runWith({
    render: () => Promise.reject(new Refusal('content_policy_output', 'The video would break the content policy.')),
  })
  assert.deepEqual([task.status, task.fail_reason], ['rejected', 'content_policy_output'])
  assert.deepEqual([task.usage.billed_seconds, task.usage.amount_micro], [0, 20_000])
  assert.deepEqual(attempts, ['encode 1 done', 'render 1 rejected'])
  assert.deepEqual(entries, [FREEZE, ['settle', -20_000n, -PRICE]])
})

/** Renders fewer frames than requested. */
const short: Engine['render'] = (input, ...rest) =>
  good.render({ ...input, task: { ...input.task, frames: 107 } }, ...rest)

test('a finished video of the wrong length is generated again and billed once', async () => {
  let renders = 0
  const { task, attempts, entries, seen } = await runWith({
    render: (...run) => (renders++ === 0 ? short(...run) : good.render(...run)),
  })
  assert.equal(task.status, 'succeeded')
  assert.equal(task.output.duration, 5.167)
  assert.deepEqual(attempts, [
    'encode 1 done',
    'package 1 failed',
    'package 2 done',
    'render 1 failed',
    'render 2 done',
  ])
  assert.deepEqual(entries, [FREEZE, SETTLE])
  const progress = seen.changes.map((change) => change.task.progress)
  assert.deepEqual(
    progress,
    progress.toSorted((a, b) => a - b),
  )
})

test('a finished video that is wrong twice fails the task', async () => {
  const { task, entries } = await runWith({ render: short })
  assert.deepEqual([task.status, task.fail_reason], ['failed', 'output_corrupt'])
  assert.deepEqual(entries, [FREEZE, RELEASE])
})

test('context IR that was applied is billed', async () => {
  const applied: Engine['encode'] = async (...run) => ({ ...(await good.encode(...run)), contextIrApplied: true })
  const { task } = await runWith({ encode: applied }, { use_context_ir: true })
  assert.deepEqual([task.context_ir_applied, task.usage.amount_micro], [true, 2_620_000])
  const plain = await runWith({}, { use_context_ir: true })
  assert.deepEqual([plain.task.context_ir_applied, plain.task.usage.amount_micro], [false, 2_520_000])
  assert.deepEqual(plain.entries, [
    ['freeze', 0n, 2_620_000n],
    ['settle', -2_520_000n, -2_620_000n],
  ])
})
