import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { startTestGateway } from '../support/gateway.ts'
import { until } from '../support/until.ts'
import { startQuickWorker } from '../support/worker.ts'
import { create, createMany, forget, ROOMY, takeMany } from '../workers/dispatch/work.ts'
import { operatorOf, WITH_DOOR } from './operator.ts'

const gateway = await startTestGateway(ROOMY, WITH_DOOR)
const { pool } = gateway.rooms.resources
const ask = operatorOf(gateway)

const FLOWS = `{ flows { stage spanSeconds donePerMinute doneByMinute waitP50Seconds waitP90Seconds runP50Seconds
  runP90Seconds outcomes { outcome count } hedges { won lost unused } } }`

const flowOf = async (stage: string) => {
  const { flows } = await ask(FLOWS)
  return flows.find((flow: { stage: string }) => flow.stage === stage)
}

beforeEach(async () => {
  await forget(gateway)
  await pool.query("update stage_attempt set finished_at = now() - interval '1 hour'")
})

/**
 * Encodes that ended some seconds ago, each with its outcome, waiting time and running time; null: it never started.
 */
async function ended(
  rows: readonly (readonly [state: string, age: number, wait: number | null, run: number, hedge?: boolean])[],
) {
  const claims = []
  for (const _row of rows) claims.push(await create(gateway).then(() => takeMany(gateway, 1, 'encode')))
  for (const [index, [state, age, wait, run, hedge = false]] of rows.entries()) {
    await pool.query(
      `update stage_attempt set state = case when $3 = 'void' then 'failed' else $3 end, hedge = $7,
         outcome = case when $3 = 'void' then 'void' end, finished_at = now() - make_interval(secs => $4),
         claimed_at = now() - make_interval(secs => $4 + $6), ready_at = now() - make_interval(secs => $4 + $6 + $5)
       where task_id = $1 and stage = 'encode' and number = $2`,
      [claims[index]?.[0]?.taskId, claims[index]?.[0]?.number, state, age, wait ?? 0, run, hedge],
    )
    if (wait === null) {
      await pool.query('update stage_attempt set claimed_at = null where task_id = $1', [claims[index]?.[0]?.taskId])
    }
  }
}

test('every stage is listed with empty figures before anything has ended', async () => {
  const { flows } = await ask(FLOWS)
  const nothing = {
    spanSeconds: 600,
    donePerMinute: 0,
    doneByMinute: Array(10).fill(0),
    waitP50Seconds: null,
    waitP90Seconds: null,
    runP50Seconds: null,
    runP90Seconds: null,
    outcomes: [],
    hedges: { won: 0, lost: 0, unused: 0 },
  }
  assert.deepEqual(
    flows,
    ['encode', 'render', 'upscale', 'package'].map((stage) => ({ stage, ...nothing })),
  )
})

test('finished work, waiting time and running time are reported by minute', async () => {
  await ended([
    ['done', 30, 10, 1],
    ['done', 90, 20, 2],
    ['done', 90, 30, 3],
    ['done', 660, 400, 400],
  ])
  const { outcomes, hedges, ...flow } = await flowOf('encode')
  assert.deepEqual(flow, {
    stage: 'encode',
    spanSeconds: 600,
    donePerMinute: 0.3,
    doneByMinute: [0, 0, 0, 0, 0, 0, 0, 0, 2, 1],
    waitP50Seconds: 20,
    waitP90Seconds: 28,
    runP50Seconds: 2,
    runP90Seconds: 2.8,
  })
  assert.deepEqual([outcomes, hedges], [[{ outcome: 'done', count: 3 }], { won: 0, lost: 0, unused: 0 }])
})

test('attempts are reported by outcome, second tries separately', async () => {
  await ended([
    ['failed', 10, 5, 9],
    ['lost', 10, 5, 9],
    ['lost', 10, 5, 9],
    ['void', 10, 5, 9],
    ['done', 10, 700, 7, true],
    ['superseded', 10, 700, 9, true],
    ['cancelled', 10, null, 0, true],
  ])
  const flow = await flowOf('encode')
  assert.deepEqual(flow.outcomes, [
    { outcome: 'lost', count: 2 },
    { outcome: 'done', count: 1 },
    { outcome: 'failed', count: 1 },
    { outcome: 'superseded', count: 1 },
    { outcome: 'void', count: 1 },
  ])
  assert.deepEqual(flow.hedges, { won: 1, lost: 1, unused: 1 })
  assert.deepEqual([flow.waitP50Seconds, flow.waitP90Seconds, flow.runP50Seconds], [5, 5, 7])
})

test('figures cover the period that was read when more ended than is read', async () => {
  const id = await create(gateway)
  await pool.query(
    `insert into stage_attempt (task_id, stage, number, state, claimed_at, finished_at)
     select $1, 'package', number, 'done', now(), now() - number * interval '10 milliseconds'
     from generate_series(1, 6000) as number`,
    [id],
  )
  const written = performance.now()
  const { spanSeconds, donePerMinute, doneByMinute } = await flowOf('package')
  const late = (performance.now() - written) / 1000
  // The rows have aged by the time that has passed since.
  assert.equal(Math.round(donePerMinute * spanSeconds), 5000 * 60)
  assert.ok(spanSeconds >= 50 && spanSeconds < 60 + late, String(spanSeconds))
  assert.deepEqual(doneByMinute, [])
})

test('the runs of a real worker are listed newest first', async () => {
  const worker = await startQuickWorker(gateway, { capabilities: ['encode'] })
  const query = `query ($id: ID!) { workerAttempts(id: $id) { taskId stage number state workerId finishedAt } }`
  const read = async () => (await ask(query, { id: worker.id })).workerAttempts
  assert.deepEqual(await read(), [])
  const ids = await createMany(gateway, { n: 2 })
  await until(async () => (await read()).filter(({ state }: { state: string }) => state === 'done').length === 2)
  const attempts: readonly Readonly<Record<string, string>>[] = await read()
  assert.deepEqual(attempts.map(({ taskId }) => taskId).toSorted(), ids.toSorted())
  for (const { stage, number, workerId } of attempts) {
    assert.deepEqual([stage, number, workerId], ['encode', 1, worker.id])
  }
  const [newest, other] = attempts
  assert.ok((newest?.['finishedAt'] ?? '') >= (other?.['finishedAt'] ?? 'z'))
  assert.deepEqual((await ask(query, { id: 'wrk_none' })).workerAttempts, [])
})
