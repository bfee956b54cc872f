import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES } from '../../../src/key/caller.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { rowsOf } from '../../support/rows.ts'

const gateway = await startTestGateway({ scopes: SCOPES })
const { pool } = gateway.rooms.resources

const patch = (body: unknown, headers: Record<string, string> = {}) =>
  gateway.call('PATCH', '/v1/account', body, headers)

test('every key can read its account', async () => {
  const parameters = { seed: { visible: false, default: null }, duration: { visible: true, default: 6.5 } }
  await pool.query(
    `update account set console_parameters = $2, creates_per_minute = 61, calls_per_minute = 601 where id = $1`,
    [gateway.accountId, parameters],
  )
  const { key } = (await gateway.call('POST', '/v1/api-keys', { name: 'x', scopes: ['files:write'] })).body
  const answer = await gateway.call('GET', '/v1/account', undefined, { authorization: `Bearer ${key}` })
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  const { created_at, ...account } = answer.body
  assert.match(created_at, /\.\d{3}Z$/)
  assert.deepEqual(account, {
    id: gateway.accountId,
    object: 'account',
    name: 'test',
    api_version: '2026-11-01',
    key_scopes: ['files:write'],
    balance_low: null,
    defaults: { use_context_ir: false },
    limits: {
      concurrency: 10,
      active_tasks: 0,
      creates_per_minute: 61,
      calls_per_minute: 601,
      account_creates_per_minute: 305,
      account_calls_per_minute: 3005,
      keys: 100,
      active_keys: 2,
      upload_bytes: 21_474_836_480,
      uploaded_bytes: 0,
    },
    console: { parameters },
  })
})

test('a saved default applies to creates without a value, in REST and GraphQL', async () => {
  const byRest = async (body: object) =>
    (await gateway.call('POST', '/v1/videos', { prompt: 'x', ...body })).body.use_context_ir
  const byGraphql = async (input: string) => {
    const query = `mutation { taskCreate(input: {prompt: "x" ${input}}) { tasks { useContextIr } } }`
    return (await gateway.call('POST', '/graphql', { query })).body.data.taskCreate.tasks[0].useContextIr
  }
  for (const saved of [true, false]) {
    const { status, body } = await patch({ defaults: { use_context_ir: saved } })
    assert.deepEqual([status, body.defaults], [200, { use_context_ir: saved }])
    assert.equal(await byRest({}), saved)
    assert.equal(await byGraphql(''), saved)
    assert.equal(await byRest({ use_context_ir: !saved }), !saved)
    assert.equal(await byGraphql(`useContextIr: ${!saved}`), !saved)
  }
  const { body } = await gateway.call('GET', '/v1/account')
  assert.deepEqual([body.defaults, body.limits.active_tasks], [{ use_context_ir: false }, 8])
})

test('a key that creates saves the default of its creates, and the version needs keys:admin', async () => {
  const keys = (['videos:write', 'keys:admin'] as const).map(async (scope) => {
    const { key } = (await gateway.call('POST', '/v1/api-keys', { name: scope, scopes: [scope] })).body
    return { authorization: `Bearer ${key}` }
  })
  const [creator = {}, admin = {}] = await Promise.all(keys)
  const codes = async (body: object, input: string, headers: Record<string, string>) => {
    const rest = await patch(body, headers)
    const query = `mutation { accountUpdate(input: {${input}}) { userErrors { code } } }`
    const graphql = (await gateway.call('POST', '/graphql', { query }, headers)).body
    return [rest.body.error?.code ?? null, graphql.errors?.[0].extensions.code ?? null]
  }
  const [allowed, refused] = [
    [null, null],
    ['insufficient_scope', 'insufficient_scope'],
  ]
  const save = [{ defaults: { use_context_ir: false } }, 'defaults: {useContextIr: false}'] as const
  const turn = [{ api_version: '2026-11-01' }, 'apiVersion: "2026-11-01"'] as const
  const both = [{ ...save[0], ...turn[0] }, `${save[1]}, ${turn[1]}`] as const
  assert.deepEqual(await codes(...save, creator), allowed)
  assert.deepEqual(await codes(...turn, admin), allowed)
  assert.deepEqual(await codes(...both, {}), allowed)
  const before = await rowsOf(gateway)
  assert.deepEqual(await codes(...save, admin), refused)
  assert.deepEqual(await codes(...turn, creator), refused)
  for (const headers of [creator, admin]) assert.deepEqual(await codes(...both, headers), refused)
  assert.deepEqual(await rowsOf(gateway), before)
})

test('omitted and null settings stay, and the default’s price is frozen with the task', async () => {
  await patch({ defaults: { use_context_ir: true } })
  for (const body of [
    {},
    { defaults: {} },
    { defaults: null, api_version: null },
    { defaults: { use_context_ir: null } },
  ]) {
    const answer = await patch(body)
    assert.equal(answer.status, 200)
    assert.deepEqual([answer.body.defaults, answer.body.api_version], [{ use_context_ir: true }, '2026-11-01'])
  }
  const { body } = await gateway.call('POST', '/v1/videos', { prompt: 'x' })
  assert.equal(body.cost.frozen_micro, 2_620_000)
})

test('an account chooses the earlier form only if the operator enabled it', async () => {
  const { accountId, key } = await gateway.newAccount({ scopes: SCOPES })
  const headers = { authorization: `Bearer ${key}` }
  await pool.query('update account set earlier_form_enabled = true where id = $1', [accountId])
  const earlier = await patch({ api_version: '2026-06-01' }, headers)
  assert.deepEqual([earlier.status, earlier.body.api_version], [200, '2026-06-01'])
  const back = await patch({ api_version: '2026-11-01' }, headers)
  assert.deepEqual([back.status, back.body.api_version], [200, '2026-11-01'])
})

test('a change repeated with its Idempotency-Key is made once and answered with current settings', async () => {
  const headers = { 'idempotency-key': 'k' }
  await patch({ defaults: { use_context_ir: true } }, headers)
  await patch({ defaults: { use_context_ir: false } })
  const before = await rowsOf(gateway)
  const again = await patch({ defaults: { use_context_ir: true } }, headers)
  assert.deepEqual([again.status, again.body.defaults], [200, { use_context_ir: false }])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(await rowsOf(gateway), before)
})

test('a change and creates at once lose no running sum', async () => {
  const { accountId, key } = await gateway.newAccount({ scopes: SCOPES })
  const headers = { authorization: `Bearer ${key}` }
  const calls = Array.from({ length: 10 }, (_, index) => [
    gateway.call('POST', '/v1/videos', { prompt: 'x', use_context_ir: false }, headers),
    patch({ defaults: { use_context_ir: index % 2 === 0 } }, headers),
  ])
  const answers = await Promise.all(calls.flat())
  assert.ok(answers.every(({ status }) => status === 202 || status === 200))
  const { rows } = await pool.query('select frozen_micro, active_tasks from account where id = $1', [accountId])
  assert.deepEqual(rows, [{ frozen_micro: 25_200_000n, active_tasks: 10 }])
})
