import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'
import { hire } from './crew.ts'
import {
  attemptsOf,
  complete,
  create,
  entriesOf,
  forget,
  jobsOf,
  ROOMY,
  take,
  takeMany,
  waitLonger,
  workUpTo,
} from './work.ts'

const gateway = await startTestGateway(ROOMY)
const draft = { service_tier: 'draft' } as const
const lora = { accelerates: true }
const GRACE = 20

/** The price of any draft: that of a standard task. */
const PRICE = 2_520_000n
const ENTRIES = [
  ['freeze', 0n, PRICE],
  ['settle', -PRICE, -PRICE],
]

/** An accelerating worker, until the end of the test. */
const accelerator = () => hire(gateway, ['lora', 'render'])

async function acceleratedOf(id: string): Promise<unknown> {
  return (await gateway.call('GET', `/v1/videos/${id}`)).body.accelerated
}

test('a draft without an accelerating worker is rendered unaccelerated at once', async () => {
  const id = await create(gateway, draft)
  const render = await workUpTo(gateway, id, 'render')
  assert.equal(render.accelerated, false)
  assert.equal(await acceleratedOf(id), null)
  assert.ok(await complete(gateway, render))
  assert.equal(await acceleratedOf(id), false)
  assert.ok(await complete(gateway, await workUpTo(gateway, id, 'package')))
  assert.deepEqual(await entriesOf(gateway, id), ENTRIES)
})

test('a draft with a free accelerating worker is accelerated', async () => {
  await accelerator()
  const id = await create(gateway, draft)
  assert.ok(await complete(gateway, await workUpTo(gateway, id, 'encode')))
  assert.equal(await take(gateway, 'render'), null, 'it waits for the accelerating worker')
  const render = await workUpTo(gateway, id, 'render', lora)
  assert.equal(render.accelerated, true)
  assert.ok(await complete(gateway, render))
  assert.equal(await acceleratedOf(id), true)
  assert.ok(await complete(gateway, await workUpTo(gateway, id, 'package')))
  assert.deepEqual(await entriesOf(gateway, id), ENTRIES)
})

test('a draft whose accelerating worker stays busy is rendered by any worker for the same price', async () => {
  await accelerator()
  const id = await create(gateway, draft)
  assert.ok(await complete(gateway, await workUpTo(gateway, id, 'encode')))
  assert.deepEqual(await jobsOf(gateway, id), ['render', 'render-lora'])
  await waitLonger(gateway, [id], GRACE - 2)
  assert.equal(await take(gateway, 'render'), null)
  await waitLonger(gateway, [id], 2)
  const render = await workUpTo(gateway, id, 'render')
  assert.equal(render.accelerated, false)
  // Two jobs, one claim: the accelerating worker finds the other job, which has expired.
  assert.equal(await take(gateway, 'render', lora), null)
  assert.deepEqual([await jobsOf(gateway, id), (await attemptsOf(gateway, id))[1]], [[], 'render 1 running'])
  assert.ok(await complete(gateway, render))
  assert.equal(await acceleratedOf(id), false)
  assert.ok(await complete(gateway, await workUpTo(gateway, id, 'package')))
  assert.deepEqual(await entriesOf(gateway, id), ENTRIES)
})

test('an accelerating worker that becomes free after the grace still accelerates waiting drafts', async () => {
  await accelerator()
  const id = await create(gateway, draft)
  assert.ok(await complete(gateway, await workUpTo(gateway, id, 'encode')))
  await waitLonger(gateway, [id], GRACE + 60)
  const render = await workUpTo(gateway, id, 'render', lora)
  assert.equal(render.accelerated, true)
  assert.equal(await take(gateway, 'render'), null)
  assert.deepEqual(await jobsOf(gateway, id), [])
  await forget(gateway)
})

test('other tiers, and drafts without the option, neither wait nor are accelerated', async () => {
  await accelerator()
  for (const body of [{ ...draft, acceleration: 'off' }, { service_tier: 'standard' }, { service_tier: 'pro' }]) {
    const id = await create(gateway, body)
    assert.ok(await complete(gateway, await workUpTo(gateway, id, 'encode')))
    assert.deepEqual(await jobsOf(gateway, id), ['render'])
    const render = await workUpTo(gateway, id, 'render', lora)
    assert.equal(render.accelerated, false)
    assert.ok(await complete(gateway, render))
    assert.equal(await acceleratedOf(id), false)
    await forget(gateway)
  }
})

test('an accelerating worker serves higher tiers first, and accounts in turn', async () => {
  await accelerator()
  const other = await gateway.newAccount(ROOMY)
  const drafts = [await create(gateway, draft), await create(gateway, draft), await create(gateway, draft)]
  const standard = await create(gateway, {}, other.key)
  const pro = await create(gateway, { service_tier: 'pro' }, other.key)
  for (const claim of await takeMany(gateway, 5, 'encode')) assert.ok(await complete(gateway, claim))
  const taken = await takeMany(gateway, 5, 'render', lora)
  assert.deepEqual(
    taken.map(({ taskId }) => taskId),
    [pro, drafts[0], standard, drafts[1], drafts[2]],
  )
  await forget(gateway)
})
