import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HEDGE_PRIORITY } from '../../../src/queue/catalog.ts'
import { beat } from '../../../src/stage/beat.ts'
import type { Claim } from '../../../src/stage/claim.ts'
import { hedgeLate } from '../../../src/stage/hedge.ts'
import { reportFailed } from '../../../src/stage/report.ts'
import { reportVoid } from '../../../src/stage/void.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { until } from '../../support/until.ts'
import { hire } from './crew.ts'
import { attemptsOf, complete, create, entriesOf, forget, jobsOf, ROOMY, take, workUpTo } from './work.ts'

const gateway = await startTestGateway(ROOMY, { chores: ['reaper'] })
const { resources } = gateway.rooms
const { pool } = resources
const pro = { service_tier: 'pro' } as const
const PRICE = 3_770_000n
const FAILURE = { reason: 'generation_error', detail: 'It could not be made.', cause: 'test', retry: true } as const

/**
 * A history of short runs of every stage, so that each class has a median and the budget allows several second tries.
 */
async function makePast(): Promise<void> {
  for (let count = 0; count < 2; count++) {
    const id = await create(gateway, pro)
    assert.ok(await complete(gateway, await workUpTo(gateway, id, 'package')))
  }
  await pool.query(
    `insert into stage_attempt (task_id, account_id, stage, number, state, claimed_at, finished_at)
     select p.task_id, p.account_id, p.stage, 10 + i, 'handed_back', p.claimed_at, p.finished_at
     from stage_attempt p cross join generate_series(1, 50) i where p.state = 'done'`,
  )
}
await makePast()

/** Restores the full budget. */
async function forgetSpent(): Promise<void> {
  await pool.query('update stage_attempt set hedge = false where finished_at is not null')
}

/** A task whose stage has run for ten seconds, and its claim. */
async function lateRun(stage: 'encode' | 'render' | 'package', body: Readonly<Record<string, unknown>> = pro) {
  await forgetSpent()
  const id = await create(gateway, body)
  const first = await workUpTo(gateway, id, stage)
  await pool.query(
    `update stage_attempt set claimed_at = now() - interval '10 seconds' where task_id = $1 and stage = $2 and state = 'running'`,
    [id, stage],
  )
  return { id, first, lastly: async () => (await attemptsOf(gateway, id)).filter((each) => each.startsWith(stage)) }
}

async function lateRunWithTwin(stage: 'encode' | 'render' | 'package') {
  const run = await lateRun(stage)
  // The gateway's chore may be faster.
  await hedgeLate(resources)
  await until(async () => (await run.lastly()).length === 2)
  return run
}

async function lose(...claims: Claim[]): Promise<void> {
  for (const { taskId, stage, number } of claims) {
    const silent = `update stage_attempt set beat_at = now() - interval '1 minute' where task_id = $1 and stage = $2 and number = $3`
    await pool.query(silent, [taskId, stage, number])
  }
}

test('a slow pro stage gets a second try, which idle workers take', async () => {
  const { id, lastly } = await lateRunWithTwin('render')
  assert.deepEqual(await lastly(), ['render 1 running', 'render 2 ready hedge'])
  const { rows } = await pool.query(`select name, priority from pgboss.job where data->>'taskId' = $1`, [id])
  assert.deepEqual(rows, [{ name: 'render', priority: HEDGE_PRIORITY }])
  assert.equal(await hedgeLate(resources), false)

  const standard = await create(gateway)
  assert.ok(await complete(gateway, await workUpTo(gateway, standard, 'encode')))
  assert.equal((await take(gateway, 'render'))?.taskId, standard)
  assert.equal((await take(gateway, 'render', { pool: 'pro' }))?.taskId, id)
  await forget(gateway)
})

test('standard and draft stages get no second try, however long they run', async () => {
  const standard = await lateRun('render', {})
  const draft = await lateRun('render', { service_tier: 'draft' })
  assert.equal(await hedgeLate(resources), false)
  assert.deepEqual([await standard.lastly(), await draft.lastly()], [['render 1 running'], ['render 1 running']])
  await forget(gateway)
})

test('a dedicated stage gets its second try from its account’s workers', async () => {
  const hand = await hire(gateway, ['render'], gateway.accountId)
  const id = await create(gateway, { service_tier: 'dedicated' })
  assert.ok(await complete(gateway, await workUpTo(gateway, id, 'encode')))
  assert.ok(await take(gateway, 'render', { pool: gateway.accountId }))
  await pool.query(`update stage_attempt set claimed_at = now() - interval '10 seconds' where task_id = $1`, [id])
  await hedgeLate(resources)
  await until(async () => (await jobsOf(gateway, id)).length === 1)
  assert.deepEqual(await jobsOf(gateway, id), [`render-${gateway.accountId}`])
  assert.equal((await take(gateway, 'render', { pool: gateway.accountId }))?.number, 2)
  await forget(gateway)
  await hand.leave()
})

for (const winner of ['first', 'second'] as const) {
  test(`one of two reports, with the ${winner} one earlier, counts and is settled once`, async () => {
    const { id, first, lastly } = await lateRunWithTwin('render')
    const second = await take(gateway, 'render')
    assert.ok(second)
    const [early, late] = winner === 'first' ? [first, second] : [second, first]
    const reports = [await complete(gateway, early), await beat(resources, late, 0.9), await complete(gateway, late)]
    assert.deepEqual(reports, [true, false, false])
    const ends = winner === 'first' ? ['done', 'superseded'] : ['superseded', 'done']
    assert.deepEqual(await lastly(), [`render 1 ${ends[0]}`, `render 2 ${ends[1]} hedge`])
    assert.ok(await complete(gateway, await workUpTo(gateway, id, 'package')))
    assert.deepEqual(await entriesOf(gateway, id), [
      ['freeze', 0n, PRICE],
      ['settle', -PRICE, -PRICE],
    ])
  })
}

test('one of two concurrent reports counts, forty times', async () => {
  for (let round = 0; round < 40; round++) {
    const id = await create(gateway, pro)
    const first = await workUpTo(gateway, id, 'encode')
    await pool.query(
      `insert into stage_attempt (task_id, account_id, stage, number, state, worker_id, hedge, claimed_at, beat_at)
       select task_id, account_id, stage, 2, state, worker_id, true, claimed_at, beat_at from stage_attempt where task_id = $1`,
      [id],
    )
    const counted = await Promise.all([complete(gateway, first), complete(gateway, { ...first, number: 2 })])
    assert.deepEqual(counted.toSorted(), [false, true])
    const attempts = await attemptsOf(gateway, id)
    assert.deepEqual(attempts.map((each) => each.split(' ')[2]).toSorted(), ['done', 'ready', 'superseded'])
    assert.deepEqual(await jobsOf(gateway, id), ['render'])
    await forget(gateway)
  }
})

test('a waiting second try replaces a lost first one', async () => {
  const { id, first, lastly } = await lateRunWithTwin('render')
  await lose(first)
  await until(async () => (await lastly())[1] === 'render 2 ready')
  assert.deepEqual(await lastly(), ['render 1 lost', 'render 2 ready'])
  // It no longer waits behind all others.
  const standard = await create(gateway)
  assert.ok(await complete(gateway, (await take(gateway, 'encode')) ?? assert.fail()))
  const [next, after] = [await take(gateway, 'render'), await take(gateway, 'render')]
  assert.deepEqual([next?.taskId, after?.taskId], [id, standard])
  assert.deepEqual([await take(gateway, 'render'), await jobsOf(gateway, id)], [null, []])
  await forget(gateway)
})

test('a running second try prevents a third when the first is lost', async () => {
  const { id, first, lastly } = await lateRunWithTwin('render')
  const second = await take(gateway, 'render')
  assert.ok(second)
  await lose(first)
  await until(async () => (await lastly())[0] === 'render 1 lost')
  assert.deepEqual(await lastly(), ['render 1 lost', 'render 2 running hedge'])
  assert.ok(await complete(gateway, second))
  assert.deepEqual(await lastly(), ['render 1 lost', 'render 2 done hedge'])
  assert.deepEqual(await jobsOf(gateway, id), ['package'])
  await forget(gateway)
})

test('outcomes of second tries do not count against the task', async () => {
  const { id, first, lastly } = await lateRunWithTwin('render')
  const second = await take(gateway, 'render')
  assert.ok(second && (await reportFailed(resources, second, FAILURE)))
  assert.deepEqual(await lastly(), ['render 1 running', 'render 2 failed hedge'])
  // Two failures of the first try count; the third one ends the task.
  let claim: Claim | null = first
  for (const ready of [3, 4]) {
    assert.ok(claim && (await reportFailed(resources, claim, FAILURE)))
    await pool.query('update pgboss.job set start_after = now()')
    claim = await take(gateway, 'render')
    assert.equal(claim?.number, ready)
  }
  assert.ok(claim && (await reportFailed(resources, claim, FAILURE)))
  assert.deepEqual(await entriesOf(gateway, id), [
    ['freeze', 0n, PRICE],
    ['release', 0n, -PRICE],
  ])
})

test('a file found bad in one of two tries is made again, whatever the other reports', async () => {
  const { id, first } = await lateRunWithTwin('package')
  const second = await take(gateway, 'package')
  assert.ok(second)
  assert.equal(await reportVoid(resources, first, 'noise'), true)
  assert.equal(await reportVoid(resources, second, 'noise'), false)
  assert.equal(await complete(gateway, second), false)
  assert.deepEqual(await attemptsOf(gateway, id), [
    'encode 1 done',
    'package 1 failed',
    'package 2 superseded hedge',
    'render 1 failed',
    'render 2 ready',
  ])
  assert.ok(await complete(gateway, await workUpTo(gateway, id, 'package')))
  assert.deepEqual((await entriesOf(gateway, id)).at(-1), ['settle', -PRICE, -PRICE])
})

test('second tries stay below one in twenty', async () => {
  await forgetSpent()
  const runs = await Promise.all(Array.from({ length: 8 }, () => create(gateway, pro)))
  for (const _ of runs) assert.ok(await take(gateway, 'encode'))
  await pool.query(`update stage_attempt set claimed_at = now() - interval '10 seconds' where state = 'running'`)
  while (await hedgeLate(resources));
  const { rows } = await pool.query(
    `select count(*)::int as hedges from stage_attempt where stage = 'encode' and hedge and state = 'ready'`,
  )
  assert.equal(rows[0].hedges, 5)
  await forget(gateway)
})
