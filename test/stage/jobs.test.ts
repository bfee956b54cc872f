import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Rollback, type Tx, transaction } from '../../src/lib/sql.ts'
import { createAccountQueues } from '../../src/queue/boss.ts'
import { accountQueue, floorOf, type StageJob } from '../../src/queue/catalog.ts'
import { startTestGateway } from '../support/gateway.ts'
import { attemptsOf, create, forget, jobsOf, ROOMY, take } from '../workers/dispatch/work.ts'

/** Claims and reports against the functions of the pinned pg-boss: the same job, the same rows. */

const gateway = await startTestGateway(ROOMY)
const { resources } = gateway.rooms
const { pool, boss } = resources

interface Job extends Record<string, unknown> {
  readonly data: StageJob
}

async function rowsOf(from: Pick<Tx, 'executeSql'>): Promise<Job[]> {
  const { rows } = await from.executeSql('select to_jsonb(j) as job from pgboss.job j order by id', [])
  return rows.map((row) => (row as { job: Job }).job)
}

const rowsNow = () => rowsOf({ executeSql: (text, values) => pool.query(text, values) })

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
    assert.deepEqual(await rowsNow(), expected.left)
  }
  assert.equal((await fetchOf('encode', floorOf('standard'))).taskId, null)
  assert.equal(await take(gateway, 'encode'), null)
  await forget(gateway)
})

test('jobs of all queues are in one table', async () => {
  await createAccountQueues(boss, gateway.accountId)
  const { rows } = await pool.query('select name, table_name from pgboss.queue where name = $1 or name !~ $2', [
    accountQueue('render', gateway.accountId),
    '^__pgboss',
  ])
  assert.ok(rows.length > 9)
  for (const { name, table_name } of rows) assert.equal(table_name, 'job_common', name)
})

test('a job whose attempt has ended is deleted, and the next one is claimed', async () => {
  const [ended, next] = [await create(gateway), await create(gateway)]
  await pool.query(`update stage_attempt set state = 'cancelled' where task_id = $1`, [ended])
  assert.equal((await take(gateway, 'encode'))?.taskId, next)
  assert.deepEqual([await jobsOf(gateway, ended), await attemptsOf(gateway, ended)], [[], ['encode 1 cancelled']])
  await forget(gateway)
})
