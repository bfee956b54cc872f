import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../support/until.ts'
import { startReceiver, verified } from '../../webhook/receiver.ts'
import { deliveredTask, deliveryOf, startWebhookGateway, webhookRows } from './support.ts'

const gateway = await startWebhookGateway()
const { pool } = gateway.rooms.resources

const detailOf = async (id: string) => (await gateway.call('GET', `/v1/webhooks/deliveries/${id}`)).body
const sendTest = (body: unknown, headers: Record<string, string> = {}) =>
  gateway.call('POST', '/v1/webhooks/test', body, headers)
const settled = (id: string) => until(async () => (await detailOf(id)).status !== 'pending')

test('a delivery shows its payload, and each try with the beginning of its answer', async () => {
  const receiver = await startReceiver((response, _received, count) => {
    response.statusCode = count === 1 ? 410 : 200
    response.end(count === 1 ? `no\0${'湖'.repeat(1000)}` : 'thanks')
  })
  const taskId = await deliveredTask(gateway, receiver.url, 'failed')
  const { id } = await deliveryOf(gateway, taskId)
  await gateway.call('POST', `/v1/webhooks/deliveries/${id}/replay`)
  await until(async () => (await detailOf(id)).status === 'delivered')

  const { payload, history, ...delivery } = await detailOf(id)
  assert.deepEqual(delivery, await deliveryOf(gateway, taskId))
  const [first] = await receiver.got(2)
  assert.deepEqual(payload, first?.body)
  const [second, earlier] = history
  assert.deepEqual(
    [history.length, earlier.number, earlier.status, earlier.error],
    [2, 1, 410, 'The receiver answered 410.'],
  )
  // 1,024 bytes end within a character, which is left out.
  assert.equal(earlier.answer, `no\ufffd${'湖'.repeat(340)}`)
  assert.deepEqual([second.number, second.status, second.error, second.answer], [1, 200, null, 'thanks'])
  assert.ok(Date.parse(second.at) >= Date.parse(earlier.at) && Number.isInteger(second.duration_ms))
})

test('a try without an answer is kept with its error', async () => {
  const receiver = await startReceiver((response) => response.destroy())
  const { body: sent } = await sendTest({ url: receiver.url })
  await until(async () => (await detailOf(sent.id)).history.length > 0)
  const [{ status, error, answer }] = (await detailOf(sent.id)).history
  assert.deepEqual([status, error, answer], [null, 'The connection was closed without an answer.', null])
})

test('a delivery keeps its newest forty tries', async () => {
  const receiver = await startReceiver()
  const { body: sent } = await sendTest({ url: receiver.url })
  await settled(sent.id)
  await pool.query(
    `insert into webhook_try (delivery_id, at, number, duration_ms)
     select $1, now() - n * interval '1 minute', 1, n from generate_series(1, 60) n`,
    [sent.id],
  )
  await gateway.call('POST', `/v1/webhooks/deliveries/${sent.id}/replay`)
  await settled(sent.id)
  const { rows } = await pool.query('select duration_ms from webhook_try where delivery_id = $1 order by at', [sent.id])
  assert.deepEqual([rows.length, rows[0].duration_ms], [41, 39])
  assert.equal((await detailOf(sent.id)).history.length, 40)
})

test('a test event is signed, sent and listed; a repeat under its key sends nothing', async () => {
  const receiver = await startReceiver()
  const url = `${receiver.url}/Hook#part`
  const { status, body } = await sendTest({ url }, { 'idempotency-key': 'test-1' })
  assert.deepEqual(
    [status, body.type, body.task_id, body.url, body.status],
    [200, 'webhook.test', null, `${receiver.url}/Hook`, 'pending'],
  )
  const [received] = await receiver.got(1)
  const { body: secret } = await gateway.call('GET', '/v1/webhooks/secret')
  assert.ok(received)
  assert.deepEqual(verified(secret.secret, received), received.body)
  const { id, type, data } = received.body
  assert.deepEqual([id, type, data], [body.event_id, 'webhook.test', { id: gateway.accountId, object: 'account' }])

  const again = await sendTest({ url }, { 'idempotency-key': 'test-1' })
  assert.deepEqual([again.body.id, again.headers.get('idempotent-replayed')], [body.id, 'true'])
  await settled(body.id)
  assert.equal(receiver.received.length, 1)
  const { body: listed } = await gateway.call('GET', '/v1/webhooks/deliveries?limit=1')
  assert.equal(listed.data[0].id, body.id)
})

test('an address that no create accepts is refused for a test event, and nothing is written', async () => {
  const reading = { name: 'reader', scopes: ['videos:read'] }
  const { body: reader } = await gateway.call('POST', '/v1/api-keys', reading)
  const before = await webhookRows(gateway)
  for (const [body, code, param] of [
    [{}, 'missing_parameter', 'url'],
    [{ url: 'ftp://example.com' }, 'invalid_parameter', 'url'],
    [{ url: 'https://user@example.com' }, 'invalid_parameter', 'url'],
    [{ url: 'https://example.com', to: 1 }, 'unknown_parameter', 'to'],
  ] as const) {
    const { status, body: answer } = await sendTest(body, { 'idempotency-key': 'never' })
    assert.deepEqual([status, answer.error.code, answer.error.param], [400, code, param])
  }
  const refused = await sendTest({ url: 'https://example.com' }, { authorization: `Bearer ${reader.key}` })
  assert.equal(refused.body.error.code, 'insufficient_scope')
  assert.deepEqual(await webhookRows(gateway), before)
})
