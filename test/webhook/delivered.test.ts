import assert from 'node:assert/strict'
import { test } from 'node:test'
import OpenAI from 'openai'
import { SCOPES } from '../../src/key/caller.ts'
import { endedTask } from '../rest/cancel/work.ts'
import { startTestGateway } from '../support/gateway.ts'
import { until } from '../support/until.ts'
import { DELIVERING, startReceiver, verified } from './receiver.ts'

const gateway = await startTestGateway({ scopes: SCOPES, concurrencyLimit: 100 }, DELIVERING)
const { pool, hints } = gateway.rooms.resources

const { body: secret } = await gateway.call('GET', '/v1/webhooks/secret')

async function deliveryOf(taskId: string) {
  const { body } = await gateway.call('GET', `/v1/webhooks/deliveries?task_id=${taskId}`)
  assert.equal(body.data.length, 1)
  return body.data[0]
}

const settled = async (taskId: string, status: string) => {
  await until(async () => (await deliveryOf(taskId)).status === status)
  return deliveryOf(taskId)
}

/** Makes the next try due now. */
async function age(taskId: string): Promise<void> {
  await pool.query('update webhook_delivery set next_try_at = now() where task_id = $1', [taskId])
  hints.hint('webhooks')
}

for (const end of ['succeeded', 'failed', 'cancelled', 'rejected'] as const) {
  test(`${end}: one signed delivery with the task as GET returns it`, async () => {
    const receiver = await startReceiver()
    const id = await endedTask(gateway, end, { webhook_url: `${receiver.url}/hook?for=17`, metadata: { z: 1, a: [2] } })
    // It exists with the end, or never.
    assert.equal((await deliveryOf(id)).task_id, id)
    const [received] = await receiver.got(1)
    assert.ok(received)
    assert.equal(received.path, '/hook?for=17')
    assert.equal(received.headers['content-type'], 'application/json')
    assert.deepEqual(verified(secret.secret, received), received.body)
    const { body: task } = await gateway.call('GET', `/v1/videos/${id}`)
    const { data, ...event } = received.body
    const delivery = await settled(id, 'delivered')
    assert.deepEqual(event, { id: received.headers['webhook-id'], type: `video.${end}`, timestamp: task.completed_at })
    assert.equal(event.id, delivery.event_id)
    if (end === 'succeeded') {
      assert.equal((await fetch(data.output.video_uri)).status, 200)
      data.output.video_uri = task.output.video_uri
      data.output.expires_at = task.output.expires_at
    }
    assert.deepEqual(data, task)
    assert.deepEqual(
      [delivery.status, delivery.tries, delivery.last_status, delivery.last_error, delivery.next_try_at],
      ['delivered', 1, 200, null, null],
    )
    const { rows } = await pool.query('select count(*)::int as count from webhook_delivery where task_id = $1', [id])
    assert.equal(rows[0].count, 1)
  })
}

test('metadata is sent byte for byte', async () => {
  const receiver = await startReceiver()
  const metadata = '{"b": 12345678901234567890,"a":1.0,"b":2}'
  const body = `{"prompt":"x","webhook_url":"${receiver.url}","metadata":${metadata}}`
  const { body: task } = await gateway.call('POST', '/v1/videos', body)
  await gateway.call('POST', `/v1/videos/${task.id}/cancel`)
  const [received] = await receiver.got(1)
  assert.ok(received?.text.includes(`"metadata":${metadata}`))
})

test('a task without webhook_url, an upscale and a refused cancel send no delivery', async () => {
  const receiver = await startReceiver()
  const silent = await endedTask(gateway, 'cancelled')
  const id = await endedTask(gateway, 'succeeded', { webhook_url: receiver.url })
  assert.equal((await gateway.call('POST', `/v1/videos/${id}/cancel`)).status, 409)
  const { body: quote } = await gateway.call('GET', `/v1/videos/${id}/upscale`)
  const upscale = await gateway.call('POST', `/v1/videos/${id}/upscale`, { amount_micro: quote.amount_micro })
  assert.equal((await gateway.call('POST', `/v1/videos/${upscale.body.id}/cancel`)).status, 200)
  const ids = [silent, id, upscale.body.id]
  const { rows } = await pool.query('select task_id from webhook_delivery where task_id = any($1)', [ids])
  assert.deepEqual(rows, [{ task_id: id }])
})

test('a try after 500 sends the same event again, and stock libraries verify it', async () => {
  const receiver = await startReceiver((response, _, count) => {
    response.statusCode = count === 1 ? 500 : 200
    response.end()
  })
  const id = await endedTask(gateway, 'cancelled', { webhook_url: receiver.url })
  await until(async () => (await deliveryOf(id)).tries === 1)
  const failed = await deliveryOf(id)
  assert.deepEqual(
    [failed.status, failed.last_status, failed.last_error, failed.delivered_at],
    ['pending', 500, 'The receiver answered 500.', null],
  )
  await age(id)
  const [first, second] = await receiver.got(2)
  assert.ok(first && second)
  assert.equal(second.headers['webhook-id'], first.headers['webhook-id'])
  assert.equal(second.body.id, first.body.id)
  const openai = new OpenAI({ apiKey: 'none' })
  for (const each of [first, second]) {
    assert.deepEqual(verified(secret.secret, each), each.body)
    assert.deepEqual(await openai.webhooks.unwrap(each.text, each.headers, secret.secret), each.body)
    await assert.rejects(openai.webhooks.unwrap(`${each.text} `, each.headers, secret.secret))
  }
  const delivered = await settled(id, 'delivered')
  assert.deepEqual([delivered.tries, delivered.last_status, delivered.last_error], [2, 200, null])
})

test('410 ends the delivery at once', async () => {
  const receiver = await startReceiver((response) => {
    response.statusCode = 410
    response.end()
  })
  const id = await endedTask(gateway, 'cancelled', { webhook_url: receiver.url })
  const { tries, last_status, next_try_at } = await settled(id, 'failed')
  assert.deepEqual([tries, last_status, next_try_at], [1, 410, null])
})

test('a forbidden address fails at once', async () => {
  const receiver = await startReceiver((response) => void response.writeHead(500).end())
  const id = await endedTask(gateway, 'cancelled', { webhook_url: receiver.url })
  await until(async () => (await deliveryOf(id)).tries === 1)
  // As if the operator had since closed private networks.
  await pool.query(`update webhook_delivery set url = 'ftp://127.0.0.1/' where task_id = $1`, [id])
  await age(id)
  const { tries, last_error, next_try_at } = await settled(id, 'failed')
  assert.deepEqual([tries, last_error, next_try_at], [2, 'The address is not on the public internet.', null])
})

test('301 is a failure and is not followed', async () => {
  const goal = await startReceiver()
  const receiver = await startReceiver((response) => {
    response.writeHead(301, { location: goal.url })
    response.end()
  })
  const id = await endedTask(gateway, 'cancelled', { webhook_url: receiver.url })
  await until(async () => (await deliveryOf(id)).tries === 1)
  const { status, last_error } = await deliveryOf(id)
  assert.deepEqual([status, last_error], ['pending', 'The receiver answered 301; redirects are not followed.'])
  assert.equal(goal.connections(), 0)
})

test('a delivery fails after ten tries, each later than the one before', async () => {
  const receiver = await startReceiver((response) => {
    response.statusCode = 503
    response.end()
  })
  const id = await endedTask(gateway, 'cancelled', { webhook_url: receiver.url })
  const hours = 3600
  for (const [index, seconds] of [5, 300, 1800, ...[2, 5, 10, 14, 20, 24].map((each) => each * hours)].entries()) {
    const before = performance.now()
    await until(async () => (await deliveryOf(id)).tries === index + 1)
    const { rows } = await pool.query(
      `select extract(epoch from next_try_at - now())::float as wait from webhook_delivery where task_id = $1`,
      [id],
    )
    // The jitter is a tenth; this much time may have passed since the try.
    const late = (performance.now() - before) / 1000
    assert.ok(rows[0].wait < seconds * 1.1 && rows[0].wait > seconds * 0.9 - late, `${index}: ${rows[0].wait}`)
    await age(id)
  }
  const { tries, next_try_at } = await settled(id, 'failed')
  assert.deepEqual([tries, next_try_at, receiver.received.length], [10, null, 10])
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
})

test('a task deleted before delivery sends its remainder', async () => {
  const receiver = await startReceiver((response, _, count) => {
    response.statusCode = count === 1 ? 500 : 200
    response.end()
  })
  const id = await endedTask(gateway, 'succeeded', { webhook_url: receiver.url, metadata: { secret: 'order 17' } })
  await until(async () => (await deliveryOf(id)).tries === 1)
  const { body: task } = await gateway.call('GET', `/v1/videos/${id}`)
  await gateway.call('DELETE', `/v1/videos/${id}`)
  await age(id)
  const [, tombstone] = await receiver.got(2)
  assert.deepEqual(tombstone?.body, {
    id: tombstone?.headers['webhook-id'],
    type: 'video.succeeded',
    timestamp: task.completed_at,
    data: { id, object: 'video.task', status: 'succeeded', usage: task.usage, deleted: true, output: null },
  })
  await settled(id, 'delivered')
})

test('a disabled account’s webhooks are still sent', async () => {
  const { accountId, key } = await gateway.newAccount()
  const receiver = await startReceiver((response, _, count) => {
    response.statusCode = count === 1 ? 500 : 200
    response.end()
  })
  const call: typeof gateway.call = (method, path, body) =>
    gateway.call(method, path, body, { authorization: `Bearer ${key}` })
  const id = await endedTask({ ...gateway, call }, 'cancelled', { webhook_url: receiver.url })
  await receiver.got(1)
  await pool.query(`update account set status = 'disabled' where id = $1`, [accountId])
  await until(async () => {
    const { rows } = await pool.query('select tries from webhook_delivery where task_id = $1', [id])
    return rows[0].tries === 1
  })
  await age(id)
  await receiver.got(2)
})
