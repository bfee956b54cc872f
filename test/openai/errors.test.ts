import assert from 'node:assert/strict'
import { test } from 'node:test'
import OpenAI, { APIError } from 'openai'
import { endedTask } from '../rest/cancel/work.ts'
import { startTestGateway } from '../support/gateway.ts'
import { awayFromTurn } from '../support/minute.ts'
import { END, fieldOf, MULTIPART } from '../support/multipart.ts'
import { createBy, openaiAt } from './client.ts'

/** Each refusal is the SDK's own error class, in OpenAI's shape. */

const gateway = await startTestGateway({ concurrencyLimit: 100 })
const openai = openaiAt(gateway)

async function refusalOf(call: Promise<unknown>): Promise<unknown[]> {
  const error = await call.then(
    () => assert.fail('the call was not refused'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof APIError, String(error))
  assert.match(error.requestID ?? '', /^req_[0-9a-z]{26}$/)
  assert.deepEqual(Object.keys(error.error as object).slice(0, 4), ['type', 'code', 'message', 'param'])
  return [error.constructor, error.code, error.param]
}

const create = (params: Readonly<Record<string, unknown>>) => createBy(openai, { prompt: 'x', ...params })

test('a value that cannot be translated is refused with its parameter, and nothing is written', async () => {
  const before = await gateway.counts()
  for (const [params, code, param] of [
    [{ prompt: undefined }, 'missing_parameter', 'prompt'],
    [{ prompt: ' ' }, 'invalid_parameter', 'prompt'],
    [{ seconds: '0' }, 'invalid_parameter', 'seconds'],
    [{ seconds: '-4' }, 'invalid_parameter', 'seconds'],
    [{ seconds: 'Infinity' }, 'invalid_parameter', 'seconds'],
    [{ seconds: '' }, 'invalid_parameter', 'seconds'],
    [{ size: '0x720' }, 'invalid_parameter', 'size'],
    [{ size: '16:9' }, 'invalid_parameter', 'size'],
    [{ size: '720x1280x3' }, 'invalid_parameter', 'size'],
    [{ model: '' }, 'invalid_parameter', 'model'],
    [{ model: 'm'.repeat(101) }, 'invalid_parameter', 'model'],
    [{ duration: 5 }, 'unknown_parameter', 'duration'],
    [{ aspect_ratio: '1:1' }, 'unknown_parameter', 'aspect_ratio'],
    [{ mode: 'text_to_video' }, 'unknown_parameter', 'mode'],
    [{ n: 2 }, 'unknown_parameter', 'n'],
    [{ quality: 'hd' }, 'unknown_parameter', 'quality'],
    [{ service_tier: 'auto' }, 'invalid_parameter', 'service_tier'],
  ] as const) {
    assert.deepEqual(await refusalOf(create(params)), [OpenAI.BadRequestError, code, param], JSON.stringify(params))
  }
  for (const body of ['{', '[]', '"x"', '{"prompt": "a", "prompt": "b"}', '{"prompt": "a", "seed": 1e400}']) {
    assert.equal((await gateway.call('POST', '/openai/v1/videos', body)).status, 400, body)
  }
  for (const [params, param] of [
    [{ seconds: true }, 'seconds'],
    [{ seconds: [] }, 'seconds'],
    [{ size: 720 }, 'size'],
    [{ model: {} }, 'model'],
    [{ metadata: 'x' }, 'metadata'],
    [{ metadata: 'x', model: 'm' }, 'metadata'],
  ] as const) {
    const { status, body } = await gateway.call('POST', '/openai/v1/videos', { prompt: 'x', ...params })
    assert.deepEqual([status, body.error.param], [400, param], JSON.stringify(params))
  }
  assert.deepEqual(await gateway.counts(), before)
})

test('null is the same as absent', async () => {
  const params = {
    prompt: 'x',
    model: null,
    seconds: null,
    size: null,
    input_reference: null,
    metadata: null,
    user: null,
  }
  const { status, body } = await gateway.call('POST', '/openai/v1/videos', params)
  assert.deepEqual([status, body.model, body.seconds, body.size], [200, 'vidgate', '5', '768x1344'])
})

test('keys, scopes, ids, states and credit are refused with the classes of the SDK', async () => {
  const at = (key: string) => openaiAt({ ...gateway, key })
  const reader = await gateway.newAccount({ scopes: ['videos:read'] })
  const poor = await gateway.newAccount({ creditMicro: 1n })
  const full = await gateway.newAccount({ concurrencyLimit: 1 })
  const { id } = await create({})
  const cancelled = await endedTask(gateway, 'cancelled')
  await at(full.key).videos.create({ prompt: 'x' })
  const before = await gateway.counts()
  const cases: readonly (readonly [() => Promise<unknown>, unknown, string])[] = [
    [() => at('vgk_wrong').models.list(), OpenAI.AuthenticationError, 'invalid_api_key'],
    [() => at(reader.key).videos.create({ prompt: 'x' }), OpenAI.PermissionDeniedError, 'insufficient_scope'],
    [() => at(reader.key).videos.retrieve(id), OpenAI.NotFoundError, 'video_not_found'],
    [() => openai.videos.retrieve('video_none'), OpenAI.NotFoundError, 'video_not_found'],
    [() => openai.videos.delete(id), OpenAI.ConflictError, 'task_not_deletable'],
    [() => openai.videos.downloadContent(id), OpenAI.ConflictError, 'video_not_ready'],
    [() => openai.videos.downloadContent(cancelled), OpenAI.ConflictError, 'video_unavailable'],
    [() => at(poor.key).videos.create({ prompt: 'x' }), APIError, 'insufficient_balance'],
    [() => at(full.key).videos.create({ prompt: 'x' }), OpenAI.RateLimitError, 'concurrency_limit_exceeded'],
    [() => openai.videos.remix(id, { prompt: 'y' }), OpenAI.NotFoundError, 'route_not_found'],
    [() => openai.chat.completions.create({ model: 'x', messages: [] }), OpenAI.NotFoundError, 'route_not_found'],
  ]
  for (const [call, errorClass, code] of cases)
    assert.deepEqual(await refusalOf(call()), [errorClass, code, null], code)
  assert.deepEqual(await gateway.counts(), before)
})

test('unknown variants and cursors are refused with their parameter', async () => {
  const spritesheet = openai.videos.downloadContent(await endedTask(gateway, 'cancelled'), { variant: 'spritesheet' })
  assert.deepEqual(await refusalOf(spritesheet), [OpenAI.BadRequestError, 'invalid_parameter', 'variant'])
  const after = openai.videos.list({ after: 'video_none' })
  assert.deepEqual(await refusalOf(after), [OpenAI.BadRequestError, 'invalid_cursor', 'after'])
  const limit = openai.videos.list({ limit: 101 })
  assert.deepEqual(await refusalOf(limit), [OpenAI.BadRequestError, 'invalid_parameter', 'limit'])
})

test('a rate limit is a RateLimitError with Retry-After', async () => {
  await awayFromTurn(gateway)
  const { key } = await gateway.newAccount({ createsPerMinute: 1 })
  const limited = openaiAt({ ...gateway, key })
  await limited.videos.create({ prompt: 'x' })
  const before = await gateway.counts()
  await assert.rejects(limited.videos.create({ prompt: 'x' }), (error) => {
    assert.ok(error instanceof OpenAI.RateLimitError)
    assert.equal(error.code, 'rate_limit_exceeded')
    assert.match(error.headers.get('retry-after') ?? '', /^[1-9][0-9]?$/)
    return true
  })
  assert.deepEqual(await gateway.counts(), before)
})

test('the fields of a form are limited together and each', async () => {
  const before = await gateway.counts()
  const long = 'x'.repeat(200_000)
  for (const fields of [
    fieldOf('prompt', 'x'.repeat(300_000)),
    fieldOf('prompt', long) + fieldOf('size', long),
    fieldOf('a', '').repeat(5000),
  ]) {
    const response = await fetch(`${gateway.url}/openai/v1/videos`, {
      method: 'POST',
      headers: { ...MULTIPART, authorization: `Bearer ${gateway.key}` },
      body: fields + END,
    })
    assert.equal(response.status, 413)
    assert.equal(((await response.json()) as { error: { code: string } }).error.code, 'request_too_large')
  }
  assert.deepEqual(await gateway.counts(), before)
})
