import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'

const gateway = await startTestGateway()

test('a create returns the complete task and writes one row of each kind', async () => {
  const before = await gateway.counts()
  const answer = await gateway.call('POST', '/v1/videos', { prompt: 'a lake', seed: 7 })
  assert.equal(answer.status, 202)
  assert.equal(answer.headers.get('location'), `/v1/videos/${answer.body.id}`)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.match(answer.headers.get('x-request-id') ?? '', /^req_[0-9a-z]{26}$/)
  const { id, created_at, ...rest } = answer.body
  assert.match(id, /^vid_[0-9a-z]{26}$/)
  assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.deepEqual(rest, {
    object: 'video.task',
    status: 'queued',
    progress: 0,
    mode: 'text_to_video',
    prompt: 'a lake',
    input_image: null,
    end_image: null,
    references: [],
    resolution: '768p',
    duration: 5,
    aspect_ratio: '16:9',
    seed: 7,
    audio: true,
    service_tier: 'standard',
    acceleration: 'auto',
    accelerated: null,
    use_context_ir: false,
    context_ir_applied: null,
    webhook_url: null,
    group_id: null,
    n_index: null,
    source_task_id: null,
    started_at: null,
    completed_at: null,
    waiting: null,
    queue: null,
    cost: { frozen_micro: 2_520_000, earned_micro: 0 },
    output: null,
    usage: null,
    fail_reason: null,
    fail_detail: null,
    metadata: null,
  })
  const after = await gateway.counts()
  const grown = Object.keys(after).map((table) => [table, (after[table] ?? 0) - (before[table] ?? 0)])
  assert.deepEqual(Object.fromEntries(grown), {
    task: 1,
    stage_attempt: 1,
    ledger_entry: 1,
    event: 1,
    idempotency_key: 0,
    'pgboss.job': 1,
  })
})

test('metadata is returned as sent: key order, repeated keys, long numbers', async () => {
  const metadata = '{"z": 1, "a": 12345678901234567890.10, "z": [ 1e400 ],\n "ü": "\\u00fc"}'
  const created = await gateway.call('POST', '/v1/videos', `{"prompt":"x","metadata":${metadata}}`)
  assert.equal(created.status, 202)
  assert.ok(created.text.includes(metadata))
  const read = await gateway.call('GET', `/v1/videos/${created.body.id}`)
  assert.ok(read.text.includes(metadata))
  const listed = await gateway.call('GET', '/v1/videos?limit=1')
  assert.ok(listed.text.includes(metadata))
})

test('metadata may be nested to the limit, and brackets in strings do not count', async () => {
  const nested = `${'{"a":'.repeat(63)}"${'[{\\"'.repeat(100)}"${'}'.repeat(63)}`
  const answer = await gateway.call('POST', '/v1/videos', `{"prompt":"x","metadata":${nested}}`)
  assert.equal(answer.status, 202)
  assert.ok(answer.text.includes(nested))
})

test('null equals absent', async () => {
  const body = { prompt: 'x', seed: null, metadata: null, references: null, n: null, duration: null, webhook_url: null }
  const answer = await gateway.call('POST', '/v1/videos', body)
  assert.equal(answer.status, 202)
  assert.equal(answer.body.metadata, null)
})

test('n = 4 returns a list of four tasks in a group', async () => {
  const { key } = await gateway.newAccount()
  const headers = { authorization: `Bearer ${key}`, 'idempotency-key': 'four' }
  const answer = await gateway.call('POST', '/v1/videos', { prompt: 'x', n: 4, seed: 10 }, headers)
  assert.equal(answer.status, 202)
  const { data, ...envelope } = answer.body
  assert.match(envelope.group_id, /^grp_/)
  assert.deepEqual(envelope, {
    object: 'list',
    requested: 4,
    created: 4,
    group_id: envelope.group_id,
    first_id: data[0].id,
    last_id: data[3].id,
    has_more: false,
    error: null,
  })
  const places = data.map((task: Record<string, unknown>) => [task['group_id'], task['n_index'], task['seed']])
  assert.deepEqual(
    places,
    [0, 1, 2, 3].map((i) => [envelope.group_id, i, 10 + i]),
  )
  const again = await gateway.call('POST', '/v1/videos', { prompt: 'x', n: 4, seed: 10 }, headers)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(again.body, answer.body)
})

test('n = 4 with credit for two returns two tasks and the error, also when repeated', async () => {
  const { key } = await gateway.newAccount({ creditMicro: 6_300_000n })
  const headers = { authorization: `Bearer ${key}`, 'idempotency-key': 'partial' }
  const send = () => gateway.call('POST', '/v1/videos', { prompt: 'x', n: 4 }, headers)
  for (const answer of [await send(), await send()]) {
    assert.equal(answer.status, 202)
    assert.equal(answer.body.created, 2)
    assert.equal(answer.body.requested, 4)
    const { request_id, ...error } = answer.body.error
    assert.equal(request_id, answer.headers.get('x-request-id'))
    assert.deepEqual(error, {
      type: 'insufficient_balance_error',
      code: 'insufficient_balance',
      message: 'This task needs ¥2.52; ¥1.26 is available.',
      param: null,
      details: { required_micro: 2_520_000, available_micro: 1_260_000 },
    })
  }
})

test('a repeated key returns the same task in its current state and writes nothing more', async () => {
  const headers = { 'idempotency-key': 'once' }
  const first = await gateway.call('POST', '/v1/videos', { prompt: 'x' }, headers)
  const before = await gateway.counts()
  const again = await gateway.call('POST', '/v1/videos', '{ "prompt" : "x" }', headers)
  assert.equal(again.status, 202)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(first.headers.get('idempotent-replayed'), null)
  assert.deepEqual(again.body, first.body)
  assert.deepEqual(await gateway.counts(), before)
})

test('a stock SDK’s multipart form creates the same task as JSON', async () => {
  const form = new FormData()
  const fields = {
    prompt: 'a form',
    duration: '6.5',
    seed: '9',
    audio: 'false',
    n: '1',
    'metadata[a]': '1',
    'metadata[b]': 'ü',
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const response = await fetch(`${gateway.url}/v1/videos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.key}` },
    body: form,
  })
  assert.equal(response.status, 202)
  const task = (await response.json()) as Record<string, unknown>
  const { prompt, duration, seed, audio, metadata } = task
  assert.deepEqual(
    { prompt, duration, seed, audio, metadata },
    { prompt: 'a form', duration: 6.5, seed: 9, audio: false, metadata: { a: '1', b: 'ü' } },
  )
})

test('content-type may have a charset, and API-Version the current version', async () => {
  const headers = { 'content-type': 'application/json; charset=UTF-8', 'api-version': '2026-11-01' }
  const answer = await gateway.call('POST', '/v1/videos', { prompt: 'x' }, headers)
  assert.equal(answer.status, 202)
})
