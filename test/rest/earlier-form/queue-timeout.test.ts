import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failUnclaimed } from '../../../src/stage/overdue.ts'
import { handBack } from '../../../src/stage/report.ts'
import { rounds } from '../../support/rounds.ts'
import { startSecondGateway } from '../../support/second-gateway.ts'
import { until } from '../../support/until.ts'
import { attemptsOf, createMany, entriesOf, forget, take, waitLonger } from '../../workers/dispatch/work.ts'
import { claimOf } from '../cancel/work.ts'
import { create, rowOf, startBothForms } from './forms.ts'

const { gateway, earlier } = await startBothForms()
const { resources } = gateway.rooms
const { pool } = resources
const HALF_HOUR = 1800
const PRICE = 2_520_000n
const RELEASED = [
  ['freeze', 0n, PRICE],
  ['release', 0n, -PRICE],
]

const statusOf = async (id: string) => (await rowOf(gateway, id))['status']

test('a task without a claim for half an hour fails with queue_timeout, unbilled', async () => {
  const id = await create(earlier)
  await waitLonger(gateway, [id], HALF_HOUR - 60)
  assert.equal(await failUnclaimed(resources), 0)
  assert.equal(await statusOf(id), 'queued')
  await waitLonger(gateway, [id], 61)
  assert.equal(await failUnclaimed(resources), 1)
  const { body } = await earlier.call('GET', `/v1/videos/${id}`)
  assert.deepEqual(
    [body.status, body.fail_reason, body.fail_detail, body.waiting, body.started_at],
    ['failed', 'queue_timeout', 'No compute was free in time.', null, null],
  )
  assert.deepEqual([body.usage.billed_seconds, body.usage.amount_micro, body.usage.items], [0, 0, []])
  assert.deepEqual(await entriesOf(gateway, id), RELEASED)
  assert.deepEqual(await attemptsOf(gateway, id), ['encode 1 cancelled'])
  assert.equal(await take(gateway, 'encode'), null)
})

test('a chore of the gateway fails overdue tasks', async () => {
  const second = await startSecondGateway(gateway, ['overdue'])
  const id = await create(earlier)
  await waitLonger(gateway, [id], HALF_HOUR + 1)
  await until(async () => (await statusOf(id)) === 'failed')
  assert.deepEqual(await entriesOf(gateway, id), RELEASED)
  await second.close()
})

test('a task of the current form, or one that was claimed, keeps waiting', async () => {
  const claimed = await create(earlier)
  assert.ok(await handBack(resources, await claimOf(gateway, claimed, 'encode')))
  const current = await create(gateway)
  await waitLonger(gateway, [current, claimed], HALF_HOUR + 1)
  assert.equal(await failUnclaimed(resources), 0)
  assert.deepEqual(await attemptsOf(gateway, claimed), ['encode 1 handed_back', 'encode 2 ready'])
  assert.deepEqual(await attemptsOf(gateway, current), ['encode 1 ready'])
  assert.equal((await entriesOf(gateway, claimed)).length, 1)
  await forget(gateway)
})

/** Tasks, four in each create. */
const MEETINGS = 4 * rounds(6, 25)

test(`claims and the half hour meet ${MEETINGS} times: one of them wins, and the money agrees`, async () => {
  const ids = (await Promise.all(Array.from({ length: MEETINGS / 4 }, () => createMany(earlier, { n: 4 })))).flat()
  await waitLonger(gateway, ids, HALF_HOUR + 1)
  const claimed: string[] = []
  const claimOn = async () => {
    for (let claim = await take(gateway, 'encode'); claim; claim = await take(gateway, 'encode')) {
      claimed.push(claim.taskId)
    }
  }
  await Promise.all([claimOn(), failUnclaimed(resources), claimOn(), failUnclaimed(resources)])
  const { rows } = await pool.query(
    `select t.id, t.status, a.state, (select count(*)::int from ledger_entry e where e.task_id = t.id) as entries
     from task t join stage_attempt a on a.task_id = t.id where t.id = any($1::text[])`,
    [ids],
  )
  assert.equal(rows.length, MEETINGS)
  for (const { id, status, state, entries } of rows) {
    const expected = claimed.includes(id) ? 'encoding,running,1' : 'failed,cancelled,2'
    assert.equal([status, state, entries].join(), expected, id)
  }
  assert.equal(new Set(claimed).size, claimed.length)
})
