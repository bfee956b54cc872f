import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uploadsLeft } from '../../support/bytes-left.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { corpus, upload } from '../../support/material.ts'
import { awayFromTurn } from '../../support/minute.ts'
import { bodyOf, fieldOf, fileHead, post } from '../../support/multipart.ts'

const gateway = await startTestGateway()
const png = await corpus('rgb.png')

/** The start of an upload that never continues: an answer proves that nobody waited for it. */
async function refusalOf(key: string, headers: Record<string, string> = {}) {
  async function* stalled() {
    yield Buffer.from(fieldOf('purpose', 'vision') + fileHead())
    await new Promise(() => {})
  }
  const {
    status,
    body,
    headers: answered,
  } = await post({ ...gateway, key }, '/v1/files', bodyOf(stalled()), headers).answer
  return { status, code: body.error.code, headers: answered }
}

test('key, scope and rate are checked before the body is read, and nothing is written', async () => {
  const before = await uploadsLeft(gateway)
  const unknown = await refusalOf('vgk_nothing')
  assert.deepEqual([unknown.status, unknown.code], [401, 'invalid_api_key'])
  assert.equal(unknown.headers['www-authenticate'], 'Bearer')
  await awayFromTurn(gateway)
  const reader = await gateway.newAccount({ scopes: ['videos:read'], callsPerMinute: 1 })
  for (let i = 0; i < 2; i++) {
    const lacking = await refusalOf(reader.key, { 'idempotency-key': 'k' })
    assert.deepEqual([lacking.status, lacking.code], [403, 'insufficient_scope'])
  }
  const busy = await gateway.newAccount({ callsPerMinute: 0 })
  const refused = await refusalOf(busy.key, { 'idempotency-key': 'k' })
  assert.deepEqual([refused.status, refused.code], [429, 'rate_limit_exceeded'])
  assert.match(refused.headers['retry-after'] ?? '', /^([1-9]|[1-5][0-9]|60)$/)
  assert.deepEqual(await uploadsLeft(gateway), before)
})

test('an upload costs a call, also when repeated or refused', async () => {
  await awayFromTurn(gateway)
  const { key } = await gateway.newAccount({ callsPerMinute: 3 })
  const left = async (file: Blob) => {
    const { status, headers } = await upload(gateway, file, 'reference', { key, headers: { 'idempotency-key': 'k' } })
    return [status, /r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]]
  }
  assert.deepEqual(await left(png), [201, '2'])
  assert.deepEqual(await left(png), [201, '1'])
  assert.deepEqual(await left(new Blob(['text'])), [422, '0'])
  assert.deepEqual(await left(png), [429, '0'])
})
