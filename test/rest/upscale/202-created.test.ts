import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brokenRules } from '../../chaos/money/rules.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { rowsOf } from '../../support/rows.ts'
import { claimOf, complete, endedTask, entriesOf, workUpTo } from '../cancel/work.ts'

const gateway = await startTestGateway()
const { pool } = gateway.rooms.resources

const SOURCE = {
  prompt: '海边的日出 🌊',
  duration: 6.5,
  aspect_ratio: '9:16',
  acceleration: 'auto',
  service_tier: 'draft',
  audio: false,
  seed: 7,
  n: 2,
  webhook_url: 'https://caller.test/hook',
  metadata: { order: 17 },
}
/** 158 frames at 0.30 yuan for 24. */
const PRICE = 1_975_000

const upscale = (id: string, body: unknown = { amount_micro: PRICE }, headers: Record<string, string> = {}) =>
  gateway.call('POST', `/v1/videos/${id}/upscale`, body, headers)

/** A finished task of a group, created with every field that an upscale has separately. */
async function finished(): Promise<string> {
  const { body } = await gateway.call('POST', '/v1/videos', SOURCE)
  const [{ id }] = body.data
  await complete(gateway, await workUpTo(gateway, id, 'package'))
  await pool.query('update task set accelerated = true where id = $1', [id])
  return id
}

test('the quote uses the delivered frames and reserves nothing', async () => {
  const id = await finished()
  const before = await rowsOf(gateway)
  const { status, body } = await gateway.call('GET', `/v1/videos/${id}/upscale`)
  assert.equal(status, 200)
  assert.deepEqual(body, {
    object: 'upscale.quote',
    source_task_id: id,
    resolution: '2k',
    billed_seconds: 158 / 24,
    frames: 158,
    unit_price_micro: 300_000,
    amount_micro: PRICE,
    amount: '¥1.975',
    currency: 'CNY',
    price_version: 1,
  })
  assert.deepEqual(await rowsOf(gateway), before)
  const five = await endedTask(gateway, 'succeeded')
  assert.equal((await gateway.call('GET', `/v1/videos/${five}/upscale`)).body.amount_micro, 1_550_000)
})

test('an upscale is a separate task with the request of its source', async () => {
  const id = await finished()
  const { body: source } = await gateway.call('GET', `/v1/videos/${id}`)
  const answer = await upscale(id)
  assert.equal(answer.status, 202, answer.text)
  const { body: task } = answer
  assert.equal(answer.headers.get('location'), `/v1/videos/${task.id}`)
  assert.notEqual(task.id, id)
  for (const name of ['mode', 'prompt', 'seed', 'duration', 'aspect_ratio', 'audio', 'acceleration', 'accelerated']) {
    assert.deepEqual(task[name], source[name], name)
  }
  assert.deepEqual([task.accelerated, task.duration, task.seed], [true, 6.5, 7])
  assert.deepEqual([task.source_task_id, task.resolution, task.service_tier], [id, '2k', 'standard'])
  assert.deepEqual([task.status, task.progress, task.metadata, task.webhook_url], ['queued', 0, null, null])
  assert.deepEqual([task.group_id, task.n_index, task.output, task.usage], [null, null, null, null])
  assert.deepEqual([task.input_image, task.end_image, task.references], [null, null, []])
  assert.deepEqual([task.use_context_ir, task.context_ir_applied], [false, null])
  assert.deepEqual(task.cost, { frozen_micro: PRICE, earned_micro: 0 })
  assert.equal('already_exists' in task, false)
  assert.deepEqual(await entriesOf(gateway, task.id), [['freeze', 0n, BigInt(PRICE)]])
  const { body: read } = await gateway.call('GET', `/v1/videos/${task.id}`)
  // Its queue position may move.
  assert.deepEqual({ ...read, queue: null }, { ...task, queue: null })
  // Its link is signed again in every answer.
  const { output, ...kept } = (await gateway.call('GET', `/v1/videos/${id}`)).body
  assert.deepEqual({ ...kept, output: source.output }, { ...source, output: { ...source.output } })
  assert.ok(output.video_uri)

  await complete(gateway, await claimOf(gateway, task.id, 'upscale'))
  const { body: packaging } = await gateway.call('GET', `/v1/videos/${task.id}`)
  assert.deepEqual([packaging.status, packaging.cost.earned_micro], ['packaging', PRICE])
  await complete(gateway, await claimOf(gateway, task.id, 'package'))
  const { body: ended } = await gateway.call('GET', `/v1/videos/${task.id}`)
  assert.deepEqual(ended.usage, {
    billed_seconds: 158 / 24,
    billed_tier: null,
    amount_micro: PRICE,
    amount: '¥1.975',
    currency: 'CNY',
    items: [{ kind: 'upscale', quantity: 158 / 24, frames: 158, unit_price_micro: 300_000, amount_micro: PRICE }],
  })
  assert.deepEqual([ended.output.width, ended.output.height, ended.output.has_audio], [1536, 2688, false])
  assert.deepEqual(await entriesOf(gateway, task.id), [
    ['freeze', 0n, BigInt(PRICE)],
    ['settle', -BigInt(PRICE), -BigInt(PRICE)],
  ])
  assert.equal((await gateway.call('GET', `/v1/videos/${id}/content`)).status, 200)
  assert.deepEqual(await brokenRules(pool), [])
})

test('the amount is seconds times unit price, in the quote and in the usage', async () => {
  const id = await endedTask(gateway, 'succeeded')
  const { body: quote } = await gateway.call('GET', `/v1/videos/${id}/upscale`)
  assert.deepEqual([quote.billed_seconds, quote.frames], [124 / 24, 124])
  assert.equal(quote.billed_seconds * quote.unit_price_micro, 1_550_000)
  const { body: task } = await upscale(id, { amount_micro: 1_550_000 })
  await complete(gateway, await claimOf(gateway, task.id, 'upscale'))
  await complete(gateway, await claimOf(gateway, task.id, 'package'))
  const { usage } = (await gateway.call('GET', `/v1/videos/${task.id}`)).body
  const [item] = usage.items
  assert.equal(usage.billed_seconds * item.unit_price_micro, usage.amount_micro)
  assert.deepEqual([item.quantity, item.frames, item.amount_micro], [124 / 24, 124, 1_550_000])
  // Of the source, which was generated in the requested resolution, no item has frames.
  const { body: source } = await gateway.call('GET', `/v1/videos/${id}`)
  assert.ok(source.usage.items.every((each: object) => !('frames' in each)))
})

test('an upscale’s ledger entries share one description, like a video’s', async () => {
  const id = await endedTask(gateway, 'succeeded')
  const { body: task } = await upscale(id, { amount_micro: 1_550_000 })
  await gateway.call('POST', `/v1/videos/${task.id}/cancel`)
  const descriptions = async (taskId: string) => {
    const { body } = await gateway.call('GET', `/v1/credits?task_id=${taskId}`)
    return body.ledger.data.map(({ description }: { description: string }) => description).toReversed()
  }
  assert.deepEqual(await descriptions(task.id), ['Upscale, 5.167 s', 'Upscale, 5.167 s, cancelled'])
  assert.deepEqual(await descriptions(id), ['Video, 5 s', 'Video, 5 s, succeeded'])
})

test('a repeated upscale returns its task’s current state, charges once, and gets 422 for another body', async () => {
  const id = await finished()
  const headers = { 'idempotency-key': 'up' }
  const first = await upscale(id, { amount_micro: PRICE }, headers)
  await claimOf(gateway, first.body.id, 'upscale')
  const before = await rowsOf(gateway)
  const again = await upscale(id, `{ "amount_micro" : ${PRICE} }`, headers)
  assert.deepEqual([first.status, again.status, again.headers.get('idempotent-replayed')], [202, 202, 'true'])
  assert.deepEqual([again.body.id, again.body.status], [first.body.id, 'upscaling'])
  for (const body of [{ amount_micro: PRICE + 1 }, { amount_micro: '1' }]) {
    const other = await upscale(id, body, headers)
    assert.deepEqual([other.status, other.body.error.code], [422, 'idempotency_key_reused'])
  }
  assert.deepEqual(await rowsOf(gateway), before)
  const exists = await upscale(id, { amount_micro: PRICE }, { 'idempotency-key': 'other' })
  assert.deepEqual([exists.status, exists.body.already_exists], [200, true])
  const existed = await upscale(id, { amount_micro: PRICE }, { 'idempotency-key': 'other' })
  assert.deepEqual(
    [existed.status, existed.body, existed.headers.get('idempotent-replayed')],
    [200, exists.body, 'true'],
  )
})

test('a repeat of a deleted upscale gets 410, never a new task', async () => {
  const id = await finished()
  const headers = { 'idempotency-key': 'gone' }
  const { body: task } = await upscale(id, { amount_micro: PRICE }, headers)
  await gateway.call('POST', `/v1/videos/${task.id}/cancel`)
  await gateway.call('DELETE', `/v1/videos/${task.id}`)
  const before = await rowsOf(gateway)
  const again = await upscale(id, { amount_micro: PRICE }, headers)
  assert.deepEqual([again.status, again.body.error.code], [410, 'video_deleted'])
  assert.deepEqual(await rowsOf(gateway), before)
})
