import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimOf, complete, endedTask, entriesOf } from '../rest/cancel/work.ts'
import { startTestGateway } from '../support/gateway.ts'

/** States and their billing (spec 2.1, 3), through REST and GraphQL. */

const CREDIT = 100_000_000
const gateway = await startTestGateway({ creditMicro: BigInt(CREDIT) })
/** 5 s at 2k: encoder, generation, upscale. */
const PRICE = 4_020_000

const QUERY = `query ($id: ID!) {
  task(id: $id) { status progress usage { amountMicro } } credits { balanceMicro frozenMicro } }`

/** Status, progress and usage of a task, and the account's sums, as REST and GraphQL both return them. */
async function seen(id: string) {
  const { body: task } = await gateway.call('GET', `/v1/videos/${id}`)
  const { body: credits } = await gateway.call('GET', '/v1/credits')
  const shown = {
    status: task.status as string,
    usage: (task.usage?.amount_micro ?? null) as number | null,
    balance: credits.balance_micro as number,
    frozen: credits.frozen_micro as number,
  }
  const { data } = (await gateway.call('POST', '/graphql', { query: QUERY, variables: { id } })).body
  assert.deepEqual(
    [data.task.status.toLowerCase(), data.task.usage && Number(data.task.usage.amountMicro), data.task.progress],
    [shown.status, shown.usage, task.progress],
  )
  assert.deepEqual([data.credits.balanceMicro, data.credits.frozenMicro].map(Number), [shown.balance, shown.frozen])
  return { shown, progress: task.progress as number }
}

test('the price is frozen from queued to packaging and billed with succeeded, where progress is 1', async () => {
  const { body } = await gateway.call('POST', '/v1/videos', { prompt: 'a lake', resolution: '2k' })
  const { id } = body
  const unbilled = { usage: null, balance: CREDIT, frozen: PRICE }
  const first = await seen(id)
  assert.deepEqual(first, { shown: { status: 'queued', ...unbilled }, progress: 0 })
  let last = first.progress
  for (const [stage, status] of [
    ['encode', 'encoding'],
    ['render', 'rendering'],
    ['upscale', 'upscaling'],
    ['package', 'packaging'],
  ] as const) {
    const claim = await claimOf(gateway, id, stage)
    const { shown, progress } = await seen(id)
    assert.deepEqual(shown, { status, ...unbilled })
    assert.ok(progress >= last && progress < 1)
    last = progress
    assert.ok(await complete(gateway, claim))
  }
  const ended = { status: 'succeeded', usage: PRICE, balance: CREDIT - PRICE, frozen: 0 }
  assert.deepEqual(await seen(id), { shown: ended, progress: 1 })
})

test('a task that ended otherwise has a progress below 1', async () => {
  for (const end of ['failed', 'cancelled', 'rejected'] as const) {
    const { progress } = await seen(await endedTask(gateway, end))
    assert.ok(progress > 0 && progress < 1, end)
  }
})

test('context IR that was requested but not applied is not charged', async () => {
  const id = await endedTask(gateway, 'succeeded', { use_context_ir: true })
  const { body } = await gateway.call('GET', `/v1/videos/${id}`)
  assert.deepEqual([body.use_context_ir, body.usage.amount_micro], [true, 2_520_000])
  assert.deepEqual(await entriesOf(gateway, id), [
    ['freeze', 0n, 2_620_000n],
    ['settle', -2_520_000n, -2_620_000n],
  ])
})

test('only failed and rejected tasks have an error with a code and a message', async () => {
  for (const [end, reason] of [
    ['succeeded', null],
    ['cancelled', null],
    ['failed', 'generation_error'],
    ['rejected', 'content_policy_output'],
  ] as const) {
    const { body } = await gateway.call('GET', `/v1/videos/${await endedTask(gateway, end)}`)
    const detail = reason === null ? null : 'It could not be made.'
    assert.deepEqual([body.fail_reason, body.fail_detail], [reason, detail], end)
  }
})

test('started_at is the time of the first claim, and completed_at the time of any end', async () => {
  const { body: waiting } = await gateway.call('POST', '/v1/videos', { prompt: 'a lake' })
  assert.deepEqual([waiting.started_at, waiting.completed_at], [null, null])
  const first = await claimOf(gateway, waiting.id, 'encode')
  const { body: running } = await gateway.call('GET', `/v1/videos/${waiting.id}`)
  assert.ok(running.started_at >= running.created_at)
  assert.equal(running.completed_at, null)
  assert.ok(await complete(gateway, first))
  await claimOf(gateway, waiting.id, 'render')
  assert.equal((await gateway.call('GET', `/v1/videos/${waiting.id}`)).body.started_at, running.started_at)
  const { body: ended } = await gateway.call('POST', `/v1/videos/${waiting.id}/cancel`)
  assert.equal(ended.started_at, running.started_at)
  assert.ok(ended.completed_at >= ended.started_at)
})
