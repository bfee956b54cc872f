import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beat } from '../../src/stage/beat.ts'
import type { Claim } from '../../src/stage/claim.ts'
import { handBack, reportFailed, reportRejected } from '../../src/stage/report.ts'
import { reportVoid } from '../../src/stage/void.ts'
import { startTestGateway } from '../support/gateway.ts'
import { until } from '../support/until.ts'
import { attemptsOf, complete, create, entriesOf, ROOMY, take, workUpTo } from '../workers/dispatch/work.ts'

const gateway = await startTestGateway(ROOMY, { chores: ['reaper'] })
const { resources } = gateway.rooms
const { pool } = resources
const FAILURE = { reason: 'generation_error', detail: 'It could not be made.', cause: 'test', retry: true } as const

/** Every row that a report could write. */
async function rowsOf(id: string): Promise<unknown> {
  const { rows } = await pool.query(
    `select (select to_jsonb(t) from task t where id = $1) as task,
       (select json_agg(to_jsonb(a) order by stage, number) from stage_attempt a where task_id = $1) as attempts,
       (select json_agg(to_jsonb(e) order by id) from event e where task_id = $1) as events,
       (select json_agg(to_jsonb(l) order by number) from ledger_entry l where task_id = $1) as entries,
       (select json_agg(to_jsonb(j) order by id) from pgboss.job j where data->>'taskId' = $1) as jobs`,
    [id],
  )
  return rows[0]
}

async function lose({ taskId, stage, number }: Claim): Promise<void> {
  const key = [taskId, stage, number]
  const silent = `update stage_attempt set beat_at = now() - interval '1 minute' where task_id = $1 and stage = $2 and number = $3`
  await pool.query(silent, key)
  await until(async () => {
    const { rows } = await pool.query(
      'select state from stage_attempt where task_id = $1 and stage = $2 and number = $3',
      key,
    )
    return rows[0].state === 'lost'
  })
}

const REPORTS: Readonly<Record<string, (claim: Claim) => Promise<boolean>>> = {
  'that it is done': (claim) => complete(gateway, claim),
  'that it failed': (claim) => reportFailed(resources, claim, FAILURE),
  'that it failed for good': (claim) => reportFailed(resources, claim, { ...FAILURE, retry: false }),
  'that it is refused': (claim) => reportRejected(resources, claim, { ...FAILURE, reason: 'content_policy_output' }),
  'that the file is bad': (claim) => reportVoid(resources, claim, 'noise'),
  'that it is handed back': (claim) => handBack(resources, claim),
  'a beat': (claim) => beat(resources, claim, 1),
}

for (const stage of ['encode', 'render', 'upscale', 'package'] as const) {
  test(`a late report of a lost ${stage} is refused, and no row is written`, async () => {
    const id = await create(gateway, { resolution: '2k' })
    const lost = await workUpTo(gateway, id, stage)
    await lose(lost)
    const again = await take(gateway, stage)
    assert.deepEqual([again?.taskId, again?.number], [id, 2])
    const before = await rowsOf(id)
    for (const [name, report] of Object.entries(REPORTS)) {
      assert.equal(await report(lost), false, name)
      assert.deepEqual(await rowsOf(id), before, name)
    }
    assert.ok(again && (await complete(gateway, again)))
    const after = await rowsOf(id)
    for (const [name, report] of Object.entries(REPORTS)) {
      assert.equal(await report(lost), false, name)
      assert.deepEqual(await rowsOf(id), after, name)
    }
    if (stage !== 'package') assert.ok(await complete(gateway, await workUpTo(gateway, id, 'package')))
    assert.equal((await entriesOf(gateway, id)).length, 2)
  })
}

test('a report with another worker’s name or another attempt number is refused', async () => {
  const id = await create(gateway)
  const claim = await workUpTo(gateway, id, 'encode')
  const before = await rowsOf(id)
  for (const wrong of [{ workerId: 'wrk_other' }, { number: 2 }, { stage: 'render' }] as const) {
    for (const [name, report] of Object.entries(REPORTS)) {
      assert.equal(await report({ ...claim, ...wrong }), false, name)
    }
  }
  assert.deepEqual(await rowsOf(id), before)
})

test('a second try that is added while the report waits for the task is superseded', async () => {
  const id = await create(gateway)
  const claim = await workUpTo(gateway, id, 'render')
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('select 1 from task where id = $1 for no key update', [id])
  const report = complete(gateway, claim)
  const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  await until(async () => (await pool.query(waiting)).rowCount !== 0)
  const add = `insert into stage_attempt (task_id, account_id, stage, number, state, hedge) values ($1, $2, 'render', 2, 'ready', true)`
  await holder.query(add, [id, claim.task.accountId])
  await holder.query('commit')
  holder.release()
  assert.equal(await report, true)
  assert.deepEqual((await attemptsOf(gateway, id)).slice(-2), ['render 1 done', 'render 2 superseded hedge'])
  await complete(gateway, await workUpTo(gateway, id, 'package'))
})

test('the third loss of a stage fails the task, without counting other stages, failures and returns', async () => {
  const id = await create(gateway)
  await lose(await workUpTo(gateway, id, 'encode'))
  assert.ok(await complete(gateway, await workUpTo(gateway, id, 'encode')))
  await lose(await workUpTo(gateway, id, 'render'))
  assert.ok(await handBack(resources, await workUpTo(gateway, id, 'render')))
  assert.ok(await reportFailed(resources, await workUpTo(gateway, id, 'render'), FAILURE))
  await pool.query('update pgboss.job set start_after = now()')
  await lose(await workUpTo(gateway, id, 'render'))
  assert.equal((await gateway.call('GET', `/v1/videos/${id}`)).body.status, 'rendering')
  await lose(await workUpTo(gateway, id, 'render'))
  const { body } = await gateway.call('GET', `/v1/videos/${id}`)
  assert.deepEqual(
    [body.status, body.fail_reason, body.fail_detail, body.usage.amount_micro],
    ['failed', 'processing_interrupted', 'Processing was interrupted several times.', 0],
  )
  assert.deepEqual(await attemptsOf(gateway, id), [
    'encode 1 lost',
    'encode 2 done',
    'render 1 lost',
    'render 2 handed_back',
    'render 3 failed',
    'render 4 lost',
    'render 5 lost',
  ])
  assert.deepEqual(
    (await entriesOf(gateway, id)).map(([kind]) => kind),
    ['freeze', 'release'],
  )
})
