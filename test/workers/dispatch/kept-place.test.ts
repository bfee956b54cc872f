import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Claim } from '../../../src/stage/claim.ts'
import { handBack, reportFailed } from '../../../src/stage/report.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { until } from '../../support/until.ts'
import { attemptsOf, createMany, forget, jobsOf, ROOMY, takeMany, waitLonger } from './work.ts'

const gateway = await startTestGateway(ROOMY, { chores: ['reaper'] })
const { resources } = gateway.rooms
const { pool } = resources

const FAILURE = { reason: 'generation_error', detail: 'It could not be made.', cause: 'test', retry: true } as const

/** Ways to end a first attempt without ending its task. */
const ENDS: Readonly<Record<string, (claim: Claim) => Promise<unknown>>> = {
  'that was returned': (claim) => handBack(resources, claim),
  'that failed': async (claim) => {
    await reportFailed(resources, claim, FAILURE)
    await waitLonger(gateway, [claim.taskId], 1)
  },
  'that was lost': async (claim) => {
    await pool.query(`update stage_attempt set beat_at = now() - interval '1 hour' where state = 'running'`)
    await until(async () => (await jobsOf(gateway, claim.taskId)).length > 0)
  },
}

for (const [name, end] of Object.entries(ENDS)) {
  test(`a stage ${name} keeps its position`, async () => {
    const [first = '', second = '', third = ''] = [
      ...(await createMany(gateway, { n: 2 })),
      ...(await createMany(gateway, { n: 1 })),
    ]
    const [claim] = await takeMany(gateway, 1, 'encode')
    assert.equal(claim?.taskId, first)
    if (claim) await end(claim)
    const taken = await takeMany(gateway, 3, 'encode')
    assert.deepEqual(
      taken.map(({ taskId, number }) => [taskId, number]),
      [
        [first, 2],
        [second, 1],
        [third, 1],
      ],
    )
    await forget(gateway)
  })
}

test('a failed stage waits for its back-off without delaying others', async () => {
  const [first = '', second = ''] = await createMany(gateway, { n: 2 })
  const [claim] = await takeMany(gateway, 1, 'encode')
  if (claim) await reportFailed(resources, claim, FAILURE)
  const [next] = await takeMany(gateway, 1, 'encode')
  assert.equal(next?.taskId, second)
  assert.deepEqual(await attemptsOf(gateway, first), ['encode 1 failed', 'encode 2 ready'])
  const { rows } = await pool.query(
    `select extract(epoch from a.ready_at - d.finished_at)::float8 as attempt, extract(epoch from j.start_after - d.finished_at)::float8 as job
     from stage_attempt a join stage_attempt d using (task_id, stage) join pgboss.job j on j.data->>'taskId' = a.task_id
     where a.task_id = $1 and a.number = 2 and d.number = 1`,
    [first],
  )
  assert.deepEqual(
    [rows[0].attempt, rows[0].job].map((seconds) => Math.round(seconds * 10) / 10),
    [1, 1],
  )
  await forget(gateway)
})
