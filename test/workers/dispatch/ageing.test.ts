import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ageWaiting } from '../../../src/stage/overdue.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { attemptsOf, create, createMany, forget, jobsOf, ROOMY, take, takeMany, waitLonger } from './work.ts'

const gateway = await startTestGateway(ROOMY)
const { resources } = gateway.rooms
const TEN_MINUTES = 600

async function prioritiesOf(ids: readonly string[]): Promise<number[]> {
  const { rows } = await resources.pool.query(
    `select a.priority - t.priority as raised from unnest($1::text[]) with ordinality as i(id, place)
     join task t using (id) join stage_attempt a on a.task_id = t.id and a.state = 'ready' order by place`,
    [ids],
  )
  return rows.map(({ raised }) => raised)
}

const TIER = 500_000_000

test('a stage that has waited ten minutes moves up one tier, once', async () => {
  const other = await gateway.newAccount()
  const [old = '', young = ''] = await createMany(gateway, { n: 2 })
  await waitLonger(gateway, [old], TEN_MINUTES + 1)
  await waitLonger(gateway, [young], TEN_MINUTES - 30)
  const pro = await create(gateway, { service_tier: 'pro' }, other.key)

  await ageWaiting(resources)
  assert.equal(await ageWaiting(resources), 0)
  assert.deepEqual(await prioritiesOf([old, young, pro]), [TIER, 0, 0])
  assert.deepEqual(await jobsOf(gateway, old), ['encode', 'encode-aged'])

  const taken = await takeMany(gateway, 3, 'encode')
  assert.deepEqual(
    taken.map(({ taskId }) => taskId),
    [old, pro, young],
  )
  assert.deepEqual(await attemptsOf(gateway, old), ['encode 1 running'])
  await forget(gateway)
})

test('the second job of an aged stage is consumed and skipped', async () => {
  const [old = '', next = ''] = await createMany(gateway, { n: 2 })
  await waitLonger(gateway, [old], TEN_MINUTES + 1)
  await ageWaiting(resources)
  const [first] = await takeMany(gateway, 1, 'encode')
  assert.equal(first?.taskId, old)
  assert.deepEqual(await jobsOf(gateway, old), ['encode'])
  const [second] = await takeMany(gateway, 1, 'encode')
  assert.equal(second?.taskId, next)
  assert.deepEqual([await jobsOf(gateway, old), await jobsOf(gateway, next)], [[], []])
  assert.equal(await take(gateway, 'encode'), null)
  assert.deepEqual(await attemptsOf(gateway, old), ['encode 1 running'])
  await forget(gateway)
})

test('an aged pro stage counts as dedicated, the highest tier', async () => {
  const [one, two, three] = [await gateway.newAccount(), await gateway.newAccount(), await gateway.newAccount()]
  const pro = await create(gateway, { service_tier: 'pro' }, one.key)
  const old = await create(gateway, { service_tier: 'dedicated' }, two.key)
  await waitLonger(gateway, [pro, old], TEN_MINUTES + 1)
  await ageWaiting(resources)
  const young = await create(gateway, { service_tier: 'dedicated' }, three.key)
  assert.deepEqual(await prioritiesOf([pro, old, young]), [TIER, 0, 0])
  const taken = await takeMany(gateway, 3, 'encode')
  assert.deepEqual(
    taken.map(({ taskId }) => taskId),
    [old, pro, young],
  )
  await forget(gateway)
})

test('the chore reads only stages that became old since its last run', async () => {
  const [longAgo = '', justNow = ''] = await createMany(gateway, { n: 2 })
  await waitLonger(gateway, [longAgo], 3600)
  await waitLonger(gateway, [justNow], TEN_MINUTES + 1)
  await ageWaiting(resources, 60_000)
  assert.deepEqual(await prioritiesOf([longAgo, justNow]), [0, TIER])
  await ageWaiting(resources)
  assert.deepEqual(await prioritiesOf([longAgo, justNow]), [TIER, TIER])
  await forget(gateway)
})
