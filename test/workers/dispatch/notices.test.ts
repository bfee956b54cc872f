import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Stage } from '../../../src/queue/catalog.ts'
import { noticeWaiting } from '../../../src/task/waiting.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { until } from '../../support/until.ts'
import { type Watch, watch } from '../../support/watch.ts'
import { enlist, hire } from './crew.ts'
import { fillQueues } from './crowd.ts'
import { ALL, attemptsOf, complete, create, forget, ROOMY, take, waitLonger, workUpTo } from './work.ts'

const gateway = await startTestGateway(ROOMY, { chores: ['notices'] })
const { pool } = gateway.rooms.resources

/** A subscriber's view of the wait: status and reason, each time one of them changed. */
function seenOf({ changes }: Watch): string[] {
  const words = changes.map(({ task }) => `${task.status} ${task.waitingReason ?? '-'}`)
  return words.filter((word, index) => word !== words[index - 1])
}

/** Follows a task without events yet. */
async function follow(id: string): Promise<Watch> {
  const seen = await watch(gateway, id)
  await seen.when(({ task }) => task.status === 'queued')
  return seen
}

const waits = (seen: Watch, reason: string) => seen.when(({ task }) => task.waitingReason === reason)

test('a task without a worker waits for the encoder, since it was ready', async () => {
  const id = await create(gateway)
  const seen = await follow(id)
  await waitLonger(gateway, [id], 3)
  const { task } = await waits(seen, 'encoder')
  const { rows } = await pool.query('select ready_at from stage_attempt where task_id = $1', [id])
  assert.equal(task.waitingSince?.getTime(), rows[0].ready_at.getTime())
  const { body } = await gateway.call('GET', `/v1/videos/${id}`)
  assert.deepEqual([body.waiting.reason, body.waiting.since], ['encoder', rows[0].ready_at.toISOString()])
  assert.ok(body.waiting.seconds >= 3 && body.waiting.seconds < 60)

  await workUpTo(gateway, id, 'encode')
  await seen.when((change) => change.task.status === 'encoding')
  assert.deepEqual(seenOf(seen), ['queued -', 'queued encoder', 'encoding -'])
  assert.equal((await gateway.call('GET', `/v1/videos/${id}`)).body.waiting, null)
  await forget(gateway)
})

/** Settles when a full check gives a task this reason. */
function bears(id: string, reason: string): Promise<void> {
  return until(async () => {
    await noticeWaiting(pool)
    return (await gateway.call('GET', `/v1/videos/${id}`)).body.waiting?.reason === reason
  })
}

/** Two equal tasks: the first has been brought to a stage, and the second has waited for a while. */
async function behind(hand: { readonly id: string }, stage: Stage, body = {}): Promise<string> {
  const [first = '', second = ''] = [await create(gateway, body), await create(gateway, body)]
  const claim = (await take(gateway, 'encode', {}, hand.id)) ?? assert.fail('nothing to claim')
  assert.equal(claim.taskId, first)
  if (stage === 'render') {
    assert.ok(await complete(gateway, claim))
    assert.ok(await take(gateway, 'render', {}, hand.id))
  }
  await waitLonger(gateway, [second], 5)
  return second
}

test('a task behind a rendering worker waits for capacity', async () => {
  const hand = await enlist(gateway, ALL)
  await bears(await behind(hand, 'render'), 'capacity')
  await forget(gateway)
  await hand.leave()
})

test('a task waits for the encoder if every encoder is encoding, and otherwise for capacity', async () => {
  const [busy, renderer] = [await enlist(gateway, ['encode']), await enlist(gateway, ['render', 'package'])]
  const id = await behind(busy, 'encode')
  await bears(id, 'encoder')
  const other = await enlist(gateway, ['upscale', 'encode'])
  await bears(id, 'capacity')
  await other.vanish()
  await bears(id, 'encoder')
  await forget(gateway)
  for (const each of [busy, renderer]) await each.leave()
})

test('a worker that encodes for other tiers or accounts only does not count as an encoder', async () => {
  const { accountId } = await gateway.newAccount()
  const [pro, own] = [await enlist(gateway, ALL, 'pro'), await enlist(gateway, ALL, accountId)]
  const [standard, first] = [await create(gateway), await create(gateway, { service_tier: 'pro' })]
  await waitLonger(gateway, [standard, first], 5)
  await bears(standard, 'encoder')
  await bears(first, 'capacity')
  await forget(gateway)
  for (const each of [pro, own]) await each.leave()
})

test('a draft waits for acceleration if only that is missing, and otherwise for capacity', async () => {
  const [lora, plain] = [await hire(gateway, ['lora', 'encode', 'render']), await enlist(gateway, ['render'])]
  const ids = [await create(gateway, { service_tier: 'draft' }), await create(gateway, { service_tier: 'draft' })]
  const standard = await create(gateway)
  for (const _ of [...ids, standard]) {
    assert.ok(await complete(gateway, (await take(gateway, 'encode', {}, lora.id)) ?? assert.fail('nothing to encode')))
  }
  const taken = (await take(gateway, 'render', { accelerates: true }, lora.id)) ?? assert.fail('nothing to render')
  const waiting = ids.find((id) => id !== taken.taskId) ?? assert.fail()
  await waitLonger(gateway, [waiting], 3)
  await bears(waiting, 'lora')
  const { taskId } = (await take(gateway, 'render', {}, plain.id)) ?? assert.fail('nothing to render')
  assert.equal(taskId, standard)
  await bears(waiting, 'capacity')
  await forget(gateway)
  for (const each of [lora, plain]) await each.leave()
})

test('a frequent check of recent stages does not change a reason', async () => {
  const hand = await enlist(gateway, ['encode'])
  const id = await behind(hand, 'encode')
  await bears(id, 'encoder')
  const other = await enlist(gateway, ['upscale', 'encode'])
  assert.equal(await noticeWaiting(pool, 60_000), 0)
  await bears(id, 'capacity')
  await forget(gateway)
  for (const each of [other, hand]) await each.leave()
})

test('a task with only an encoder present waits for capacity', async () => {
  const id = await create(gateway)
  const seen = await follow(id)
  assert.ok(await complete(gateway, await workUpTo(gateway, id, 'encode')))
  await waitLonger(gateway, [id], 3)
  await waits(seen, 'capacity')
  const render = await workUpTo(gateway, id, 'render')
  await seen.when((change) => change.task.status === 'rendering')
  assert.ok(await complete(gateway, render))
  await waitLonger(gateway, [id], 3)
  await seen.when((change) => change.task.status === 'packaging' && change.task.waitingReason === 'capacity')
  assert.ok(await complete(gateway, await workUpTo(gateway, id, 'package')))
  await seen.ended
  assert.deepEqual(seenOf(seen), [
    'queued -',
    'encoding -',
    'encoding capacity',
    'rendering -',
    'packaging -',
    'packaging capacity',
    'packaging -',
    'succeeded -',
  ])
})

test('a draft waits for acceleration, then for any worker, since the same time', async () => {
  const hand = await hire(gateway, ['lora', 'render'])
  const id = await create(gateway, { service_tier: 'draft' })
  const seen = await follow(id)
  assert.ok(await complete(gateway, await workUpTo(gateway, id, 'encode')))
  await waitLonger(gateway, [id], 3)
  const first = await waits(seen, 'lora')
  // The grace is over; the stage has been ready since the same time.
  await pool.query(
    `with over as (update stage_attempt set lora_until = now() where task_id = $1 and state = 'ready')
     update pgboss.job set start_after = now() where data->>'taskId' = $1`,
    [id],
  )
  const second = await waits(seen, 'capacity')
  assert.deepEqual(second.task.waitingSince, first.task.waitingSince)
  await workUpTo(gateway, id, 'render')
  await seen.when(({ task }) => task.status === 'rendering')
  assert.deepEqual(seenOf(seen), ['queued -', 'encoding -', 'encoding lora', 'encoding capacity', 'rendering -'])
  await forget(gateway)
  await hand.leave()
})

test('a second try beside a running stage adds no waiting reason', async () => {
  const id = await create(gateway, { service_tier: 'pro' })
  const seen = await follow(id)
  await workUpTo(gateway, id, 'render')
  await pool.query(
    `insert into stage_attempt (task_id, account_id, stage, number, state, hedge, priority, ready_at)
     select id, account_id, 'render', 2, 'ready', true, -2000000000, now() - interval '1 minute' from task where id = $1`,
    [id],
  )
  assert.equal(await noticeWaiting(pool), 0)
  assert.deepEqual(await attemptsOf(gateway, id), ['encode 1 done', 'render 1 running', 'render 2 ready hedge'])
  assert.ok(seen.changes.every(({ task }) => task.waitingReason === null))
  await forget(gateway)
})

test('no running stage has a notice, however claims and notices interleave', async () => {
  await fillQueues(pool, 4000, 1)
  for (let round = 0; round < 3; round++) {
    await pool.query('update task set waiting_reason = null, waiting_since = null where waiting_reason is not null')
    let noticing = true
    const claimOn = async () => {
      while (noticing) assert.ok(await take(gateway, ['encode', 'render']))
    }
    const notice = noticeWaiting(pool).finally(() => {
      noticing = false
    })
    await Promise.all([notice, claimOn(), claimOn(), claimOn()])
  }
  const { rows } = await pool.query(
    `select count(*)::int as running, count(waiting_reason)::int as noticed from task t
     where exists (select 1 from stage_attempt a where a.task_id = t.id and a.state = 'running')`,
  )
  assert.ok(rows[0].running > 0)
  assert.equal(rows[0].noticed, 0)
  await forget(gateway)
})
