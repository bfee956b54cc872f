import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'
import { rounds } from '../../support/rounds.ts'
import { ALL, complete, create, createMany, forget, ROOMY, take, takeMany } from './work.ts'

const gateway = await startTestGateway()

const newAccount = () => gateway.newAccount(ROOMY)

/** Claims every waiting stage, so that the next test begins with empty queues. */
async function drain(): Promise<void> {
  for (let claim = await take(gateway, ALL); claim; claim = await take(gateway, ALL)) await complete(gateway, claim)
}

test('dedicated precedes pro, and pro precedes standard and draft, in any order of arrival', async () => {
  const tiers = ['standard', 'draft', 'pro', 'dedicated', 'pro', 'standard'] as const
  for (const service_tier of tiers) {
    await create(gateway, { service_tier, acceleration: 'off' }, (await newAccount()).key)
  }
  const taken = await takeMany(gateway, 6, 'encode')
  assert.deepEqual(
    taken.map(({ task }) => task.serviceTier),
    ['dedicated', 'pro', 'pro', 'standard', 'draft', 'standard'],
  )
  for (const claim of taken) await complete(gateway, claim)
  await drain()
})

/** Four in each create. */
const CROWD = 4 * rounds(50, 250)

test(`an account with ${CROWD} tasks delays another’s first by one stage, and then they take turns`, async () => {
  const [crowd, other, third] = [await newAccount(), await newAccount(), await newAccount()]
  await Promise.all(Array.from({ length: CROWD / 4 }, () => createMany(gateway, { n: 4 }, crowd.key)))
  const names = new Map([
    [crowd.accountId, 'crowd'],
    [other.accountId, 'other'],
    [third.accountId, 'third'],
  ])
  const takeNames = async (count: number) =>
    (await takeMany(gateway, count, 'encode')).map(({ task }) => names.get(task.accountId))

  assert.deepEqual(await takeNames(5), Array(5).fill('crowd'))
  await createMany(gateway, { n: 4 }, other.key)
  assert.deepEqual(await takeNames(5), ['crowd', 'other', 'crowd', 'other', 'crowd'])
  await createMany(gateway, { n: 4 }, third.key)
  assert.deepEqual(await takeNames(5), ['other', 'third', 'crowd', 'other', 'third'])

  await forget(gateway)
})

test('tasks of one account are served in order of arrival, whatever finishes first', async () => {
  const { key } = await newAccount()
  const ids = [await create(gateway, {}, key), await create(gateway, {}, key), await create(gateway, {}, key)]
  const encodes = await takeMany(gateway, 3, 'encode')
  assert.deepEqual(
    encodes.map(({ taskId }) => taskId),
    ids,
  )
  for (const claim of encodes.toReversed()) assert.ok(await complete(gateway, claim))
  const renders = await takeMany(gateway, 3, 'render')
  assert.deepEqual(
    renders.map(({ taskId }) => taskId),
    ids,
  )
  for (const claim of renders) assert.ok(await complete(gateway, claim))
  await drain()
})

test('a returning account has neither a penalty nor an advantage from its pause', async () => {
  const [back, busy] = [await newAccount(), await newAccount()]
  await Promise.all(Array.from({ length: 5 }, () => createMany(gateway, { n: 4 }, back.key)))
  await drain()
  await Promise.all(Array.from({ length: 3 }, () => createMany(gateway, { n: 4 }, busy.key)))
  for (const claim of await takeMany(gateway, 4, 'encode')) assert.equal(claim.task.accountId, busy.accountId)
  await createMany(gateway, { n: 4 }, back.key)
  const taken = await takeMany(gateway, 6, 'encode')
  assert.deepEqual(
    taken.map(({ task }) => (task.accountId === back.accountId ? 'back' : 'busy')),
    ['busy', 'back', 'busy', 'back', 'busy', 'back'],
  )
  await forget(gateway)
})

test('new tasks do not pass later stages of earlier tasks', async () => {
  const [first, crowd] = [await newAccount(), await newAccount()]
  await createMany(gateway, { n: 4 }, first.key)
  const begun = await takeMany(gateway, 4, 'encode')
  await createMany(gateway, { n: 4 }, crowd.key)
  for (const claim of await takeMany(gateway, 4, 'encode')) assert.ok(await complete(gateway, claim))
  for (const claim of begun) assert.ok(await complete(gateway, claim))
  const renders = await takeMany(gateway, 8, 'render')
  const place = renders.findLastIndex(({ task }) => task.accountId === first.accountId)
  assert.ok(place <= 4, renders.map(({ task }) => (task.accountId === first.accountId ? 'first' : 'crowd')).join())
  for (const claim of renders) assert.ok(await complete(gateway, claim))
  await drain()
})

test('a worker of all stages takes a pro encode before a standard render', async () => {
  const { key } = await newAccount()
  await create(gateway, {}, key)
  const [encode] = await takeMany(gateway, 1, ALL)
  assert.ok(encode && (await complete(gateway, encode)))
  await create(gateway, { service_tier: 'pro' }, key)
  const taken = await takeMany(gateway, 2, ALL)
  assert.deepEqual(
    taken.map(({ stage, task }) => [stage, task.serviceTier]),
    [
      ['encode', 'pro'],
      ['render', 'standard'],
    ],
  )
  for (const claim of taken) assert.ok(await complete(gateway, claim))
  await drain()
})

test('a stage nearer to its task’s end comes first within a tier', async () => {
  const { key } = await newAccount()
  await createMany(gateway, { n: 2 }, key)
  const stages: string[] = []
  for (let claim = await take(gateway, ALL); claim; claim = await take(gateway, ALL)) {
    stages.push(claim.stage)
    assert.ok(await complete(gateway, claim))
  }
  assert.deepEqual(stages, ['encode', 'render', 'package', 'encode', 'render', 'package'])
})
