import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'

const gateway = await startTestGateway()

const text = (value: unknown) => JSON.stringify(value)
const body = (fields: Record<string, unknown>) => text({ prompt: 'a lake', ...fields })

/** The body, and the code and `param` of its refusal. */
const CASES: readonly (readonly [body: string, code: string, param: string | null])[] = [
  ['', 'invalid_json', null],
  ['{', 'invalid_json', null],
  ['{"prompt":"x",}', 'invalid_json', null],
  ['\ufeff\ufeff{"prompt":"x"}', 'invalid_json', null],
  ['{"prompt":"x"} x', 'invalid_json', null],
  ['['.repeat(100_000), 'invalid_json', null],
  [`{"prompt":"x","metadata":${'{"a":'.repeat(64)}1${'}'.repeat(64)}}`, 'invalid_json', null],
  ['null', 'invalid_parameter', null],
  ['[]', 'invalid_parameter', null],
  ['"prompt"', 'invalid_parameter', null],
  ['{}', 'missing_parameter', 'prompt'],
  [text({ prompt: null }), 'missing_parameter', 'prompt'],
  [text({ prompt: '' }), 'invalid_parameter', 'prompt'],
  [text({ prompt: 5 }), 'invalid_parameter', 'prompt'],
  [text({ prompt: ['x'] }), 'invalid_parameter', 'prompt'],
  [text({ prompt: 'x'.repeat(7001) }), 'invalid_parameter', 'prompt'],
  [text({ prompt: 'a\0b' }), 'invalid_parameter', 'prompt'],
  ['{"prompt":"a\\ud800b"}', 'invalid_parameter', 'prompt'],
  ['{"prompt":"\\udc00"}', 'invalid_parameter', 'prompt'],
  [text({ prompt: 'a raw \u0001 is escaped' }).replace('\\u0001', '\u0001'), 'invalid_json', null],
  [body({ prompt: 'like @图片1' }), 'reference_not_supplied', 'prompt'],
  [body({ prompt: 'like <Picture 1>' }), 'reference_not_supplied', 'prompt'],
  [body({ prompt: 'like ＠图片1' }), 'reference_not_supplied', 'prompt'],
  [body({ prompt: 'like <picture 1>' }), 'reference_not_supplied', 'prompt'],
  [body({ prompt: '   ' }), 'invalid_parameter', 'prompt'],
  [body({ prompt: '\u3000\n\t\u00a0' }), 'invalid_parameter', 'prompt'],
  [body({ prompt: '\u200b\u2060\ufeff' }), 'invalid_parameter', 'prompt'],
  [body({ prompt: '\u00ad\u3164\u2800\u202e\ufe0f\u0007' }), 'invalid_parameter', 'prompt'],
  [body({ colour: 'red' }), 'unknown_parameter', 'colour'],
  [body({ 'a\0b': 1 }), 'unknown_parameter', 'ab'],
  ['{"prompt":"x","\\ud800":1}', 'unknown_parameter', '\ufffd'],
  ['{"prompt":"x","__proto__":{"n":2}}', 'unknown_parameter', '__proto__'],
  [body({ negative_prompt: 'rain' }), 'negative_prompt_unsupported', 'negative_prompt'],
  [body({ mode: 'video_to_text' }), 'invalid_parameter', 'mode'],
  [body({ duration: '5' }), 'invalid_parameter', 'duration'],
  [body({ duration: 4.999 }), 'invalid_parameter', 'duration'],
  [body({ duration: 15.001 }), 'invalid_parameter', 'duration'],
  [body({ duration: 5.0001 }), 'invalid_parameter', 'duration'],
  ['{"prompt":"x","duration":1e400}', 'invalid_parameter', 'duration'],
  ['{"prompt":"x","duration":5.0000000000000000001}', 'invalid_parameter', 'duration'],
  ['{"prompt":"x","duration":50000000000000000001e-19}', 'invalid_parameter', 'duration'],
  ['{"prompt":"x","seed":7.00000000000000000001}', 'invalid_parameter', 'seed'],
  ['{"prompt":"x","seed":1e-999}', 'invalid_parameter', 'seed'],
  ['{"prompt":"x","n":1.00000000000000000001}', 'invalid_parameter', 'n'],
  [body({ resolution: '1080p' }), 'invalid_parameter', 'resolution'],
  [body({ aspect_ratio: '16x9' }), 'invalid_parameter', 'aspect_ratio'],
  [body({ acceleration: true }), 'invalid_parameter', 'acceleration'],
  [body({ service_tier: 'gold' }), 'invalid_parameter', 'service_tier'],
  [body({ use_context_ir: 'true' }), 'invalid_parameter', 'use_context_ir'],
  [body({ audio: 1 }), 'invalid_parameter', 'audio'],
  [body({ seed: -1 }), 'invalid_parameter', 'seed'],
  [body({ seed: 1.5 }), 'invalid_parameter', 'seed'],
  [body({ seed: 2_147_483_648 }), 'invalid_parameter', 'seed'],
  [body({ seed: 2_147_483_647, n: 2 }), 'invalid_parameter', 'seed'],
  [body({ n: 3 }), 'invalid_parameter', 'n'],
  [body({ n: 0 }), 'invalid_parameter', 'n'],
  [body({ n: '2' }), 'invalid_parameter', 'n'],
  [body({ webhook_url: 'http://example.org' }), 'invalid_parameter', 'webhook_url'],
  [body({ webhook_url: 'https://a:b@example.org' }), 'invalid_parameter', 'webhook_url'],
  [body({ webhook_url: 'not an address' }), 'invalid_parameter', 'webhook_url'],
  [body({ webhook_url: 'https://example.org/\0' }), 'invalid_parameter', 'webhook_url'],
  [body({ metadata: 'text' }), 'invalid_parameter', 'metadata'],
  [body({ metadata: [] }), 'invalid_parameter', 'metadata'],
  [body({ metadata: { a: 'x\0' } }), 'invalid_parameter', 'metadata'],
  ['{"prompt":"x","metadata":{"\\udc00":1}}', 'invalid_parameter', 'metadata'],
  [body({ metadata: { a: 'x'.repeat(16 * 1024) } }), 'invalid_parameter', 'metadata'],
  [body({ input_image: 'file_1' }), 'conflicting_parameters', 'input_image'],
  [body({ references: ['file_1'] }), 'conflicting_parameters', 'references'],
  [body({ mode: 'reference_to_video', references: ['file_1', 2] }), 'invalid_parameter', 'references[1]'],
]

test('bad bodies are refused with a code and a param, and write nothing', async (t) => {
  const before = await gateway.counts()
  for (const [sent, code, param] of CASES) {
    await t.test(`${code} ${param}: ${JSON.stringify(sent.slice(0, 60))}`, async () => {
      const answer = await gateway.call('POST', '/v1/videos', sent, { 'idempotency-key': `bad ${sent.length}` })
      assert.equal(answer.status, 400)
      const { message, request_id, ...error } = answer.body.error
      assert.deepEqual(error, { type: 'invalid_request_error', code, param })
      assert.ok(message.length > 0)
      assert.equal(request_id, answer.headers.get('x-request-id'))
    })
  }
  assert.deepEqual(await gateway.counts(), before)
})

test('a malformed marker is refused with the correct spelling', async () => {
  const { body: answer } = await gateway.call('POST', '/v1/videos', { prompt: 'like @视频\u200b2' })
  assert.match(
    answer.error.message,
    /^The prompt contains "@视频U\+200B2", .* Write a reference as @视频1 or <Video 1>, with plain digits/,
  )
})

test('a blank prompt is reported as one problem', async () => {
  for (const prompt of ['', ' \u200b ']) {
    const { body: quote } = await gateway.call('POST', '/v1/videos?dry_run=true', { prompt })
    assert.deepEqual(
      quote.errors.map(({ code, param }: Record<string, unknown>) => [code, param]),
      [['invalid_parameter', 'prompt']],
    )
  }
})

/** Refused for reasons outside the body. */
const AROUND: readonly (readonly [
  headers: Record<string, string>,
  path: string,
  status: number,
  code: string,
  param: string | null,
])[] = [
  [{ 'idempotency-key': '' }, '/v1/videos', 400, 'invalid_idempotency_key', 'Idempotency-Key'],
  [{ 'idempotency-key': 'x'.repeat(256) }, '/v1/videos', 400, 'invalid_idempotency_key', 'Idempotency-Key'],
  [{ 'idempotency-key': 'caf\u00e9' }, '/v1/videos', 400, 'invalid_idempotency_key', 'Idempotency-Key'],
  [{ 'api-version': '2026-06-01' }, '/v1/videos', 400, 'unsupported_api_version', 'API-Version'],
  [{ 'api-version': '' }, '/v1/videos', 400, 'unsupported_api_version', 'API-Version'],
  [{}, '/v1/videos?dry_run=1', 400, 'invalid_parameter', 'dry_run'],
  [{}, '/v1/videos?%00=1', 400, 'unknown_parameter', ''],
  [{ 'content-type': 'text/plain' }, '/v1/videos', 415, 'unsupported_media_type', null],
  [{ 'content-type': 'application/json; charset=latin1' }, '/v1/videos', 415, 'unsupported_media_type', null],
  [{ 'content-type': 'application/jsonp' }, '/v1/videos', 415, 'unsupported_media_type', null],
  [{ 'content-type': 'application/x-www-form-urlencoded' }, '/v1/videos', 415, 'unsupported_media_type', null],
  [{ 'content-encoding': 'gzip' }, '/v1/videos', 415, 'unsupported_media_type', 'Content-Encoding'],
  [{ 'content-type': 'multipart/form-data; boundary=x' }, '/v1/videos', 400, 'invalid_parameter', null],
  [{ 'content-type': 'multipart/form-data' }, '/v1/videos', 400, 'invalid_parameter', null],
]

test('bad headers and queries are refused and write nothing', async (t) => {
  const before = await gateway.counts()
  for (const [headers, path, status, code, param] of AROUND) {
    await t.test(`${code}: ${path} ${JSON.stringify(headers).slice(0, 60)}`, async () => {
      const answer = await gateway.call('POST', path, { prompt: 'a lake' }, headers)
      assert.equal(answer.status, status)
      assert.equal(answer.body.error.code, code)
      assert.equal(answer.body.error.param, param)
    })
  }
  assert.deepEqual(await gateway.counts(), before)
})

test('a body without a content type, or with invalid UTF-8, is refused', async () => {
  const before = await gateway.counts()
  const send = async (bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string>) => {
    const init = { method: 'POST', headers: { authorization: `Bearer ${gateway.key}`, ...headers }, body: bytes }
    const response = await fetch(`${gateway.url}/v1/videos`, init)
    const { error } = (await response.json()) as { error: { code: string } }
    return [response.status, error.code]
  }
  const good = new TextEncoder().encode('{"prompt":"x"}')
  const bad = Uint8Array.from([...new TextEncoder().encode('{"prompt":"'), 0xff, 0xc0, 0x22, 0x7d])
  assert.deepEqual(await send(good, {}), [415, 'unsupported_media_type'])
  assert.deepEqual(await send(bad, { 'content-type': 'application/json' }), [400, 'invalid_json'])
  assert.deepEqual(await gateway.counts(), before)
})

test('a form is validated as strictly as JSON', async () => {
  const before = await gateway.counts()
  const cases: readonly (readonly [name: string, value: string | Blob, code: string])[] = [
    ['n', '2x', 'invalid_parameter'],
    ['n', ' 2', 'invalid_parameter'],
    ['seed', '', 'invalid_parameter'],
    ['seed', '0x10', 'invalid_parameter'],
    ['audio', 'True', 'invalid_parameter'],
    ['duration', 'Infinity', 'invalid_parameter'],
    ['colour', 'red', 'unknown_parameter'],
    ['metadata', '{"a":1}', 'invalid_parameter'],
    ['references[]', 'file_1', 'conflicting_parameters'],
    ['input_image', new Blob(['bytes']), 'invalid_parameter'],
  ]
  for (const [name, value, code] of cases) {
    const form = new FormData()
    form.append('prompt', 'x')
    form.append(name, value)
    const init = { method: 'POST', headers: { authorization: `Bearer ${gateway.key}` }, body: form }
    const response = await fetch(`${gateway.url}/v1/videos`, init)
    const { error } = (await response.json()) as { error: { code: string; param: string } }
    assert.deepEqual([response.status, error.code, error.param], [400, code, name.replace('[]', '')])
  }
  assert.deepEqual(await gateway.counts(), before)
})
