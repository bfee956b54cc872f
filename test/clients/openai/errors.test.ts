import assert from 'node:assert/strict'
import { test } from 'node:test'
import OpenAI, { APIError } from 'openai'
import { SCOPES } from '../../../src/key/caller.ts'
import { endedTask } from '../../rest/cancel/work.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { DELIVERING, startReceiver } from '../../webhook/receiver.ts'
import { createParams, openaiFor } from './client.ts'

const gateway = await startTestGateway({ scopes: SCOPES, concurrencyLimit: 100 }, DELIVERING)

/** The SDK, and the statuses of all answers to it. */
function counting() {
  const answers: number[] = []
  const openai = openaiFor(gateway, {
    maxRetries: 1,
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      // The SDK calls other addresses for its own authentication.
      if (String(url).startsWith(gateway.url)) answers.push(response.status)
      return response
    },
  })
  return { openai, answers }
}

/** Expects a refusal: the SDK's class, status, code and parameter, and a request id. */
async function refusalOf(call: Promise<unknown>): Promise<unknown[]> {
  const error = await call.then(
    () => assert.fail('the call was not refused'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof APIError, String(error))
  assert.match(error.requestID ?? '', /^req_[0-9a-z]{26}$/)
  return [error.constructor, error.status, error.code, error.param]
}

const create = (openai: OpenAI, body: Readonly<Record<string, unknown>> = {}) =>
  openai.videos.create(createParams({ prompt: 'x', ...body }))

test('each refusal is the SDK’s own error class with code, parameter and request id, without a retry', async () => {
  const { openai, answers } = counting()
  const ended = await endedTask(gateway, 'cancelled')
  const poor = openaiFor({ ...gateway, key: (await gateway.newAccount({ creditMicro: 1n })).key })
  const before = await gateway.counts()
  assert.deepEqual(await refusalOf(create(openai, { duration: 99 })), [
    OpenAI.BadRequestError,
    400,
    'invalid_parameter',
    'duration',
  ])
  assert.deepEqual(await refusalOf(create(openai, { model: 'sora-2' })), [
    OpenAI.BadRequestError,
    400,
    'unknown_parameter',
    'model',
  ])
  assert.deepEqual(await refusalOf(openai.videos.retrieve('vid_none')), [
    OpenAI.NotFoundError,
    404,
    'video_not_found',
    null,
  ])
  assert.deepEqual(await refusalOf(openai.videos.downloadContent(ended)), [
    OpenAI.ConflictError,
    409,
    'video_unavailable',
    null,
  ])
  assert.deepEqual(answers, [400, 400, 404, 409])
  assert.deepEqual(await refusalOf(openaiFor({ ...gateway, key: 'vgk_wrong' }).videos.list()), [
    OpenAI.AuthenticationError,
    401,
    'invalid_api_key',
    null,
  ])
  assert.deepEqual(await refusalOf(create(poor)), [APIError, 402, 'insufficient_balance', null])
  assert.deepEqual(await gateway.counts(), before)
})

test('a missing scope is a PermissionDeniedError', async () => {
  const { key } = await gateway.newAccount({ scopes: ['videos:read'] })
  const refused = await refusalOf(create(openaiFor({ ...gateway, key })))
  assert.deepEqual(refused, [OpenAI.PermissionDeniedError, 403, 'insufficient_scope', null])
})

test('a reused key with another body is an UnprocessableEntityError, with the same body the same task', async () => {
  const openai = openaiFor(gateway)
  const options = { headers: { 'Idempotency-Key': 'order-17' } }
  const body = createParams({ prompt: 'once' })
  const first = await openai.videos.create(body, options)
  assert.deepEqual(await openai.videos.create(body, options), first)
  const refused = await refusalOf(openai.videos.create(createParams({ prompt: 'other' }), options))
  assert.deepEqual(refused, [OpenAI.UnprocessableEntityError, 422, 'idempotency_key_reused', 'Idempotency-Key'])
})

test('a cap is a RateLimitError with Retry-After, and the SDK’s later retry is accepted', async () => {
  const { accountId, key } = await gateway.newAccount({ concurrencyLimit: 1 })
  const at = { ...gateway, key }
  const blocking = await create(openaiFor(at))
  const refused = create(openaiFor(at, { maxRetries: 0 }))
  await assert.rejects(refused, (error) => {
    assert.ok(error instanceof OpenAI.RateLimitError)
    assert.equal(error.code, 'concurrency_limit_exceeded')
    assert.match(error.headers.get('retry-after') ?? '', /^[1-9][0-9]?$/)
    return true
  })
  let refusals = 0
  const patient = openaiFor(at, {
    maxRetries: 1,
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      if (response.status !== 429) return response
      refusals++
      await gateway.call('POST', `/v1/videos/${blocking.id}/cancel`, undefined, { authorization: `Bearer ${key}` })
      // The SDK's own header for a wait; waiting out Retry-After would take seconds.
      const headers = new Headers([...response.headers, ['retry-after-ms', '1']])
      return new Response(response.body, { status: response.status, headers })
    },
  })
  const admitted = await create(patient)
  assert.equal(refusals, 1)
  const { rows } = await gateway.rooms.resources.pool.query(
    `select id from task where account_id = $1 and status = 'queued'`,
    [accountId],
  )
  assert.deepEqual(rows, [{ id: admitted.id }])
})

test('webhooks.unwrap accepts a real delivery, and refuses a changed or wrongly signed one', async () => {
  const receiver = await startReceiver()
  const id = await endedTask(gateway, 'cancelled', { webhook_url: receiver.url })
  const [received] = await receiver.got(1)
  assert.ok(received)
  const { body } = await gateway.call('GET', '/v1/webhooks/secret')
  const { webhooks } = openaiFor(gateway, { webhookSecret: body.secret })
  const event: unknown = await webhooks.unwrap(received.text, received.headers)
  assert.deepEqual(event, received.body)
  assert.equal(received.body.data.id, id)
  const changed = received.text.replace('cancelled', 'succeeded')
  await assert.rejects(webhooks.unwrap(changed, received.headers), OpenAI.InvalidWebhookSignatureError)
  const other = `whsec_${Buffer.alloc(32).toString('base64')}`
  await assert.rejects(webhooks.unwrap(received.text, received.headers, other), OpenAI.InvalidWebhookSignatureError)
})
