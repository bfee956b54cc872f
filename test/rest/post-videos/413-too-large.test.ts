import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { JSON_BODY_MAX_BYTES } from '../../../src/limits.ts'
import { startTestGateway } from '../../support/gateway.ts'

const gateway = await startTestGateway()

const padded = (bytes: number) => {
  const body = '{"prompt":"x"}'
  return body + ' '.repeat(bytes - body.length)
}

test('a body at the limit is accepted, and one byte more is refused', async () => {
  assert.equal((await gateway.call('POST', '/v1/videos', padded(JSON_BODY_MAX_BYTES))).status, 202)
  const before = await gateway.counts()
  const answer = await gateway.call('POST', '/v1/videos', padded(JSON_BODY_MAX_BYTES + 1))
  assert.equal(answer.status, 413)
  assert.equal(answer.body.error.code, 'request_too_large')
  assert.equal(answer.body.error.request_id, answer.headers.get('x-request-id'))
  assert.deepEqual(await gateway.counts(), before)
})

test('a body without a declared length is refused while it arrives', async () => {
  const sending = request(`${gateway.url}/v1/videos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.key}`, 'content-type': 'application/json' },
  })
  sending.on('error', () => {})
  sending.write('x'.repeat(JSON_BODY_MAX_BYTES + 1))
  const [response] = await once(sending, 'response')
  assert.equal(response.statusCode, 413)
  assert.equal(JSON.parse(await text(response)).error.code, 'request_too_large')
  sending.destroy()
})
