import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveredTask, deliveryOf, startWebhookGateway, webhookRows } from '../rest/webhooks/support.ts'
import { until } from '../support/until.ts'
import { startReceiver, verified } from '../webhook/receiver.ts'
import { send } from './client.ts'

const gateway = await startWebhookGateway()
const receiver = await startReceiver()

const DELIVERY = '{ id eventId taskId type url status tries lastStatus lastError nextTryAt createdAt deliveredAt }'
const LIST = `query ($first: Int, $after: String, $order: SortOrder, $taskId: ID) {
  webhookDeliveries(first: $first, after: $after, order: $order, taskId: $taskId) {
    nodes ${DELIVERY} edges { cursor } pageInfo { hasNextPage endCursor }
  }
}`
const REPLAY = `mutation ($input: WebhookDeliveryReplayInput!) {
  webhookDeliveryReplay(input: $input) { webhookDelivery ${DELIVERY} userErrors { __typename code path } }
}`
const SECRET = '{ secret createdAt previousExpiresAt }'
const ROTATE = `mutation ($input: WebhookSecretRotateInput!) {
  webhookSecretRotate(input: $input) { webhookSecret ${SECRET} userErrors { code } }
}`

/** The one field of an operation that must not fail. */
// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
async function run(document: string, variables: object = {}, headers: Record<string, string> = {}): Promise<any> {
  const { data, errors } = await send<Record<string, unknown>, object>(gateway, document, variables, headers)
  assert.equal(errors, undefined)
  return Object.values(data ?? {})[0]
}

test('a delivery has the same fields as in REST', async () => {
  const taskId = await deliveredTask(gateway, receiver.url)
  const rest = await deliveryOf(gateway, taskId)
  const { nodes } = await run(LIST, { taskId })
  assert.deepEqual(nodes, [
    {
      id: rest.id,
      eventId: rest.event_id,
      taskId,
      type: 'video.cancelled',
      url: `${receiver.url}/`,
      status: 'DELIVERED',
      tries: 1,
      lastStatus: 200,
      lastError: null,
      nextTryAt: null,
      createdAt: rest.created_at,
      deliveredAt: rest.delivered_at,
    },
  ])
})

test('pages continue in both directions', async () => {
  for (let i = 0; i < 3; i++) await deliveredTask(gateway, receiver.url)
  const whole = await run(LIST, { first: 100, order: 'ASC' })
  assert.ok(whole.nodes.length >= 3)
  const second = await run(LIST, { first: 1, order: 'ASC', after: whole.edges[0].cursor })
  assert.deepEqual(second.nodes, [whole.nodes[1]])
  assert.deepEqual(second.pageInfo, { hasNextPage: true, endCursor: whole.nodes[1].id })
  assert.deepEqual((await run(LIST, { first: 100 })).nodes, whole.nodes.toReversed())
  for (const [variables, code] of [
    [{ first: 0 }, 'invalid_parameter'],
    [{ first: 101 }, 'invalid_parameter'],
    [{ after: 'whd_none' }, 'invalid_cursor'],
    [{ after: '\0' }, 'invalid_cursor'],
  ] as const) {
    const { errors } = await send<unknown, object>(gateway, LIST, variables)
    assert.equal(errors?.[0]?.extensions.code, code)
  }
  assert.deepEqual((await run(LIST, { taskId: '\0' })).nodes, [])
})

test('a replay in one API is repeated by the other', async () => {
  const target = await startReceiver()
  const taskId = await deliveredTask(gateway, target.url)
  const { id } = await deliveryOf(gateway, taskId)
  const { webhookDelivery, userErrors } = await run(REPLAY, { input: { id, idempotencyKey: 'both' } })
  assert.deepEqual(userErrors, [])
  assert.deepEqual([webhookDelivery.id, webhookDelivery.status, webhookDelivery.tries], [id, 'PENDING', 0])
  await until(async () => (await deliveryOf(gateway, taskId)).status === 'delivered')
  const path = `/v1/webhooks/deliveries/${id}/replay`
  const again = await gateway.call('POST', path, undefined, { 'idempotency-key': 'both' })
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(target.received.length, 2)
})

test('an unknown and a foreign delivery get the same user error, and nothing is written', async () => {
  const { key } = await gateway.newAccount()
  const call: typeof gateway.call = (method, path, body) =>
    gateway.call(method, path, body, { authorization: `Bearer ${key}` })
  const foreign = { ...gateway, call }
  const theirs = await deliveryOf(foreign, await deliveredTask(foreign, receiver.url))
  const before = await webhookRows(gateway)
  for (const id of [theirs.id, 'whd_none', 'whd_\0', '']) {
    assert.deepEqual(await run(REPLAY, { input: { id, idempotencyKey: 'k' } }), {
      webhookDelivery: null,
      userErrors: [{ __typename: 'InvalidInputError', code: 'delivery_not_found', path: null }],
    })
  }
  assert.deepEqual(await webhookRows(gateway), before)
})

test('the secret equals REST’s, also after rotation', async () => {
  const { body } = await gateway.call('GET', '/v1/webhooks/secret')
  assert.deepEqual(await run(`{ webhookSecret ${SECRET} }`), {
    secret: body.secret,
    createdAt: body.created_at,
    previousExpiresAt: null,
  })
  const { webhookSecret, userErrors } = await run(ROTATE, { input: { idempotencyKey: 'r' } })
  assert.deepEqual(userErrors, [])
  const { body: now } = await gateway.call('GET', '/v1/webhooks/secret')
  assert.deepEqual(webhookSecret, {
    secret: now.secret,
    createdAt: now.created_at,
    previousExpiresAt: now.previous.expires_at,
  })
  const again = await gateway.call('POST', '/v1/webhooks/secret/rotate', undefined, { 'idempotency-key': 'r' })
  assert.deepEqual([again.body.secret, again.headers.get('idempotent-replayed')], [now.secret, 'true'])
  const target = await startReceiver()
  await deliveredTask(gateway, target.url)
  const [received] = await target.got(1)
  assert.ok(received)
  verified(body.secret, received)
  verified(now.secret, received)
})

test('each webhook field needs its scope', async () => {
  const { id } = await deliveryOf(gateway, await deliveredTask(gateway, receiver.url))
  const codeOf = async (scopes: string[], document: string, variables: object = {}) => {
    const { body } = await gateway.call('POST', '/v1/api-keys', { name: 'x', scopes })
    const headers = { authorization: `Bearer ${body.key}` }
    return (await send<unknown, object>(gateway, document, variables, headers)).errors?.[0]?.extensions.code ?? null
  }
  for (const [scope, document, variables] of [
    ['videos:read', LIST, {}],
    ['videos:write', REPLAY, { input: { id } }],
    ['keys:admin', `{ webhookSecret ${SECRET} }`, {}],
    ['keys:admin', ROTATE, { input: {} }],
  ] as const) {
    assert.equal(await codeOf(['credits:read'], document, variables), 'insufficient_scope')
    assert.equal(await codeOf([scope], document, variables), null)
  }
})

test('a test event is sent and listed; a bad address is refused at its field', async () => {
  const document = `mutation ($input: WebhookTestInput!) {
    webhookTest(input: $input) { webhookDelivery { id type status } userErrors { code path } }
  }`
  const sent = await run(document, { input: { url: `${receiver.url}/test` } })
  assert.deepEqual([sent.webhookDelivery.type, sent.webhookDelivery.status], ['webhook.test', 'PENDING'])
  const { id } = sent.webhookDelivery
  const rest = async () => (await gateway.call('GET', `/v1/webhooks/deliveries/${id}`)).body
  await until(async () => (await rest()).status === 'delivered')
  const { nodes } = await run('query { webhookDeliveries(first: 10) { nodes { id type tries } } }')
  assert.deepEqual(
    nodes.find((node: { id: string }) => node.id === id),
    { id, type: 'webhook.test', tries: 1 },
  )

  const before = await webhookRows(gateway)
  const refused = await run(document, { input: { url: 'ftp://example.com' } })
  assert.deepEqual(refused, {
    webhookDelivery: null,
    userErrors: [{ code: 'invalid_parameter', path: ['input', 'url'] }],
  })
  assert.deepEqual(await webhookRows(gateway), before)
})
