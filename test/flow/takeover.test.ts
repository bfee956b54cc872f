import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../support/gateway.ts'
import { atMost } from '../support/rounds.ts'
import { watch } from '../support/watch.ts'
import { startQuickWorker, startQuickWorkerProcess } from '../support/worker.ts'

const gateway = await startTestGateway({}, { chores: ['notices'] })
const { pool } = gateway.rooms.resources

async function createTask(): Promise<string> {
  const request = { prompt: 'a lake at sunset', aspect_ratio: '1:1' }
  const { status, body } = await gateway.call('POST', '/v1/videos', request)
  assert.equal(status, 202)
  return body.id
}

async function attemptsOf(taskId: string) {
  const { rows } = await pool.query(
    `select stage, number, state, worker_id, claimed_at, beat_at from stage_attempt
     where task_id = $1 order by stage, number`,
    [taskId],
  )
  return rows
}

async function entriesOf(taskId: string): Promise<string[]> {
  const { rows } = await pool.query('select kind from ledger_entry where task_id = $1 order by number', [taskId])
  return rows.map((row) => row.kind)
}

test('a worker killed during a render is replaced without a gap in the subscription', async () => {
  const first = await startQuickWorkerProcess(gateway, { hangsIn: 'render' })
  const taskId = await createTask()
  const seen = await watch(gateway, taskId)
  await seen.when(({ task }) => task.status === 'rendering' && task.progress > 0.05)
  const second = await startQuickWorker(gateway)
  await first.end('SIGKILL')
  await seen.ended

  assert.equal(seen.changes.at(-1)?.task.status, 'succeeded')
  const renders = (await attemptsOf(taskId)).filter((attempt) => attempt.stage === 'render')
  assert.deepEqual(
    renders.map(({ state, worker_id }) => [state, worker_id]),
    [
      ['lost', first.ready],
      ['done', second.id],
    ],
  )
  // Both by the database's clock: from the last heartbeat to the new claim.
  const takeover = renders[1].claimed_at.getTime() - renders[0].beat_at.getTime()
  assert.ok(takeover <= atMost(5000), `${takeover} ms`)

  const seqs = seen.changes.map((change) => change.seq)
  assert.deepEqual(
    seqs,
    seqs.map((_, index) => (seqs[0] ?? 0) + index),
  )
  assert.ok(seen.changes.every((change) => !change.skipped))
  const progress = seen.changes.map(({ task }) => task.progress)
  assert.deepEqual(
    progress,
    progress.toSorted((a, b) => a - b),
  )
  assert.deepEqual(await entriesOf(taskId), ['freeze', 'settle'])
  await second.end()
})

test('a stopping worker returns its stage at once and leaves no child process', async () => {
  const first = await startQuickWorkerProcess(gateway, { hangsIn: 'render' })
  const taskId = await createTask()
  const seen = await watch(gateway, taskId)
  await seen.when(({ task }) => task.status === 'rendering')
  await first.end('SIGTERM')
  const [, render] = await attemptsOf(taskId)
  assert.deepEqual([render.stage, render.state], ['render', 'handed_back'])

  const second = await startQuickWorker(gateway)
  await seen.ended
  assert.equal(seen.changes.at(-1)?.task.status, 'succeeded')
  assert.deepEqual(await entriesOf(taskId), ['freeze', 'settle'])
  await second.end()
})

test('a suspended worker that resumes after its lease is refused', async () => {
  const first = await startQuickWorkerProcess(gateway, { hangsIn: 'render' })
  const taskId = await createTask()
  const seen = await watch(gateway, taskId)
  await seen.when(({ task }) => task.status === 'rendering')
  first.child.kill('SIGSTOP')
  const second = await startQuickWorker(gateway)
  await seen.ended
  first.child.kill('SIGCONT')
  await first.end('SIGTERM')

  const states = (await attemptsOf(taskId)).map(({ stage, number, state }) => `${stage} ${number} ${state}`)
  assert.deepEqual(states, ['encode 1 done', 'package 1 done', 'render 1 lost', 'render 2 done'])
  assert.deepEqual(await entriesOf(taskId), ['freeze', 'settle'])
  await second.end()
})

test('a task without a worker has a waiting notice until it is claimed', async () => {
  const taskId = await createTask()
  const seen = await watch(gateway, taskId)
  const { task } = await seen.when((change) => change.task.waitingReason !== null)
  assert.deepEqual([task.status, task.waitingReason], ['queued', 'encoder'])
  const worker = await startQuickWorker(gateway)
  await seen.ended
  assert.ok(
    seen.changes.filter((change) => change.task.status !== 'queued').every((c) => c.task.waitingReason === null),
  )
  await worker.end()
})
