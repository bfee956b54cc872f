import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openapiDocument } from '../../../src/http/rest/openapi/document.ts'
import { SCOPES } from '../../../src/key/caller.ts'
import { corpus, uploaded, wavOf } from '../../support/material.ts'
import { type Received, startReceiver } from '../../webhook/receiver.ts'
import { endedTask } from '../cancel/work.ts'
import { openEvents } from '../events/stream.ts'
import type { Json } from './documented.ts'
import { openScene } from './scene.ts'

/** Shapes of answers within one status, and of messages to the caller: events and webhooks. */

const { gateway, call, make } = await openScene()
const { contract } = call
const document: Json = openapiDocument()
const TASK = { $ref: '#/components/schemas/VideoTask' }

function isWebhook(type: string, { body, headers }: Received): void {
  const { requestBody, parameters } = document.webhooks[type].post
  assert.equal(contract.faultsOf(requestBody.content['application/json'].schema, body), null)
  for (const { name } of parameters) assert.equal(typeof headers[name], 'string')
}

for (const end of ['succeeded', 'failed', 'rejected', 'cancelled'] as const) {
  test(`a task that has ${end} matches the document, and so does its webhook`, async () => {
    const receiver = await startReceiver()
    const id = await endedTask(gateway, end, { webhook_url: receiver.url, metadata: { a: [1] } })
    const { body } = await call('getVideo', { id })
    assert.equal(body.status, end)
    const [received] = await receiver.got(1)
    assert.ok(received)
    isWebhook(`video.${end}`, received)
  })
}

test('the webhook of a task deleted before delivery matches the document', async () => {
  const receiver = await startReceiver((response, _, count) => response.writeHead(count === 1 ? 500 : 200).end())
  const id = await endedTask(gateway, 'cancelled', { webhook_url: receiver.url })
  await receiver.got(1)
  await call('deleteVideo', { id })
  const { body: page } = await call('listWebhookDeliveries', { query: `task_id=${id}` })
  await call('replayWebhookDelivery', { id: page.data[0].id })
  const [, received] = await receiver.got(2)
  assert.ok(received)
  assert.equal(received.body.data.deleted, true)
  isWebhook('video.cancelled', received)
})

test('the webhook of a low balance and its delivery match the document', async () => {
  const receiver = await startReceiver()
  const { key } = await gateway.newAccount({ scopes: SCOPES, creditMicro: 3_000_000n })
  await call('updateAccount', {
    key,
    body: { balance_low: { threshold_micro: 3_000_000, webhook_url: `${receiver.url}/` } },
  })
  await call('createVideo', { key, body: { prompt: 'x' } })
  const [received] = await receiver.got(1)
  assert.ok(received)
  isWebhook('account.balance_low', received)
  const { body } = await call('listWebhookDeliveries', { key })
  assert.equal(body.data[0].task_id, null)
})

test('a key with a spend limit, and a create that reaches it, match the document', async () => {
  const spend_limit = { limit_micro: 3 * 2_520_000, period: 'month' }
  const { body: made } = await call('createApiKey', { body: { name: 'x', spend_limit } })
  const { body } = await call('createVideo', { key: made.key, body: { prompt: 'x', n: 4 } })
  assert.deepEqual([body.created, body.error.code], [3, 'spend_limit_exceeded'])
  const { body: kept } = await call('updateApiKey', { id: made.id, body: {} })
  assert.deepEqual(kept.spend_limit, { ...spend_limit, spent_micro: spend_limit.limit_micro })
})

test('the events of a task match the document', async () => {
  const { rest } = await openEvents(gateway, `/v1/videos/${await make.finished()}/events`)
  const events = await rest()
  assert.ok(events.length > 0)
  for (const { data } of events) assert.equal(contract.faultsOf(TASK, JSON.parse(data)), null)
})

test('a waiting task with its position matches the document', async () => {
  const id = await make.queued()
  await gateway.rooms.resources.pool.query(
    `update task set waiting_since = now(), waiting_reason = 'capacity' where id = $1`,
    [id],
  )
  const { body } = await call('getVideo', { id })
  assert.equal(body.waiting.reason, 'capacity')
  assert.equal(typeof body.queue.position, 'number')
})

test('several tasks match the document, all of them or fewer than requested', async () => {
  const { body: all } = await call('createVideo', { body: { prompt: 'x', n: 2 } })
  assert.deepEqual([all.created, all.error], [2, null])
  const { key } = await gateway.newAccount({ scopes: SCOPES, creditMicro: 6_300_000n })
  const { body: some } = await call('createVideo', { key, body: { prompt: 'x', n: 4 } })
  assert.deepEqual([some.created, some.error.code], [2, 'insufficient_balance'])
})

test('files of every kind, and a quote with them, match the document', async () => {
  const references = [
    await uploaded(gateway, await corpus('photo-exif6.jpg'), 'reference'),
    await uploaded(gateway, await corpus('moov-at-end.mp4'), 'reference'),
    await uploaded(gateway, wavOf(4), 'reference'),
  ]
  for (const id of references) await call('getFile', { id })
  const body = { mode: 'reference_to_video', prompt: '@图片1 @视频1 @音频1', references, metadata: {} }
  const { body: quote } = await call('createVideo', { query: 'dry_run=true', body })
  assert.deepEqual([quote.valid, quote.request.material.length], [true, 3])
  const wrong = { ...body, mode: 'text_to_video', duration: 99 }
  const { body: refused } = await call('createVideo', { query: 'dry_run=true', body: wrong })
  assert.deepEqual([refused.valid, refused.request], [false, null])
})

test('a ledger with every kind of entry matches the document', async () => {
  await call('optimizePrompt', { body: { prompt: 'a lake' } })
  const { body } = await call('getCredits', { query: 'limit=100' })
  const kinds = new Set(body.ledger.data.map((entry: Json) => entry.kind))
  assert.ok(kinds.isSupersetOf(new Set(['topup', 'freeze', 'settle', 'release', 'prompt_optimize'])))
})
