import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idFrom } from '../../../src/lib/id.ts'
import { probes } from '../../../src/lib/probe.ts'
import { expireDeliveries } from '../../../src/webhook/expire.ts'
import { until } from '../../support/until.ts'
import { startReceiver } from '../../webhook/receiver.ts'
import { deliveredTask, deliveryOf, startWebhookGateway, webhookRows } from './support.ts'

const gateway = await startWebhookGateway()
const { pool } = gateway.rooms.resources
const receiver = await startReceiver()

const list = async (query = '') => (await gateway.call('GET', `/v1/webhooks/deliveries${query}`)).body
const replay = (id: string, headers: Record<string, string> = {}) =>
  gateway.call('POST', `/v1/webhooks/deliveries/${id}/replay`, undefined, headers)

test('a delivery is listed with all its fields', async () => {
  const taskId = await deliveredTask(gateway, `${receiver.url}/a`)
  const { body: task } = await gateway.call('GET', `/v1/videos/${taskId}`)
  const { id, delivered_at, ...delivery } = await deliveryOf(gateway, taskId)
  assert.match(id, /^whd_[0-9a-z]{26}$/)
  assert.ok(Date.parse(delivered_at) >= Date.parse(task.completed_at))
  assert.deepEqual(delivery, {
    object: 'webhook.delivery',
    event_id: id.replace('whd_', 'evt_'),
    task_id: taskId,
    type: 'video.cancelled',
    url: `${receiver.url}/a`,
    status: 'delivered',
    tries: 1,
    last_status: 200,
    last_error: null,
    next_try_at: null,
    created_at: task.completed_at,
  })
})

test('fifty deliveries of one time are paged without a skip or a repeat, both ways', async () => {
  const taskId = await deliveredTask(gateway, receiver.url)
  await pool.query(
    `insert into webhook_delivery (id, account_id, task_id, event_id, url, host, status, created_at)
     select 'whd_page' || lpad(n::text, 2, '0'), account_id, task_id, -n, url, host, 'failed', created_at
     from webhook_delivery, generate_series(1, 50) n where task_id = $1`,
    [taskId],
  )
  const { rows } = await pool.query('select id from webhook_delivery order by created_at, id')
  const all = rows.map(({ id }) => id)
  for (const order of ['asc', 'desc']) {
    const seen: string[] = []
    for (let after = ''; ; after = `&after=${seen.at(-1)}`) {
      const { data, has_more, first_id, last_id, object } = await list(`?limit=7&order=${order}${after}`)
      seen.push(...data.map(({ id }: { id: string }) => id))
      assert.deepEqual([object, first_id, last_id], ['list', data[0].id, data.at(-1).id])
      if (!has_more) break
    }
    assert.deepEqual(seen, order === 'asc' ? all : all.toReversed())
  }
  assert.equal((await list(`?task_id=${taskId}&limit=100`)).data.length, 51)
  await pool.query(`delete from webhook_delivery where id like 'whd_page%'`)
})

test('deliveries of another account or an unknown task are not listed', async () => {
  const { key } = await gateway.newAccount()
  const taskId = await deliveredTask(gateway, receiver.url)
  const answer = await gateway.call('GET', `/v1/webhooks/deliveries?task_id=${taskId}`, undefined, {
    authorization: `Bearer ${key}`,
  })
  assert.deepEqual(answer.body, { object: 'list', data: [], first_id: null, last_id: null, has_more: false })
  assert.deepEqual((await list('?task_id=vid_none')).data, [])
})

test('bad queries are refused with a code and a param', async () => {
  const { key } = await gateway.newAccount()
  const foreign = {
    ...gateway,
    call: (method: string, path: string, body?: unknown) =>
      gateway.call(method, path, body, { authorization: `Bearer ${key}` }),
  }
  const theirs = await deliveryOf(foreign, await deliveredTask(foreign, receiver.url))
  for (const [query, code, param] of [
    ['?limit=0', 'invalid_parameter', 'limit'],
    ['?limit=101', 'invalid_parameter', 'limit'],
    ['?order=up', 'invalid_parameter', 'order'],
    ['?after=', 'invalid_cursor', 'after'],
    ['?after=whd_none', 'invalid_cursor', 'after'],
    [`?after=${theirs.id}`, 'invalid_cursor', 'after'],
    ['?task_id=%00', 'invalid_parameter', 'task_id'],
    ['?status=failed', 'unknown_parameter', 'status'],
  ] as const) {
    const { error } = await list(query)
    assert.deepEqual([error.code, error.param], [code, param], query)
  }
  const before = await webhookRows(gateway)
  for (const id of [theirs.id, 'whd_none', 'whd_', 'vid_1', 'whd_%00', '%ff', 'x'.repeat(3000)]) {
    const answer = await replay(id, { 'idempotency-key': 'n' })
    assert.deepEqual([answer.status, answer.body.error.code], [404, 'delivery_not_found'], id)
  }
  assert.deepEqual(await webhookRows(gateway), before)
})

test('a replay of a delivered one starts again from the first try, under the same id', async () => {
  const target = await startReceiver()
  const taskId = await deliveredTask(gateway, target.url)
  const first = await deliveryOf(gateway, taskId)
  const answer = await replay(first.id)
  assert.equal(answer.status, 200)
  const { next_try_at, ...pending } = answer.body
  assert.notEqual(next_try_at, null)
  assert.deepEqual(
    { ...pending, next_try_at: null },
    { ...first, status: 'pending', tries: 0, last_status: null, delivered_at: null },
  )
  const [one, two] = await target.got(2)
  assert.equal(two?.headers['webhook-id'], one?.headers['webhook-id'])
  await until(async () => (await deliveryOf(gateway, taskId)).status === 'delivered')
  assert.equal((await deliveryOf(gateway, taskId)).tries, 1)
})

test('a replay of a failed one starts again', async () => {
  let status = 410
  const target = await startReceiver((response) => {
    response.statusCode = status
    response.end()
  })
  const taskId = await deliveredTask(gateway, target.url, 'failed')
  status = 200
  await replay((await deliveryOf(gateway, taskId)).id)
  await until(async () => (await deliveryOf(gateway, taskId)).status === 'delivered')
})

test('a replay of a pending one starts at once, and the current try’s result is ignored', async () => {
  const answers: ((status: number) => void)[] = []
  const target = await startReceiver((response) => {
    answers.push((status) => {
      response.statusCode = status
      response.end()
    })
  })
  const { body: task } = await gateway.call('POST', '/v1/videos', { prompt: 'x', webhook_url: target.url })
  await gateway.call('POST', `/v1/videos/${task.id}/cancel`)
  await target.got(1)
  await replay((await deliveryOf(gateway, task.id)).id)
  await target.got(2)
  const judged = Promise.withResolvers<unknown>()
  probes.webhookTry.subscribe(judged.resolve)
  answers[0]?.(410)
  assert.deepEqual(await judged.promise, { outcome: 'failed' })
  probes.webhookTry.unsubscribe(judged.resolve)
  answers[1]?.(200)
  await until(async () => (await deliveryOf(gateway, task.id)).status !== 'pending')
  const { status, tries } = await deliveryOf(gateway, task.id)
  assert.deepEqual([status, tries], ['delivered', 1])
})

test('a repeated replay is made once', async () => {
  const target = await startReceiver()
  const taskId = await deliveredTask(gateway, target.url)
  const { id } = await deliveryOf(gateway, taskId)
  const headers = { 'idempotency-key': 'again' }
  await replay(id, headers)
  await until(async () => (await deliveryOf(gateway, taskId)).status === 'delivered')
  const before = await webhookRows(gateway)
  const again = await replay(id, headers)
  assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [200, 'true'])
  assert.deepEqual(again.body, await deliveryOf(gateway, taskId))
  assert.deepEqual(await webhookRows(gateway), before)
  assert.equal(target.received.length, 2)
})

test('listing needs videos:read, and replaying videos:write', async () => {
  const { id } = await deliveryOf(gateway, await deliveredTask(gateway, receiver.url))
  const status = async (scopes: string[], method: string, path: string) => {
    const { body } = await gateway.call('POST', '/v1/api-keys', { name: 'x', scopes })
    const headers = { authorization: `Bearer ${body.key}` }
    return (await gateway.call(method, `/v1/webhooks/deliveries${path}`, undefined, headers)).status
  }
  assert.equal(await status(['videos:write'], 'GET', ''), 403)
  assert.equal(await status(['videos:read'], 'GET', ''), 200)
  assert.equal(await status(['videos:read'], 'POST', `/${id}/replay`), 403)
  assert.equal(await status(['videos:write'], 'POST', `/${id}/replay`), 200)
})

test('settled deliveries are deleted after thirty days, and pending ones stay', async () => {
  const old = await deliveredTask(gateway, receiver.url)
  const pending = await deliveredTask(gateway, receiver.url)
  const young = await deliveredTask(gateway, receiver.url)
  const at = Date.parse('2020-01-01T00:00:00Z')
  const rename = (taskId: string, tail: string, status: string) =>
    pool.query('update webhook_delivery set id = $2, status = $3, next_try_at = null where task_id = $1', [
      taskId,
      idFrom('whd', at) + tail,
      status,
    ])
  await rename(old, '0', 'failed')
  await rename(pending, '1', 'pending')
  assert.equal(await expireDeliveries({ pool }, new Date(at)), 0)
  assert.equal(await expireDeliveries({ pool }, new Date(at + 1)), 1)
  const statuses = await Promise.all([old, pending, young].map(async (id) => (await deliveryOf(gateway, id))?.status))
  assert.deepEqual(statuses, [undefined, 'pending', 'delivered'])
})
