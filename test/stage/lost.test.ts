import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { transaction } from '../../src/lib/sql.ts'
import { restartLost } from '../../src/stage/lost.ts'
import { handBack, reportFailed } from '../../src/stage/report.ts'
import { startTestGateway, type TestGateway } from '../support/gateway.ts'
import { until } from '../support/until.ts'
import { watch } from '../support/watch.ts'
import { startQuickWorker } from '../support/worker.ts'
import {
  attemptsOf,
  complete,
  create,
  createMany,
  entriesOf,
  jobsOf,
  ROOMY,
  workUpTo,
} from '../workers/dispatch/work.ts'

const gateway = await startTestGateway(ROOMY)
const { resources } = gateway.rooms
const { pool } = resources
const lines: Record<string, unknown>[] = []
const needs = { ...resources, log: pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }) }

/** Deletes a task's attempts of some states and their jobs, which no statement of the product does. */
async function lose(id: string, states: readonly string[]): Promise<void> {
  await pool.query(
    `with gone as (delete from stage_attempt where task_id = $1 and state = any($2::text[]))
     delete from pgboss.job where data->>'taskId' = $1`,
    [id, states],
  )
}

const ALL_STATES = ['ready', 'running', 'done', 'failed', 'lost', 'handed_back']

/** All columns of a task that the chore could write. */
async function rowsOf(id: string): Promise<unknown> {
  const { rows } = await pool.query(
    `select (select to_jsonb(t) from task t where id = $1) as task,
       (select json_agg(to_jsonb(a) order by stage, number) from stage_attempt a where task_id = $1) as attempts,
       (select json_agg(to_jsonb(e) order by id) from event e where task_id = $1) as events,
       (select json_agg(to_jsonb(j) order by id) from pgboss.job j where data->>'taskId' = $1) as jobs`,
    [id],
  )
  return rows[0]
}

/** Ends a test's leftover tasks, so that the next test starts with none. */
async function end(ids: readonly string[]): Promise<void> {
  for (const id of ids) assert.equal((await gateway.call('POST', `/v1/videos/${id}/cancel`)).status, 200)
  await pool.query('delete from pgboss.job')
}

test('a task without attempts and jobs is restarted, and a worker completes it', async () => {
  const id = await create(gateway)
  await lose(id, ALL_STATES)
  const seen = await watch(gateway, id)
  assert.equal(await restartLost(needs), 1)
  assert.deepEqual(await attemptsOf(gateway, id), ['encode 1 ready'])
  assert.deepEqual(await jobsOf(gateway, id), ['encode'])
  assert.deepEqual(
    lines.splice(0).map(({ level, task, stage, msg }) => [level, task, stage, msg]),
    [[50, id, 'encode', 'an unfinished task had no attempt; started its next stage again']],
  )
  assert.equal(await restartLost(needs), 0)
  const { rows } = await pool.query('select seq, kind from event where task_id = $1 order by seq', [id])
  assert.deepEqual(rows, [
    { seq: 1, kind: 'created' },
    { seq: 2, kind: 'requeued' },
  ])

  const worker = await startQuickWorker(gateway)
  await seen.ended
  await worker.end()
  assert.deepEqual(
    seen.changes.map(({ seq }) => seq),
    seen.changes.map((_, index) => index + 1),
  )
  assert.equal(seen.changes.at(-1)?.task.status, 'succeeded')
  assert.deepEqual(
    (await entriesOf(gateway, id)).map(([kind]) => kind),
    ['freeze', 'settle'],
  )
})

for (const stage of ['encode', 'render', 'upscale', 'package'] as const) {
  test(`a lost ${stage} is repeated with earlier results and at its position`, async () => {
    const id = await create(gateway, { resolution: '2k', service_tier: 'pro' })
    const claim = await workUpTo(gateway, id, stage)
    const { body: before } = await gateway.call('GET', `/v1/videos/${id}`)
    await lose(id, ['ready', 'running'])
    assert.equal(await restartLost(needs), 1)
    assert.equal(lines.splice(0).length, 1)
    const { body: after } = await gateway.call('GET', `/v1/videos/${id}`)
    assert.deepEqual([after.status, after.progress, after.cost], [before.status, before.progress, before.cost])
    const again = await workUpTo(gateway, id, stage)
    assert.deepEqual(again.outputs, claim.outputs)
    assert.equal(again.task.priority, claim.task.priority)
    if (stage === 'package') assert.ok(await complete(gateway, again))
    else await end([id])
  })
}

test('a retry continues the attempt numbers, and a finished stage of an unfinished task is repeated', async () => {
  const id = await create(gateway)
  assert.ok(await handBack(resources, await workUpTo(gateway, id, 'encode')))
  await lose(id, ['ready'])
  assert.equal(await restartLost(needs), 1)
  assert.deepEqual(await attemptsOf(gateway, id), ['encode 1 handed_back', 'encode 2 ready'])
  await workUpTo(gateway, id, 'package')
  await pool.query(`update stage_attempt set state = 'done' where task_id = $1 and state = 'running'`, [id])
  assert.equal(await restartLost(needs), 1)
  assert.deepEqual((await attemptsOf(gateway, id)).slice(2, 4), ['package 1 done', 'package 2 ready'])
  assert.ok(await complete(gateway, await workUpTo(gateway, id, 'package')))
  lines.length = 0
})

test('tasks that wait, run, back off or have ended are not restarted beside a lost one', async () => {
  const delayed = await create(gateway)
  const failure = { reason: 'generation_error', detail: 'It could not be made.', cause: 'test', retry: true } as const
  assert.ok(await reportFailed(resources, await workUpTo(gateway, delayed, 'encode'), failure))
  const [waiting = '', lost = ''] = await createMany(gateway, { n: 2 })
  const other = await gateway.newAccount(ROOMY)
  const running = await create(gateway, {}, other.key)
  const cancelled = await create(gateway)
  await end([cancelled])
  await pool.query(
    `update stage_attempt set state = 'running', worker_id = 'wrk_test', claimed_at = now(), beat_at = now() + interval '1 hour'
     where task_id = $1`,
    [running],
  )
  const all = async () => Promise.all([delayed, waiting, running, cancelled].map(rowsOf))
  const before = await all()
  assert.equal(await restartLost(needs), 0)
  await lose(lost, ALL_STATES)
  assert.equal(await restartLost(needs), 1)
  assert.deepEqual(await all(), before)
  await end([delayed, waiting, lost])
  lines.length = 0
})

test('two concurrent chores start one attempt', async () => {
  const ids = await createMany(gateway, { n: 4 })
  for (const id of ids) await lose(id, ALL_STATES)
  const holder = await heldTask(gateway, ids[3] ?? '')
  const both = Promise.all([restartLost(needs), restartLost(needs)])
  await until(async () => (await waitingForLocks()) >= 2)
  await holder.release()
  const [first, second] = await both
  assert.equal(first + second, 4)
  for (const id of ids) {
    assert.deepEqual(await attemptsOf(gateway, id), ['encode 1 ready'])
    assert.deepEqual(await jobsOf(gateway, id), ['encode'])
    const { rows } = await pool.query(`select 1 from event where task_id = $1 and kind = 'requeued'`, [id])
    assert.equal(rows.length, 1)
  }
  await end(ids)
  lines.length = 0
})

test('a task cancelled before its restart stays cancelled', async () => {
  const id = await create(gateway)
  await lose(id, ALL_STATES)
  const holder = await heldTask(gateway, id)
  const cancel = gateway.call('POST', `/v1/videos/${id}/cancel`)
  await until(async () => (await waitingForLocks()) >= 1)
  const restarting = restartLost(needs)
  await until(async () => (await waitingForLocks()) >= 2)
  await holder.release()
  assert.equal((await cancel).body.status, 'cancelled')
  assert.equal(await restarting, 0)
  assert.deepEqual(await attemptsOf(gateway, id), [])
  assert.deepEqual(lines, [])
})

test('an account with too high a count is reported to the operator unchanged, and others are repaired', async () => {
  const wrong = await gateway.newAccount(ROOMY)
  const fine = await create(gateway, {}, wrong.key)
  await pool.query('update account set active_tasks = 3 where id = $1', [wrong.accountId])
  const lost = await create(gateway)
  await lose(lost, ALL_STATES)
  const before = await rowsOf(fine)
  assert.equal(await restartLost(needs), 1)
  assert.deepEqual(
    lines
      .filter(({ accountId }) => accountId)
      .map(({ level, accountId, missing, found }) => [level, accountId, missing, found]),
    [[50, wrong.accountId, 2, 0]],
  )
  assert.deepEqual(await rowsOf(fine), before)
  const { rows } = await pool.query('select active_tasks from account where id = $1', [wrong.accountId])
  assert.deepEqual(rows, [{ active_tasks: 3 }])
})

/** Locks a task until it is released. */
async function heldTask({ rooms }: TestGateway, id: string): Promise<{ release(): Promise<void> }> {
  const locked = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holding = transaction(rooms.resources.pool, async (tx) => {
    await tx.executeSql('select id from task where id = $1 for no key update', [id])
    locked.resolve()
    await held.promise
  })
  await locked.promise
  return {
    release() {
      held.resolve()
      return holding
    },
  }
}

async function waitingForLocks(): Promise<number> {
  const { rows } = await pool.query(
    `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  )
  return rows[0].count
}
