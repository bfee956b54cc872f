import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Rollback, type Tx, transaction } from '../../src/lib/sql.ts'
import { createAccountQueues } from '../../src/queue/boss.ts'
import { accountQueue, floorOf, QUEUES, type StageJob } from '../../src/queue/catalog.ts'
import { enqueue } from '../../src/queue/enqueue.ts'
import { liveWorkers } from '../../src/queue/routing.ts'
import { reportDone } from '../../src/stage/report.ts'
import { startOf } from '../../src/task/pipeline.ts'
import { startTestGateway } from '../support/gateway.ts'
import { hire } from '../workers/dispatch/crew.ts'
import { attemptsOf, create, forget, jobsOf, ROOMY, take, workUpTo } from '../workers/dispatch/work.ts'

/** Claims and reports against the functions of the pinned pg-boss: the same job, the same rows. */

const gateway = await startTestGateway(ROOMY)
const { resources } = gateway.rooms
const { pool, boss } = resources

interface Job extends Record<string, unknown> {
  readonly data: StageJob
}

type Db = Pick<Tx, 'executeSql'>
const DIRECT: Db = { executeSql: (text, values) => pool.query(text, values) }

async function rowsOf(from: Db): Promise<Job[]> {
  const { rows } = await from.executeSql('select to_jsonb(j) as job from pgboss.job j order by id', [])
  return rows.map((row) => (row as { job: Job }).job)
}

/** What pg-boss fetches, and the jobs left once it has deleted that; nothing is kept. */
function fetchOf(queue: string, minPriority: number) {
  return transaction(pool, async (tx) => {
    const [job] = await boss.fetch<StageJob>(queue, { minPriority, db: tx })
    if (job) await boss.deleteJob(queue, job.id, { db: tx })
    return new Rollback({ taskId: job?.data.taskId ?? null, left: await rowsOf(tx) })
  })
}

test('a claim takes the job that pg-boss fetches, and leaves the rows that its deletion leaves', async () => {
  const tiers = ['standard', 'pro', 'draft', 'dedicated', 'standard', 'pro', 'standard'] as const
  const ids: string[] = []
  for (const service_tier of tiers) ids.push(await create(gateway, { service_tier, acceleration: 'off' }))
  const change = (set: string, id = '') => pool.query(`update pgboss.job set ${set} where data->>'taskId' = $1`, [id])
  await change(`start_after = now() + interval '1 hour'`, ids[1])
  await change(`blocked = true`, ids[4])
  await change(`state = 'active', started_on = now()`, ids[2])
  await pool.query('update pgboss.job set priority = 0, created_on = now() where priority = -1')
  for (const floor of [floorOf('dedicated'), floorOf('pro'), floorOf('standard'), floorOf('standard')]) {
    const expected = await fetchOf('encode', floor)
    const claim = await take(gateway, 'encode')
    assert.equal(claim?.taskId ?? null, expected.taskId)
    assert.deepEqual(await rowsOf(DIRECT), expected.left)
  }
  assert.equal((await fetchOf('encode', floorOf('standard'))).taskId, null)
  assert.equal(await take(gateway, 'encode'), null)
  await forget(gateway)
})

/** Jobs without ids, with times as distances from their creation. */
async function sentJobs(from: Db, taskId: string): Promise<unknown[]> {
  const { rows } = await from.executeSql(
    `select to_jsonb(j) - '{id,created_on,start_after,keep_until}'::text[] as job, start_after - created_on as wait,
       keep_until - created_on as kept
     from pgboss.job j where data->>'taskId' = $1 order by name`,
    [taskId],
  )
  return rows
}

const ROUTED = [
  ['common', {}, 1],
  ['accelerated', { service_tier: 'draft', acceleration: 'auto' }, 2],
  ['own', { service_tier: 'dedicated' }, 1],
] as const

await hire(gateway, ['render'], gateway.accountId)
await hire(gateway, ['lora'])

for (const [queues, body, count] of ROUTED) {
  test(`a report sends the rows that pg-boss inserts: ${queues} queues`, async () => {
    const encode = await workUpTo(gateway, await create(gateway, body), 'encode')
    const { taskId, task } = encode
    const expected = await transaction(pool, async (tx) => {
      const live = await liveWorkers(pool)
      await enqueue(tx, boss, [startOf(task, { stage: 'render', number: 1, live })])
      return new Rollback(await sentJobs(tx, taskId))
    })
    assert.equal(expected.length, count)
    assert.ok(await reportDone(resources, encode, { key: 'made' }))
    assert.deepEqual(await sentJobs(DIRECT, taskId), expected)
    await forget(gateway)
  })
}

test('jobs of all queues are in one table', async () => {
  await createAccountQueues(boss, gateway.accountId)
  const own = accountQueue('render', gateway.accountId)
  const { rows } = await pool.query('select name, table_name from pgboss.queue where name = any($1)', [
    [...QUEUES, own],
  ])
  assert.equal(rows.length, QUEUES.length + 1)
  for (const { name, table_name } of rows) assert.equal(table_name, 'job_common', name)
})

test('a job whose attempt has ended is deleted, and the next one is claimed', async () => {
  const [ended, next] = [await create(gateway), await create(gateway)]
  await pool.query(`update stage_attempt set state = 'cancelled' where task_id = $1`, [ended])
  assert.equal((await take(gateway, 'encode'))?.taskId, next)
  assert.deepEqual([await jobsOf(gateway, ended), await attemptsOf(gateway, ended)], [[], ['encode 1 cancelled']])
  await forget(gateway)
})
