import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adjustBalance } from '../../src/credit/adjust.ts'
import { topUp } from '../../src/credit/topup.ts'
import { SCOPES } from '../../src/key/caller.ts'
import { transaction } from '../../src/lib/sql.ts'
import { expireDeliveries } from '../../src/webhook/expire.ts'
import { FEE, PRICE } from '../credit/limited-key.ts'
import { dataOf } from '../graphql/client.ts'
import { endedTask } from '../rest/cancel/work.ts'
import { callWith, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { rowsOf } from '../support/rows.ts'
import { startSecondGateway } from '../support/second-gateway.ts'
import { until } from '../support/until.ts'
import { DELIVERING, startReceiver, verified } from './receiver.ts'

const gateway = await startTestGateway({ scopes: SCOPES }, DELIVERING)
const { resources } = gateway.rooms
const { pool } = resources

interface Watched extends TestGateway {
  /** Sets the balance by an operator's adjustment. */
  adjust(micro: number): Promise<unknown>
  create(body?: object): Promise<string>
  /** The deliveries of the account, oldest first. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
  deliveries(): Promise<any[]>
}

/** A new account with so much credit, which reports less than the threshold. */
async function watched(creditMicro: number, thresholdMicro: number, webhookUrl: string): Promise<Watched> {
  const { accountId, key } = await gateway.newAccount({
    scopes: SCOPES,
    creditMicro: BigInt(creditMicro),
    concurrencyLimit: 1000,
  })
  const call = callWith(gateway.url, key)
  const low = { threshold_micro: thresholdMicro, webhook_url: webhookUrl }
  const { status, body, text } = await call('PATCH', '/v1/account', { balance_low: low })
  assert.equal(status, 200, text)
  assert.deepEqual(body.balance_low, low)
  return {
    ...gateway,
    accountId,
    key,
    call,
    adjust: (micro) => transaction(pool, (tx) => adjustBalance(tx, accountId, BigInt(micro), 'test')),
    async create(fields = {}) {
      const made = await call('POST', '/v1/videos', { prompt: 'a lake', ...fields })
      assert.equal(made.status, 202, made.text)
      return made.body.id
    },
    deliveries: async () => (await call('GET', '/v1/webhooks/deliveries?order=asc')).body.data,
  }
}

const UNUSED = 'https://caller.test/low'

test('a create that crosses the threshold sends one signed event, listed and delivered as others', async () => {
  const receiver = await startReceiver()
  const account = await watched(3 * PRICE, 2 * PRICE, `${receiver.url}/low?a=b`)
  await account.create()
  assert.deepEqual(await account.deliveries(), [])
  await account.create()
  const [received] = await receiver.got(1)
  assert.ok(received)
  assert.equal(received.path, '/low?a=b')
  const { body: secret } = await account.call('GET', '/v1/webhooks/secret')
  assert.deepEqual(verified(secret.secret, received), received.body)
  await until(async () => (await account.deliveries())[0]?.status === 'delivered')
  const [delivery, ...others] = await account.deliveries()
  assert.deepEqual(others, [])
  assert.deepEqual(received.body, {
    id: received.headers['webhook-id'],
    type: 'account.balance_low',
    timestamp: delivery.created_at,
    data: {
      id: account.accountId,
      object: 'account',
      available_micro: PRICE,
      balance_micro: 3 * PRICE,
      frozen_micro: 2 * PRICE,
      threshold_micro: 2 * PRICE,
      currency: 'CNY',
    },
  })
  const { id, event_id, created_at, delivered_at, ...shown } = delivery
  assert.deepEqual(shown, {
    object: 'webhook.delivery',
    task_id: null,
    type: 'account.balance_low',
    url: `${receiver.url}/low?a=b`,
    status: 'delivered',
    tries: 1,
    last_status: 200,
    last_error: null,
    next_try_at: null,
  })
  assert.equal(event_id, received.headers['webhook-id'])
})

test('a failed try is repeated with the same event and amounts, and a replay sends them again', async () => {
  const receiver = await startReceiver((response, _received, count) => {
    response.statusCode = count === 1 ? 500 : 200
    response.end()
  })
  const account = await watched(PRICE, PRICE, `${receiver.url}/`)
  await account.create()
  await receiver.got(1)
  await until(async () => (await account.deliveries())[0]?.tries === 1)
  await account.adjust(50 * PRICE)
  await pool.query('update webhook_delivery set next_try_at = now() where account_id = $1', [account.accountId])
  resources.hints.hint('webhooks')
  const [first, second] = await receiver.got(2)
  assert.deepEqual(second?.body, first?.body)
  await until(async () => (await account.deliveries())[0]?.status === 'delivered')
  const [{ id }] = await account.deliveries()
  const replayed = await account.call('POST', `/v1/webhooks/deliveries/${id}/replay`)
  assert.deepEqual([replayed.status, replayed.body.status, replayed.body.type], [200, 'pending', 'account.balance_low'])
  assert.deepEqual((await receiver.got(3))[2]?.body, first?.body)
})

const countOf = async (accountId: string) =>
  (await pool.query('select count(*)::int as count from webhook_delivery where account_id = $1', [accountId])).rows[0]
    .count

test('each crossing sends once: not while below, and again only after the threshold was reached', async () => {
  const account = await watched(5 * PRICE, 4 * PRICE, UNUSED)
  const count = () => countOf(account.accountId)
  const first = await account.create()
  assert.equal(await count(), 0)
  const second = await account.create()
  assert.equal(await count(), 1)
  await account.create()
  assert.equal(await count(), 1)
  // Below the threshold still.
  await account.call('POST', `/v1/videos/${second}/cancel`)
  await account.adjust(-1)
  assert.equal(await count(), 1)
  // Just at the threshold, and below again.
  await account.adjust(1)
  await account.call('POST', `/v1/videos/${first}/cancel`)
  assert.equal(await count(), 1)
  await account.create()
  assert.equal(await count(), 2)
  await transaction(pool, (tx) => topUp(tx, account.accountId, BigInt(PRICE), 'test'))
  await account.adjust(-1)
  assert.equal(await count(), 3)
})

test('64 creates at once at two gateways send one event', async () => {
  const account = await watched(64 * PRICE, 32 * PRICE, UNUSED)
  const second = await startSecondGateway(gateway)
  const authorization = `Bearer ${account.key}`
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, i) =>
      [gateway, second][i % 2]?.call('POST', '/v1/videos', { prompt: 'x' }, { authorization }),
    ),
  )
  assert.deepEqual(new Set(answers.map((answer) => answer?.status)), new Set([202]))
  assert.equal(await countOf(account.accountId), 1)
})

test('upscales, prompt optimisations and adjustments cross it too', async () => {
  const upscalePrice = 1_550_000
  const upscaled = await watched(PRICE + upscalePrice, upscalePrice, UNUSED)
  const source = await endedTask(upscaled, 'succeeded')
  assert.equal(await countOf(upscaled.accountId), 0)
  const made = await upscaled.call('POST', `/v1/videos/${source}/upscale`, { amount_micro: upscalePrice })
  assert.equal(made.status, 202, made.text)
  assert.equal(await countOf(upscaled.accountId), 1)
  const optimised = await watched(FEE, FEE, UNUSED)
  await optimised.call('POST', '/v1/prompt/optimize', { prompt: 'a lake' })
  assert.equal(await countOf(optimised.accountId), 1)
  const adjusted = await watched(PRICE, PRICE, UNUSED)
  await adjusted.adjust(-1)
  assert.equal(await countOf(adjusted.accountId), 1)
})

test('a refused create and a setting below the balance send nothing, and null turns it off', async () => {
  const account = await watched(PRICE, 10 * PRICE, UNUSED)
  await account.call('POST', '/v1/videos', { prompt: 'x', n: 2, max_amount_micro: 1 })
  await account.call('POST', '/v1/videos', { prompt: 'x', duration: 15 })
  assert.equal(await countOf(account.accountId), 0)
  await account.call('PATCH', '/v1/account', { balance_low: { threshold_micro: PRICE, webhook_url: UNUSED } })
  const { body } = await account.call('PATCH', '/v1/account', { balance_low: null })
  assert.equal(body.balance_low, null)
  await account.create()
  assert.equal(await countOf(account.accountId), 0)
})

test('an event and its create are one transaction: if the event cannot be written, nothing is', async () => {
  const account = await watched(PRICE, PRICE, UNUSED)
  await pool.query(`alter table webhook_delivery add constraint no_events check (type is null) not valid`)
  try {
    const before = await rowsOf(gateway)
    assert.equal((await account.call('POST', '/v1/videos', { prompt: 'x' })).status, 500)
    const optimised = await account.call('POST', '/v1/prompt/optimize', { prompt: 'x' })
    assert.equal(optimised.status, 500)
    await assert.rejects(account.adjust(-1), /no_events/)
    assert.deepEqual(await rowsOf(gateway), before)
  } finally {
    await pool.query('alter table webhook_delivery drop constraint no_events')
  }
})

test('bad settings get 400, keys without keys:admin get 403, and nothing is written', async () => {
  const account = await watched(PRICE, PRICE, UNUSED)
  const before = await rowsOf(gateway)
  const low = { threshold_micro: 1, webhook_url: UNUSED }
  for (const [balance_low, code, param] of [
    ['x', 'invalid_parameter', 'balance_low'],
    [{ ...low, threshold_micro: 0 }, 'invalid_parameter', 'balance_low.threshold_micro'],
    [{ ...low, threshold_micro: 1.5 }, 'invalid_parameter', 'balance_low.threshold_micro'],
    [{ threshold_micro: 1 }, 'invalid_parameter', 'balance_low.webhook_url'],
    [{ ...low, webhook_url: 'ftp://caller.test/' }, 'invalid_parameter', 'balance_low.webhook_url'],
    [{ ...low, webhook_url: 'https://user@caller.test/' }, 'invalid_parameter', 'balance_low.webhook_url'],
    [{ ...low, other: 1 }, 'unknown_parameter', 'balance_low.other'],
  ] as const) {
    const { status, body } = await account.call('PATCH', '/v1/account', { balance_low })
    assert.deepEqual([status, body.error.code, body.error.param], [400, code, param])
  }
  const { body: made } = await account.call('POST', '/v1/api-keys', { name: 'x' })
  const after = await rowsOf(gateway)
  for (const balance_low of [low, null]) {
    const authorization = `Bearer ${made.key}`
    const { status, body } = await account.call('PATCH', '/v1/account', { balance_low }, { authorization })
    assert.deepEqual([status, body.error.code], [403, 'insufficient_scope'])
  }
  assert.notDeepEqual(after, before)
  assert.deepEqual(await rowsOf(gateway), after)
  const strict = await startTestGateway({ scopes: SCOPES }, { own: true })
  for (const webhook_url of [
    'http://caller.test/',
    'https://127.0.0.1/',
    'https://169.254.169.254/',
    'https://a.local/',
  ]) {
    const { status, body } = await strict.call('PATCH', '/v1/account', { balance_low: { ...low, webhook_url } })
    assert.deepEqual([status, body.error.param], [400, 'balance_low.webhook_url'])
  }
})

test('GraphQL sets, shows and removes it, and lists its deliveries', async () => {
  const account = await watched(PRICE, 1, UNUSED)
  const query = `mutation ($input: AccountUpdateInput!) {
    accountUpdate(input: $input) { account { balanceLow { thresholdMicro webhookUrl } } userErrors { code path } } }`
  const update = async (balanceLow: unknown) => (await dataOf(account, query, { input: { balanceLow } })).accountUpdate
  const low = { thresholdMicro: String(PRICE), webhookUrl: UNUSED }
  assert.deepEqual(await update(low), { account: { balanceLow: low }, userErrors: [] })
  await account.create()
  const list = `{ webhookDeliveries(first: 5) { nodes { id taskId type task { id } } } }`
  const { nodes } = (await dataOf(account, list)).webhookDeliveries
  assert.equal(nodes.length, 1)
  const { id, ...node } = nodes[0]
  assert.deepEqual(node, { taskId: account.accountId, type: 'account.balance_low', task: null })
  const one = await dataOf(account, `{ node(id: "${id}") { ... on WebhookDelivery { type taskId } } }`)
  assert.deepEqual(one.node, { type: node.type, taskId: node.taskId })
  const replay = `mutation { webhookDeliveryReplay(input: {id: "${id}"}) { webhookDelivery { type } } }`
  assert.equal((await dataOf(account, replay)).webhookDeliveryReplay.webhookDelivery.type, node.type)
  const refused = await update({ ...low, thresholdMicro: '0' })
  assert.deepEqual(refused.userErrors, [{ code: 'invalid_parameter', path: ['input', 'balanceLow', 'thresholdMicro'] }])
  assert.deepEqual((await update(null)).account, { balanceLow: null })
})

test('deliveries of accounts expire as others do', async () => {
  const account = await watched(PRICE, PRICE, UNUSED)
  await account.create()
  await pool.query(`update webhook_delivery set status = 'failed', next_try_at = null where account_id = $1`, [
    account.accountId,
  ])
  await expireDeliveries(resources, new Date(Date.now() + 60_000))
  assert.equal(await countOf(account.accountId), 0)
})
