import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transaction } from '../../src/lib/sql.ts'
import { failExpired } from '../../src/stage/overdue.ts'
import { handBack } from '../../src/stage/report.ts'
import { startTestGateway } from '../support/gateway.ts'
import { IS_LONG, rounds } from '../support/rounds.ts'
import { until } from '../support/until.ts'
import { watch } from '../support/watch.ts'
import {
  attemptsOf,
  complete,
  create,
  createMany,
  entriesOf,
  forget,
  ROOMY,
  take,
  waitLonger,
  workUpTo,
} from '../workers/dispatch/work.ts'

const gateway = await startTestGateway(ROOMY)
const { resources } = gateway.rooms
const { pool } = resources
const DAY = 24 * 3600
const PRICE = 2_520_000n
const RELEASED = [
  ['freeze', 0n, PRICE],
  ['release', 0n, -PRICE],
]

test('a stage without a claim for the longest wait fails its task, unbilled, with a plain message', async () => {
  const id = await create(gateway)
  const seen = await watch(gateway, id)
  await waitLonger(gateway, [id], DAY - 60)
  assert.equal(await failExpired(resources), 0)
  await waitLonger(gateway, [id], 61)
  await failExpired(resources)
  await seen.ended
  const { body } = await gateway.call('GET', `/v1/videos/${id}`)
  assert.deepEqual(
    [body.status, body.fail_reason, body.fail_detail, body.waiting, body.usage.amount_micro],
    ['failed', 'queue_timeout', 'No compute was free in time.', null, 0],
  )
  assert.deepEqual(await entriesOf(gateway, id), RELEASED)
  assert.deepEqual(await attemptsOf(gateway, id), ['encode 1 cancelled'])
  assert.equal(await take(gateway, 'encode'), null)
})

test('a later stage without a claim fails its task, unbilled', async () => {
  const id = await create(gateway)
  assert.ok(await complete(gateway, await workUpTo(gateway, id, 'encode')))
  await waitLonger(gateway, [id], DAY + 1)
  await failExpired(resources)
  await until(async () => (await entriesOf(gateway, id)).length === 2)
  assert.deepEqual(await entriesOf(gateway, id), RELEASED)
})

test('a running stage never exceeds the longest wait, nor does its second try', async () => {
  const id = await create(gateway, { service_tier: 'pro' })
  await waitLonger(gateway, [id], DAY - 60)
  const claim = await workUpTo(gateway, id, 'encode')
  await pool.query(
    `with first as (update stage_attempt set ready_at = ready_at - interval '2 days', claimed_at = now() - interval '2 days'
       where task_id = $1)
     insert into stage_attempt (task_id, account_id, stage, number, state, hedge, priority, ready_at)
     select id, account_id, 'encode', 2, 'ready', true, -2000000000, now() - interval '2 days' from task where id = $1`,
    [id],
  )
  assert.equal(await failExpired(resources), 0)
  assert.deepEqual(await attemptsOf(gateway, id), ['encode 1 running', 'encode 2 ready hedge'])
  assert.ok(await complete(gateway, claim))
  assert.ok(await complete(gateway, await workUpTo(gateway, id, 'package')))
  assert.equal((await entriesOf(gateway, id)).at(-1)?.[0], 'settle')
})

test('a returned stage starts its wait again', async () => {
  const id = await create(gateway)
  await waitLonger(gateway, [id], DAY - 60)
  assert.ok(await handBack(resources, await workUpTo(gateway, id, 'encode')))
  await waitLonger(gateway, [id], 61)
  assert.equal(await failExpired(resources), 0)
  assert.ok(await complete(gateway, await workUpTo(gateway, id, 'package')))
})

/** Tasks, four in each create. */
const MEETINGS = 4 * rounds(10, 50)

test(`claims and the longest wait meet ${MEETINGS} times: one of them wins, and the money agrees`, async () => {
  const ids = (await Promise.all(Array.from({ length: MEETINGS / 4 }, () => createMany(gateway, { n: 4 })))).flat()
  await waitLonger(gateway, ids, DAY + 1)
  const claimed: string[] = []
  const claimOn = async () => {
    for (let claim = await take(gateway, 'encode'); claim; claim = await take(gateway, 'encode'))
      claimed.push(claim.taskId)
  }
  await Promise.all([claimOn(), failExpired(resources), claimOn(), failExpired(resources)])
  const { rows } = await pool.query(
    `select t.id, t.status, t.fail_reason, a.state, (select count(*)::int from ledger_entry e where e.task_id = t.id) as entries
     from task t join stage_attempt a on a.task_id = t.id where t.id = any($1::text[])`,
    [ids],
  )
  assert.equal(rows.length, MEETINGS)
  const kinds = new Map<string, number>()
  for (const { id, status, fail_reason, state, entries } of rows) {
    const kind = [status, fail_reason, state, entries, claimed.includes(id)].join()
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  const [won, lost] = ['encoding,,running,1,true', 'failed,queue_timeout,cancelled,2,false']
  assert.deepEqual(
    [...kinds.keys()].filter((kind) => kind !== won && kind !== lost),
    [],
    'each task has one of two ends',
  )
  if (IS_LONG) assert.equal(kinds.size, 2, 'each side won at least once')
  const { rows: accounts } = await pool.query(
    `select a.active_tasks, a.frozen_micro, (select count(*)::int from task t where t.account_id = a.id and completed_at is null) as open
     from account a where id = $1`,
    [gateway.accountId],
  )
  const { active_tasks, frozen_micro, open } = accounts[0]
  assert.deepEqual([active_tasks, frozen_micro], [open, BigInt(open) * PRICE])
})

test('claims and the longest wait take locks in one order, without a deadlock', async () => {
  await forget(gateway)
  const id = await create(gateway)
  await waitLonger(gateway, [id], DAY + 1)
  const locked = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holder = transaction(pool, async (tx) => {
    await tx.executeSql('select id from task where id = $1 for no key update', [id])
    locked.resolve()
    await held.promise
    return null
  })
  await locked.promise
  const both = Promise.all([failExpired(resources), take(gateway, 'encode')])
  await until(async () => {
    const { rows } = await pool.query(
      `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
    return rows[0].count >= 2
  })
  held.resolve()
  await holder
  const [failed, claim] = await both
  assert.equal(Number(failed > 0) + Number(claim !== null), 1)
})
