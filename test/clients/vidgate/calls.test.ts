import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ClientOptions, createClient } from '../../../packages/client/src/index.ts'
import { SCOPES } from '../../../src/key/caller.ts'
import { endedTask } from '../../rest/cancel/work.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { openLine } from '../line.ts'
import { refusalOf } from './refusals.ts'

const gateway = await startTestGateway({ scopes: SCOPES, concurrencyLimit: 100 })
const { url, key } = gateway
const client = createClient({ url: `${url}/`, key })

/** A client whose requests are counted, and answered by `answer` first. */
function counting(answer: (count: number) => Response | null = () => null, options: Partial<ClientOptions> = {}) {
  const sent: (string | null)[] = []
  const counted = createClient({
    url,
    key,
    fetch: async (input, init) => {
      const answered = answer(sent.push(new Headers(init?.headers).get('idempotency-key')))
      return answered ?? fetch(input, init)
    },
    ...options,
  })
  return { counted, sent }
}

async function tasksAndEntries() {
  const { rows } = await gateway.rooms.resources.pool.query(
    'select (select count(*) from task) as tasks, (select count(*) from event) as events, (select count(*) from ledger_entry where task_id is not null) as entries',
  )
  return rows
}

test('each call returns what REST returns', async () => {
  const video = await client.create({ prompt: 'a lake', aspect_ratio: '1:1', metadata: { order: 17 } })
  assert.deepEqual([video.status, video.metadata], ['queued', { order: 17 }])
  assert.equal((await client.get(video.id)).prompt, 'a lake')
  const several = await client.create({ prompt: 'x', n: 2 })
  assert.deepEqual([several.created, several.error], [2, null])
  const page = await client.list({ limit: 2, status: 'queued', order: 'asc' })
  assert.deepEqual([page.data[0]?.id, page.has_more], [video.id, true])
  const next = await client.list({ limit: 2, order: 'asc', after: page.last_id ?? undefined })
  assert.deepEqual(
    (await client.list({ search: 'A LAKE' })).data.map(({ id }) => id),
    [video.id],
  )
  assert.deepEqual([next.data.length, next.has_more], [1, false])
  for (const { id } of [video, ...several.data]) assert.equal((await client.cancel(id)).status, 'cancelled')
  assert.deepEqual(await client.delete(video.id), { id: video.id, object: 'video.deleted', deleted: true })
  const { balance_micro, ledger } = await client.credits({ task_id: video.id })
  assert.deepEqual([balance_micro, ledger.data.length], [100_000_000, 2])
  const optimized = await client.optimize('a boat')
  assert.deepEqual([optimized.object, optimized.changed], ['prompt.optimization', true])
})

test('a quote has the price and every problem, and writes nothing', async () => {
  const before = await gateway.counts()
  const { price, valid } = await client.quote({ prompt: 'a lake', duration: 6 })
  assert.deepEqual([valid, (price?.amount_micro ?? 0) > 0], [true, true])
  const wrong = await client.quote({ prompt: '', duration: 99 })
  assert.deepEqual(wrong.errors.map(({ param }) => param).sort(), ['duration', 'prompt'])
  assert.deepEqual(await gateway.counts(), before)
})

test('an upscale takes its quote, and the second answer is the first', async () => {
  const id = await endedTask(gateway, 'succeeded')
  const quote = await client.upscaleQuote(id)
  const upscale = await client.upscale(id, quote)
  assert.deepEqual([upscale.source_task_id, upscale.resolution], [id, '2k'])
  const again = await client.upscale(id, quote)
  assert.deepEqual([again.id, 'already_exists' in again], [upscale.id, true])
  const changed = await refusalOf(client.upscale(await endedTask(gateway, 'succeeded'), { amount_micro: 1 }))
  assert.deepEqual([changed.status, changed.code], [409, 'upscale_price_changed'])
})

test('a refusal is an error with code, param and request id, is not repeated, and wrote nothing', async () => {
  const { counted, sent } = counting()
  const before = await tasksAndEntries()
  const error = await refusalOf(counted.create({ prompt: 'x', duration: 99 }))
  assert.deepEqual(
    [error.name, error.status, error.type, error.code, error.param, error.retryAfter, error.isRepeatable],
    ['VidgateError', 400, 'invalid_request_error', 'invalid_parameter', 'duration', null, false],
  )
  assert.match(error.requestId ?? '', /^req_[0-9a-z]{26}$/)
  assert.match(error.message, /duration|between|5/)
  const poor = createClient({ url, key: (await gateway.newAccount({ creditMicro: 1n })).key })
  const unpaid = await refusalOf(poor.create({ prompt: 'x' }))
  assert.deepEqual([unpaid.code, unpaid.details?.['available_micro']], ['insufficient_balance', 1])
  assert.equal((await refusalOf(counted.cancel('vid_none'))).code, 'video_not_found')
  assert.equal((await refusalOf(counted.get('../files'))).code, 'video_not_found')
  assert.equal((await refusalOf(createClient({ url, key: 'vgk_wrong' }).list())).code, 'invalid_api_key')
  assert.equal((await refusalOf(createClient({ url }).list())).code, 'missing_api_key')
  assert.equal(sent.length, 3)
  assert.deepEqual(await tasksAndEntries(), before)
})

test('a create whose answer is lost is repeated with its key, and makes one video', async () => {
  const before = (await gateway.counts())['task'] ?? 0
  const answers: number[] = []
  const lossy = createClient({
    url,
    key,
    fetch: async (input, init) => {
      if (answers.push((await fetch(input, init)).status) === 1) throw new TypeError('the connection broke off')
      return fetch(input, init)
    },
  })
  const video = await lossy.create({ prompt: 'once' })
  assert.equal((await client.get(video.id)).prompt, 'once')
  assert.deepEqual([answers, (await gateway.counts())['task']], [[202, 202], before + 1])
})

test('503 and 429 are repeated with the same key, no earlier than they say', async () => {
  const busy = (count: number) =>
    count > 2
      ? null
      : new Response('', { status: count === 1 ? 503 : 429, headers: { 'retry-after': String(count - 1) } })
  const { counted, sent } = counting(busy)
  const start = performance.now()
  const { id } = await counted.create({ prompt: 'x' })
  assert.ok(performance.now() - start >= 999)
  assert.equal(sent.length, 3)
  assert.deepEqual(new Set(sent).size, 1)
  assert.match(sent[0] ?? '', /^[0-9a-f]{32}$/)
  await client.cancel(id)
})

test('the caller’s own idempotency key is sent, and a key used for another request is refused', async () => {
  const { counted, sent } = counting()
  const first = await counted.create({ prompt: 'x' }, { idempotencyKey: 'order-17' })
  const again = await counted.create({ prompt: 'x' }, { idempotencyKey: 'order-17' })
  assert.equal(again.id, first.id)
  const other = await refusalOf(counted.create({ prompt: 'y' }, { idempotencyKey: 'order-17' }))
  assert.equal(other.code, 'idempotency_key_reused')
  assert.deepEqual(sent, ['order-17', 'order-17', 'order-17'])
  await counted.get(first.id)
  assert.equal(sent.at(-1), null)
})

test('repeats end: with the last allowed one, and at once where the wait is long or another answer is not the gateway’s', async () => {
  const away = counting(() => new Response('<html>', { status: 502 }), { retries: 1 })
  const last = await refusalOf(away.counted.list())
  assert.deepEqual([last.status, last.code, away.sent.length], [502, 'unexpected_answer', 2])
  const long = counting(() => new Response('', { status: 429, headers: { 'retry-after': '61' } }))
  const { status, retryAfter } = await refusalOf(long.counted.list())
  assert.deepEqual([status, retryAfter, long.sent.length], [429, 61, 1])
  const html = counting(() => new Response('<html>', { status: 200 }), { retries: 0 })
  assert.equal((await refusalOf(html.counted.list())).code, 'unexpected_answer')
  const line = await openLine(gateway)
  await line.close()
  const dead = await refusalOf(createClient({ url: line.gateway.url, key, retries: 0 }).list())
  assert.deepEqual([dead.code, dead.status, dead.cause instanceof TypeError], ['connection_failed', 0, true])
})

test('an aborted call rejects with the reason: before, during and between its tries', async () => {
  const reason = new Error('enough')
  const { counted, sent } = counting()
  await assert.rejects(counted.list({}, { signal: AbortSignal.abort(reason) }), reason)
  assert.equal(sent.length, 0)
  const stop = new AbortController()
  const between = counting(() => {
    setImmediate(() => stop.abort(reason))
    return new Response('', { status: 503, headers: { 'retry-after': '60' } })
  })
  await assert.rejects(between.counted.create({ prompt: 'x' }, { signal: stop.signal }), reason)
  assert.equal(between.sent.length, 1)
  const during = new AbortController()
  const waiting = createClient({
    url,
    key,
    fetch: (_, init) => {
      setImmediate(() => during.abort(reason))
      return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
    },
  })
  await assert.rejects(waiting.list({}, { signal: during.signal }), reason)
})
