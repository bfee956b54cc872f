import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES } from '../../../src/key/caller.ts'
import { dataOf } from '../../graphql/client.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { rowsOf } from '../../support/rows.ts'

const gateway = await startTestGateway({ scopes: SCOPES })
const { body: key } = await gateway.call('POST', '/v1/api-keys', { name: 'spare' })
const change = (body: unknown, headers: Record<string, string> = {}, id = key.id) =>
  gateway.call('PATCH', `/v1/api-keys/${id}`, body, headers)

const MONTH = { limit_micro: 9_007_199_254_740_991, period: 'month' }

test('a limit is set, kept by a change without it, and removed by null', async () => {
  const { status, body } = await change({ spend_limit: MONTH })
  assert.equal(status, 200)
  const { key: _, ...record } = key
  assert.deepEqual(body, { ...record, spend_limit: { ...MONTH, spent_micro: 0 } })
  assert.deepEqual((await change({})).body, body)
  assert.equal((await change({ spend_limit: null })).body.spend_limit, null)
})

test('a repeat under the same Idempotency-Key changes nothing, and null is not the same as absent', async () => {
  const headers = { 'idempotency-key': 'change' }
  await change({ spend_limit: null }, headers)
  await change({ spend_limit: MONTH })
  const again = await change({ spend_limit: null }, headers)
  assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [200, 'true'])
  assert.deepEqual(again.body.spend_limit, { ...MONTH, spent_micro: 0 })
  assert.equal((await change({}, headers)).body.error.code, 'idempotency_key_reused')
})

const LIMIT = { limit_micro: 1, period: 'day' }
for (const [what, body, code, param] of [
  ['a list', [], 'invalid_parameter', null],
  ['text', { spend_limit: 'day' }, 'invalid_parameter', 'spend_limit'],
  ['no period', { spend_limit: { limit_micro: 1 } }, 'invalid_parameter', 'spend_limit.period'],
  ['another period', { spend_limit: { ...LIMIT, period: 'week' } }, 'invalid_parameter', 'spend_limit.period'],
  ['a negative limit', { spend_limit: { ...LIMIT, limit_micro: -1 } }, 'invalid_parameter', 'spend_limit.limit_micro'],
  ['a fraction', { spend_limit: { ...LIMIT, limit_micro: 0.5 } }, 'invalid_parameter', 'spend_limit.limit_micro'],
  [
    'a limit beyond 2^53',
    { spend_limit: { ...LIMIT, limit_micro: 2 ** 53 } },
    'invalid_parameter',
    'spend_limit.limit_micro',
  ],
  ['what was spent', { spend_limit: { ...LIMIT, spent_micro: 0 } }, 'unknown_parameter', 'spend_limit.spent_micro'],
  ['a name', { name: 'x' }, 'unknown_parameter', 'name'],
] as const) {
  test(`${what} gets 400, and nothing is written`, async () => {
    const before = await rowsOf(gateway)
    const { status, body: answer } = await change(body)
    assert.deepEqual([status, answer.error.code, answer.error.param], [400, code, param])
    assert.deepEqual(await rowsOf(gateway), before)
    if (!('spend_limit' in body)) return
    const made = await gateway.call('POST', '/v1/api-keys', { name: 'x', ...body })
    assert.deepEqual([made.status, made.body.error.code, made.body.error.param], [400, code, param])
    assert.deepEqual(await rowsOf(gateway), before)
  })
}

test('an unknown key and one of another account get 404, and nothing is written', async () => {
  const other = await gateway.newAccount({ scopes: SCOPES })
  const before = await rowsOf(gateway)
  for (const [id, headers] of [
    ['key_00000000000000000000000000', {}],
    ['none', {}],
    [key.id, { authorization: `Bearer ${other.key}` }],
  ] as const) {
    const { status, body } = await change({ spend_limit: LIMIT }, headers, id)
    assert.deepEqual([status, body.error.code], [404, 'api_key_not_found'])
  }
  assert.deepEqual(await rowsOf(gateway), before)
})

test('GraphQL sets, shows and removes a limit as REST does', async () => {
  const SHOWN = '{ apiKey { id spendLimit { limitMicro period spentMicro } } userErrors { code path } }'
  const query = `mutation ($input: ApiKeyUpdateInput!) { apiKeyUpdate(input: $input) ${SHOWN} }`
  const update = async (input: object) => (await dataOf(gateway, query, { input })).apiKeyUpdate
  const limit = { limitMicro: '9007199254740991', period: 'MONTH' }
  const expected = { apiKey: { id: key.id, spendLimit: { ...limit, spentMicro: '0' } }, userErrors: [] }
  assert.deepEqual(await update({ id: key.id, spendLimit: limit }), expected)
  assert.deepEqual(await update({ id: key.id }), expected)
  const none = await update({ id: key.id, spendLimit: null })
  assert.equal(none.apiKey.spendLimit, null)
  const refused = await update({ id: key.id, spendLimit: { limitMicro: '-1', period: 'DAY' } })
  assert.deepEqual(refused.userErrors, [{ code: 'invalid_parameter', path: ['input', 'spendLimit', 'limitMicro'] }])
  const made = await dataOf(
    gateway,
    `mutation { apiKeyCreate(input: {name: "x", spendLimit: {limitMicro: "5", period: DAY}}) ${SHOWN} }`,
  )
  assert.deepEqual(made.apiKeyCreate.apiKey.spendLimit, { limitMicro: '5', period: 'DAY', spentMicro: '0' })
})
