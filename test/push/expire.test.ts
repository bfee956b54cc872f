import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expireEvents, thinProgress } from '../../src/push/expire.ts'
import { beat } from '../../src/stage/beat.ts'
import { listen } from '../graphql/client.ts'
import { TaskUpdatedDocument } from '../graphql/generated/graphql.ts'
import { startTestGateway } from '../support/gateway.ts'
import { complete, create, ROOMY, workUpTo } from '../workers/dispatch/work.ts'

/** Retention of the log, by the database's clock: the tests make events and tasks older instead. */

const gateway = await startTestGateway(ROOMY)
const { resources } = gateway.rooms
const { pool } = resources

const MINUTE = 60
const DAY = 24 * 3600
const STAGES = ['encode', 'render', 'upscale', 'package'] as const

/** A task whose stages up to one have reported progress three times each; that stage runs, or has ended the task. */
async function workedOn(upTo: (typeof STAGES)[number], ended: boolean): Promise<string> {
  const id = await create(gateway, { resolution: '2k' })
  for (const stage of STAGES.slice(0, STAGES.indexOf(upTo) + 1)) {
    const claim = await workUpTo(gateway, id, stage)
    for (const fraction of [0.2, 0.5, 0.8]) assert.ok(await beat(resources, claim, fraction))
    if (ended || stage !== upTo) assert.ok(await complete(gateway, claim))
  }
  // Its lease does not expire, however slow the test is.
  await pool.query(`update stage_attempt set beat_at = now() + interval '1 hour' where task_id = $1`, [id])
  return id
}

async function eventsOf(id: string): Promise<{ seq: number; kind: string; status: string | null }[]> {
  const { rows } = await pool.query(
    `select seq, kind, snapshot->>'status' as status from event where task_id = $1 order by seq`,
    [id],
  )
  return rows
}

/** Makes a task, or only its events below a seq, older by this time. */
async function age(id: string, seconds: number, belowSeq = 1e6): Promise<void> {
  await pool.query('update event set at = at - make_interval(secs => $2) where task_id = $1 and seq < $3', [
    id,
    seconds,
    belowSeq,
  ])
  await pool.query('update task set completed_at = completed_at - make_interval(secs => $2) where id = $1', [
    id,
    seconds,
  ])
}

/** Progress events of a task, as if written long ago. */
async function insertProgress(id: string, count: number, seconds: number): Promise<void> {
  await pool.query(
    `insert into event (account_id, task_id, seq, kind, at, snapshot)
     select account_id, id, 1000 + i, 'progress', now() - make_interval(secs => $3), '{"status": "rendering"}'
     from task, generate_series(1, $2) i where id = $1`,
    [id, count, seconds],
  )
}

const ids = async (): Promise<bigint[]> =>
  (await pool.query('select id from event order by id')).rows.map((row) => row.id)

test('an hour after its end a task keeps the last progress event of each stage', async () => {
  const id = await workedOn('package', true)
  const running = await workedOn('render', false)
  const [whole, others] = [await eventsOf(id), await eventsOf(running)]
  assert.equal(whole.filter(({ kind }) => kind === 'progress').length, 12)
  for (const each of [id, running]) await age(each, 59 * MINUTE)
  assert.equal(await thinProgress(pool), 0)

  for (const each of [id, running]) await age(each, 2 * MINUTE)
  assert.equal(await thinProgress(pool), 8)
  const last = new Map(whole.map((event) => [`${event.kind} ${event.status}`, event.seq]))
  const kept = whole.filter(({ kind, status, seq }) => kind !== 'progress' || last.get(`progress ${status}`) === seq)
  assert.deepEqual(await eventsOf(id), kept)
  assert.deepEqual(
    kept.filter(({ kind }) => kind === 'progress').map(({ status }) => status),
    ['encoding', 'rendering', 'upscaling', 'packaging'],
  )
  assert.deepEqual(await eventsOf(running), others)
  assert.equal(await thinProgress(pool), 0)
})

test('a reader that resumes among deleted progress gets the end, with a mark for the gap', async () => {
  const id = await workedOn('package', true)
  const { length } = await eventsOf(id)
  await age(id, 61 * MINUTE)
  assert.equal(await thinProgress(pool), 8)
  assert.deepEqual(await Array.fromAsync(statesAfter(id, 2)), [`${length} SUCCEEDED skipped`])
  assert.deepEqual(await Array.fromAsync(statesAfter(id, length - 1)), [`${length} SUCCEEDED`])
})

test('a deleted task without stages keeps one progress event', async () => {
  const id = await workedOn('package', true)
  assert.equal((await gateway.call('DELETE', `/v1/videos/${id}`)).status, 200)
  await age(id, 61 * MINUTE)
  assert.equal(await thinProgress(pool), 11)
})

test('a full pass finds old progress, however much else is kept', async () => {
  const running = await workedOn('encode', false)
  await insertProgress(running, 1500, 9 * 3600)
  const id = await workedOn('package', true)
  await age(id, 5 * 3600)
  assert.equal(await thinProgress(pool, 2 * 3600 * 1000), 0)
  assert.equal(await thinProgress(pool), 8)
  assert.equal((await eventsOf(running)).filter(({ kind }) => kind === 'progress').length, 1503)
  await pool.query('delete from event where seq > 1000')
})

test('events are deleted after seven days, and older cursors get the current state and later events', async () => {
  const id = await create(gateway)
  const encode = await workUpTo(gateway, id, 'encode')
  assert.ok(await beat(resources, encode, 0.5))
  assert.ok(await complete(gateway, encode))
  const whole = await eventsOf(id)
  assert.equal(whole.length, 4)
  await age(id, 7 * DAY - MINUTE, 3)
  assert.equal(await expireEvents(pool), 0)
  await age(id, 2 * MINUTE, 3)
  assert.equal(await expireEvents(pool), 2)
  assert.deepEqual(await eventsOf(id), whole.slice(2))
  assert.equal(await expireEvents(pool), 0)

  const states = statesAfter(id, 1)
  assert.equal((await states.next()).value, '4 ENCODING skipped')
  assert.ok(await complete(gateway, await workUpTo(gateway, id, 'package')))
  assert.deepEqual(await Array.fromAsync(states), ['5 RENDERING', '6 PACKAGING', '7 SUCCEEDED'])
  assert.deepEqual((await Array.fromAsync(statesAfter(id, 2))).at(0), '3 ENCODING')
})

/** Events of a subscription after a seq until the task has ended. */
async function* statesAfter(id: string, afterSeq: number): AsyncGenerator<string, void> {
  for await (const { data } of listen(gateway, TaskUpdatedDocument, { id, afterSeq })) {
    if (!data) continue
    const { seq, task, skipped } = data.taskUpdated
    yield `${seq} ${task.status}${skipped ? ' skipped' : ''}`
  }
}

test('one round deletes many events, and a newer event blocks none', async () => {
  const id = await create(gateway)
  const young = await ids()
  await insertProgress(id, 2500, 7 * DAY + 1)
  assert.equal(await expireEvents(pool), 2500)
  assert.deepEqual(await ids(), young)
})

test('an event locked by another transaction is left for the next round', async () => {
  const id = await create(gateway)
  await insertProgress(id, 2, 8 * DAY)
  const holder = await pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select 1 from event where task_id = $1 and seq = 1001 for update', [id])
    assert.equal(await expireEvents(pool), 1)
    await holder.query('rollback')
  } finally {
    holder.release()
  }
  assert.equal(await expireEvents(pool), 1)
})
