import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../support/until.ts'
import { startReceiver, verified } from '../../webhook/receiver.ts'
import { endedTask } from '../cancel/work.ts'
import { startWebhookGateway, webhookRows } from './support.ts'

const gateway = await startWebhookGateway()
const { pool } = gateway.rooms.resources
const DAY_MS = 24 * 3_600_000

const read = (key = gateway.key) =>
  gateway.call('GET', '/v1/webhooks/secret', undefined, { authorization: `Bearer ${key}` })
const rotate = (headers: Record<string, string> = {}) =>
  gateway.call('POST', '/v1/webhooks/secret/rotate', undefined, headers)

async function receivedNow() {
  const receiver = await startReceiver()
  await endedTask(gateway, 'cancelled', { webhook_url: receiver.url })
  const [received] = await receiver.got(1)
  return received ?? assert.fail()
}

const signaturesOf = (received: { headers: Record<string, unknown> }) =>
  String(received.headers['webhook-signature']).split(' ').length

test('the secret is created at first use and stays the same', async () => {
  const received = await receivedNow()
  const first = await read()
  assert.equal(first.status, 200)
  const { secret, created_at, ...rest } = first.body
  assert.deepEqual(rest, { object: 'webhook.secret', previous: null })
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.equal(Buffer.from(secret.slice(6), 'base64').length, 32)
  assert.ok(Math.abs(Date.parse(created_at) - Date.now()) < 60_000)
  verified(secret, received)
  assert.equal((await read()).text, first.text)
})

test('concurrent first uses get the same secret, and another account gets another one', async () => {
  const { accountId, key } = await gateway.newAccount({ scopes: ['keys:admin'] })
  const answers = await Promise.all(Array.from({ length: 8 }, () => read(key)))
  const secrets = new Set(answers.map(({ body }) => body.secret))
  assert.equal(secrets.size, 1)
  assert.ok(!secrets.has((await read()).body.secret))
  const { rows } = await pool.query('select count(*)::int as count from webhook_secret where account_id = $1', [
    accountId,
  ])
  assert.equal(rows[0].count, 1)
})

test('a new secret applies at once after rotation, and both sign for a day', async () => {
  const before = (await read()).body.secret
  const { status, body } = await rotate()
  assert.equal(status, 200)
  assert.notEqual(body.secret, before)
  assert.ok(Math.abs(Date.parse(body.previous.expires_at) - Date.now() - DAY_MS) < 60_000)
  assert.deepEqual((await read()).body, body)
  const received = await receivedNow()
  assert.equal(signaturesOf(received), 2)
  verified(before, received)
  verified(body.secret, received)

  await pool.query('update webhook_secret set expires_at = now() where expires_at is not null')
  const later = await receivedNow()
  assert.equal(signaturesOf(later), 1)
  verified(body.secret, later)
  assert.throws(() => verified(before, later))
  assert.equal((await read()).body.previous, null)
})

test('concurrent rotations return valid secrets, one is current, and all sign the next try', async () => {
  const before = (await read()).body.secret
  const answers = await Promise.all([rotate(), rotate(), rotate()])
  const secrets = answers.map(({ body }) => body.secret)
  assert.equal(new Set(secrets).size, 3)
  const { secret: current } = (await read()).body
  assert.ok(secrets.includes(current))
  const received = await receivedNow()
  for (const each of [before, ...secrets]) verified(each, received)
  const { rows } = await pool.query(
    'select count(*)::int as count from webhook_secret where account_id = $1 and expires_at is null',
    [gateway.accountId],
  )
  assert.equal(rows[0].count, 1)
})

test('a try has at most five signatures, however many rotations there were', async () => {
  for (let i = 0; i < 6; i++) await rotate()
  const received = await receivedNow()
  assert.equal(signaturesOf(received), 5)
  verified((await read()).body.secret, received)
})

test('a repeated rotation is made once', async () => {
  const headers = { 'idempotency-key': 'r' }
  const first = await rotate(headers)
  // The answer of a receiver arrives before its delivery is stored.
  await until(async () => !(await gateway.call('GET', '/v1/webhooks/deliveries')).text.includes('"pending"'))
  const before = await webhookRows(gateway)
  const again = await rotate(headers)
  assert.deepEqual([again.status, again.text, again.headers.get('idempotent-replayed')], [200, first.text, 'true'])
  assert.deepEqual(await webhookRows(gateway), before)
})

test('a key without keys:admin, or just revoked, can neither read nor rotate the secret', async () => {
  const { body: admin } = await gateway.call('POST', '/v1/api-keys', { name: 'x', scopes: ['keys:admin'] })
  const { body: other } = await gateway.call('POST', '/v1/api-keys', { name: 'x' })
  const asAdmin = { authorization: `Bearer ${admin.key}` }
  assert.equal((await gateway.call('GET', '/v1/account', undefined, asAdmin)).status, 200)
  await gateway.call('DELETE', `/v1/api-keys/${admin.id}`)
  const before = await webhookRows(gateway)
  for (const [method, path] of [
    ['GET', '/v1/webhooks/secret'],
    ['POST', '/v1/webhooks/secret/rotate'],
  ] as const) {
    const answer = await gateway.call(method, path, undefined, { authorization: `Bearer ${other.key}` })
    assert.deepEqual([answer.status, answer.body.error.code], [403, 'insufficient_scope'])
  }
  const revoked = await rotate(asAdmin)
  assert.deepEqual([revoked.status, revoked.body.error.code], [401, 'api_key_revoked'])
  assert.deepEqual(await webhookRows(gateway), before)
})
