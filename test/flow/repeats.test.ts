import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES } from '../../src/key/caller.ts'
import { bodyHash } from '../../src/lib/json.ts'
import { optimizePrompt } from '../../src/prompt/optimize.ts'
import { startTestGateway } from '../support/gateway.ts'
import { pngOf, uploaded } from '../support/material.ts'
import { startSecondGateway } from '../support/second-gateway.ts'
import { LOOPBACK } from '../webhook/receiver.ts'

/** The same request under one Idempotency-Key, in any notation, through either API, and after any change. */

const gateway = await startTestGateway({ concurrencyLimit: 1000, scopes: SCOPES }, { environment: LOOPBACK })
const { pool } = gateway.rooms.resources
const keyed = (key: string) => ({ 'idempotency-key': key })

interface Answer {
  readonly id: string | null
  readonly code: string | null
}

type Send = (key: string, body: string, url?: string) => Promise<Answer>

async function post(url: string, path: string, body: string, key: string) {
  const headers = { authorization: `Bearer ${gateway.key}`, 'content-type': 'application/json', ...keyed(key) }
  const response = await fetch(url + path, { method: 'POST', headers, body })
  // biome-ignore lint/suspicious/noExplicitAny: answers of two doors
  return { status: response.status, headers: response.headers, body: (await response.json()) as any }
}

const rest: Send = async (key, body, url = gateway.url) => {
  const answer = await post(url, '/v1/videos', body, key)
  return { id: answer.body.id ?? answer.body.group_id ?? null, code: answer.body.error?.code ?? null }
}

/** @param input as in a document */
const graphql: Send = async (key, input, url = gateway.url) => {
  const query = `mutation { taskCreate(input: {${input}}) { groupId tasks { id } userErrors { code } } }`
  const answer = await post(url, '/graphql', JSON.stringify({ query }), key)
  const { tasks, groupId, userErrors } = answer.body.data.taskCreate
  return { id: groupId ?? tasks[0]?.id ?? null, code: userErrors[0]?.code ?? null }
}

const same: readonly (readonly [what: string, first: string, again: readonly string[], inputs: readonly string[]])[] = [
  [
    'a default',
    '{"prompt":"x"}',
    [
      '{"mode":"text_to_video","prompt":"x"}',
      '{"prompt":"x","duration":5,"resolution":"768p","aspect_ratio":"16:9","acceleration":"auto","n":1}',
      '{"prompt":"x","service_tier":"standard","audio":true}',
      '{"prompt":"x","seed":null,"use_context_ir":null,"metadata":null,"references":[]}',
    ],
    ['prompt: "x"', 'prompt: "x", duration: 5, n: 1, audio: true, serviceTier: STANDARD', 'prompt: "x", seed: null'],
  ],
  [
    'a number',
    '{"prompt":"x","duration":6.50,"seed":7.0,"n":2}',
    ['{"prompt":"x","duration":65e-1,"seed":7,"n":2.0}'],
    ['prompt: "x", duration: 6.5, seed: 7, n: 2'],
  ],
  [
    'metadata',
    '{"prompt":"x","metadata":{ "b": [1.0, null],\n "a": 9007199254740993 }}',
    ['{"metadata":{"a":9007199254740993,"b":[1.0,null]},"prompt":"x"}'],
    ['prompt: "x", metadata: {a: 9007199254740993, b: [1.0, null]}'],
  ],
]

for (const [what, first, again, inputs] of same) {
  test(`${what} in another notation is the same request in REST and GraphQL`, async () => {
    const made = await rest(what, first)
    assert.equal(made.code, null)
    const before = await gateway.counts()
    for (const body of again) assert.deepEqual(await rest(what, body), made, body)
    for (const input of inputs) assert.deepEqual(await graphql(what, input), made, input)
    assert.deepEqual(await gateway.counts(), before)
  })
}

test('a REST create without defaults repeats a GraphQL create with explicit defaults', async () => {
  const made = await graphql(
    'spelled',
    'prompt: "x", mode: TEXT_TO_VIDEO, aspectRatio: ASPECT_16_9, acceleration: AUTO',
  )
  assert.deepEqual(await rest('spelled', '{"prompt":"x"}'), made)
})

test('a different request under a used key is refused', async () => {
  await rest('else', '{"prompt":"x","metadata":{"a":1}}')
  const before = await gateway.counts()
  for (const others of [
    '"metadata":{"a":1.0}',
    '"metadata":{"a":1,"b":null}',
    '"metadata":{}',
    '"metadata":{"a":1},"use_context_ir":false',
    '"metadata":{"a":1},"duration":5.001',
    '"metadata":{"a":1},"references":["file_x"]',
    '"metadata":{"a":1},"mode":"image_to_video"',
    '"metadata":{"a":1},"mode":7',
    '"metadata":{"a":1},"unknown":1',
  ]) {
    assert.deepEqual(
      await rest('else', `{"prompt":"x",${others}}`),
      { id: null, code: 'idempotency_key_reused' },
      others,
    )
  }
  for (const body of ['[]', '"x"', '1', 'null']) assert.equal((await rest('else', body)).code, 'idempotency_key_reused')
  assert.deepEqual(await gateway.counts(), before)
})

test('one reference is the same request in either field, and both fields are a different one', async () => {
  const file = await uploaded(gateway, await pngOf(64, 64), 'reference')
  const body = (fields: object) => JSON.stringify({ prompt: 'x', mode: 'reference_to_video', ...fields })
  const made = await rest('reference', body({ reference: file }))
  assert.equal(made.code, null)
  assert.deepEqual(await rest('reference', body({ references: [file] })), made)
  assert.deepEqual(await rest('reference', body({ references: [], reference: file })), made)
  const both = await rest('reference', body({ references: [file], reference: file }))
  assert.equal(both.code, 'idempotency_key_reused')
})

test('a repeat returns its task after its file was deleted and the price has risen', async () => {
  const file = await uploaded(gateway, await pngOf(64, 64), 'input_image')
  const body = JSON.stringify({ prompt: 'x', mode: 'image_to_video', input_image: file })
  const made = await rest('gone', body)
  await gateway.call('POST', `/v1/videos/${made.id}/cancel`)
  assert.equal((await gateway.call('DELETE', `/v1/files/${file}`)).status, 200)
  await pool.query(
    `insert into price_version (version, prices)
     select 2, jsonb_set(prices, '{generation,768p}', '900000000') from price_version where version = 1`,
  )
  assert.equal((await rest('gone other', '{"prompt":"x"}')).code, 'insufficient_balance')
  assert.deepEqual(await rest('gone', body), made)
  await pool.query('delete from price_version where version = 2')
})

test('a repeat returns its task after the rules became stricter', async () => {
  const { url } = await startSecondGateway({
    ...gateway,
    config: { ...gateway.config, webhook: { allowHttp: false, allowPrivate: false } },
  })
  const body = '{"prompt":"x","n":2,"webhook_url":"http://127.0.0.1/hook"}'
  const made = await rest('strict', body)
  assert.equal((await rest('strict other', body, url)).code, 'invalid_parameter')
  const before = await gateway.counts()
  const again = await post(url, '/v1/videos', body, 'strict')
  assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [202, 'true'])
  assert.deepEqual([again.body.group_id, again.body.requested, again.body.created], [made.id, 2, 2])
  assert.deepEqual(await graphql('strict', 'prompt: "x", n: 2, webhookUrl: "http://127.0.0.1/hook"', url), made)
  assert.deepEqual(await gateway.counts(), before)
})

/** Changes a stored key to the form of gateways before this rule. */
const keepAsBefore = (key: string, text: string) =>
  pool.query('update idempotency_key set body_hash = $2 where key = $1', [key, bodyHash(text)])

test('a key stored by its body’s text is repeated by that text, over the same API only', async () => {
  for (const [send, text, body] of [
    [rest, '{"n":2,"prompt":"x","duration":5.0}', '{"prompt":"x","duration":5.0,"n":2}'],
    [graphql, '{"n":2,"prompt":"x"}', 'prompt: "x", n: 2, duration: 5'],
  ] as const) {
    const key = `before ${text}`
    const made = await send(key, body)
    await keepAsBefore(key, text)
    assert.deepEqual(await send(key, body), made)
    assert.equal((await rest(key, '{"prompt":"y","n":2}')).code, 'idempotency_key_reused')
  }
})

test('an optimised prompt is repeated even if its body is now refused', async () => {
  const body = '{"prompt":"a boat"}'
  const send = (text = body) => gateway.call('POST', '/v1/prompt/optimize', text, keyed('optimise'))
  const made = await send()
  assert.equal(made.status, 200)
  await keepAsBefore('optimise', body)
  assert.deepEqual((await send()).body, made.body)
  await keepAsBefore('optimise', '{"prompt":" "}')
  assert.deepEqual((await send('{"prompt":" "}')).body, made.body)
  assert.equal((await send('{"prompt":""}')).body.error.code, 'idempotency_key_reused')
})

test('an abandoned call stored by its body’s text is taken over', async () => {
  const body = '{"prompt":"a boat"}'
  await pool.query(
    `insert into idempotency_key (account_id, operation, key, body_hash, task_ids, lease_until)
     values ($1, 'prompt.optimize', 'lapsed', $2, '{}', now() - interval '1 second')`,
    [gateway.accountId, bodyHash(body)],
  )
  const caller = await gateway.rooms.verifier.verify(`Bearer ${gateway.key}`)
  const call = { body, idempotencyKey: 'lapsed' }
  const { prompt } = await optimizePrompt(gateway.rooms.resources, async () => 'a boat at sea', caller, call)
  assert.equal(prompt, 'a boat at sea')
})

test('a key and the account’s settings are repeated by the other API', async () => {
  const body = '{"name":"x","expires_at":"2031-05-01T10:00:00+08:00","scopes":null}'
  const made = await gateway.call('POST', '/v1/api-keys', body, keyed('key'))
  const query = 'mutation { apiKeyCreate(input: {name: "x", expiresAt: "2031-05-01T02:00:00Z"}) { apiKey { id } } }'
  const again = await gateway.call('POST', '/graphql', { query }, keyed('key'))
  assert.equal(again.body.data.apiKeyCreate.apiKey?.id, made.body.id)

  const saved = { defaults: { use_context_ir: null }, api_version: '2026-11-01' }
  assert.equal((await gateway.call('PATCH', '/v1/account', saved, keyed('account'))).status, 200)
  const update = 'mutation { accountUpdate(input: {defaults: {}, apiVersion: "2026-11-01"}) { userErrors { code } } }'
  const updated = await gateway.call('POST', '/graphql', { query: update }, keyed('account'))
  assert.deepEqual(updated.body.data.accountUpdate.userErrors, [])
})
