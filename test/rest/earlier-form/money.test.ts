import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brokenRules } from '../../chaos/money/rules.ts'
import { bothDoors, tracesOf } from '../../support/doors.ts'
import { complete, endedTask, entriesOf, workUpTo } from '../cancel/work.ts'
import { create, EARLIER, enableEarlier, startBothForms } from './forms.ts'

const { gateway, earlier } = await startBothForms()
const { pool } = gateway.rooms.resources
const PRICE = 2_520_000n
const ENCODER = 20_000n
const FREEZE = ['freeze', 0n, PRICE]
const RELEASE = ['release', 0n, -PRICE]
const NOTHING = { billed_seconds: 0, billed_tier: null, amount_micro: 0, amount: '¥0.00', currency: 'CNY', items: [] }
const forms = { current: gateway, earlier } as const

const usageOf = async (id: string, by = earlier) => (await by.call('GET', `/v1/videos/${id}`)).body.usage

test('a success is billed as in the current form, by current prices', async () => {
  const [then, now] = [await endedTask(earlier, 'succeeded'), await endedTask(gateway, 'succeeded')]
  for (const id of [then, now]) {
    assert.deepEqual(await entriesOf(gateway, id), [FREEZE, ['settle', -PRICE, -PRICE]])
    const { items, ...usage } = await usageOf(id)
    assert.deepEqual(usage, {
      billed_seconds: 5,
      billed_tier: 'standard',
      amount_micro: 2_520_000,
      amount: '¥2.52',
      currency: 'CNY',
    })
    assert.deepEqual(
      items.map(({ kind, amount_micro }: Record<string, unknown>) => [kind, amount_micro]),
      [
        ['encoder', 20_000],
        ['generation', 2_500_000],
      ],
    )
  }
})

for (const end of ['failed', 'cancelled', 'rejected'] as const) {
  test(`${end} after finished stages: one release and zero usage in either form`, async () => {
    const id = await endedTask(earlier, end)
    assert.deepEqual(await entriesOf(gateway, id), [FREEZE, RELEASE])
    assert.deepEqual(await usageOf(id), NOTHING)
    assert.deepEqual(await usageOf(id, gateway), NOTHING)
    const { rows } = await pool.query('select earned, billed_ms, amount_micro from task where id = $1', [id])
    assert.deepEqual(rows, [{ earned: ['encoder'], billed_ms: 0, amount_micro: 0n }])
  })
}

test('the form of the create decides what a cancel settles, and `cost` shows it before', async () => {
  for (const [made, asked] of [
    ['current', 'earlier'],
    ['earlier', 'current'],
  ] as const) {
    const id = await create(forms[made])
    await workUpTo(gateway, id, 'render')
    const earned = made === 'current' ? ENCODER : 0n
    for (const by of [gateway, earlier]) {
      const { body } = await by.call('GET', `/v1/videos/${id}`)
      assert.deepEqual(body.cost, { frozen_micro: 2_520_000, earned_micro: Number(earned) })
    }
    const { body } = await forms[asked].call('POST', `/v1/videos/${id}/cancel`)
    assert.deepEqual([body.status, body.usage.amount_micro, body.cost], ['cancelled', Number(earned), null])
    const end = made === 'current' ? ['settle', -ENCODER, -PRICE] : RELEASE
    assert.deepEqual(await entriesOf(gateway, id), [FREEZE, end])
  }
})

test('a task that fails after a complete render is released too', async () => {
  const id = await create(earlier)
  const claim = await workUpTo(gateway, id, 'render')
  assert.ok(await complete(gateway, claim))
  const { body } = await earlier.call('GET', `/v1/videos/${id}`)
  assert.deepEqual([body.status, body.cost.earned_micro], ['encoding', 0])
})

test('creates of both forms write the same rows but for the form’s name', async () => {
  const [rest] = bothDoors(gateway)
  assert.ok(rest)
  const traces = []
  for (const headers of [{}, EARLIER]) {
    const { accountId, key } = await gateway.newAccount()
    await enableEarlier(gateway, accountId, '2026-11-01')
    const body = { prompt: '海边的日出', n: 2, seed: 7, webhook_url: 'https://example.com/hook', metadata: { a: [1] } }
    const answer = await gateway.call('POST', '/v1/videos', body, { authorization: `Bearer ${key}`, ...headers })
    assert.equal(answer.status, 202, answer.text)
    const { tasks, ...others } = await tracesOf(gateway, accountId)
    traces.push({ ...others, tasks: tasks.map(({ api_version: _, ...task }: Record<string, unknown>) => task) })
  }
  assert.equal(traces[0]?.tasks.length, 2)
  assert.deepEqual(traces[1], traces[0])
})

test('all sums agree', async () => {
  assert.deepEqual(await brokenRules(pool), [])
})
