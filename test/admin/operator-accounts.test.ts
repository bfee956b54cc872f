import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../support/gateway.ts'
import { rowsOf } from '../support/rows.ts'
import { until } from '../support/until.ts'
import { operatorOf, WITH_DOOR } from './operator.ts'

const gateway = await startTestGateway({ name: 'Studio One' }, WITH_DOOR)
const ask = operatorOf(gateway)
const asKey = (key: string) => ({ authorization: `Bearer ${key}` })

const ACCOUNT = `id name enabled apiVersion earlierForm useContextIr limits { concurrency creates calls factor keys uploads } activeTasks activeKeys uploadedBytes
  balance frozen available console { name visible default }`
const CHANGED = `account { ${ACCOUNT} } userErrors { code message path }`

const setLimits = (input: unknown) =>
  ask(`mutation ($input: AccountLimitsInput!) { done: accountLimitsUpdate(input: $input) { ${CHANGED} } }`, { input })
const setStatus = (input: unknown) =>
  ask(`mutation ($input: AccountSwitchInput!) { done: accountStatusUpdate(input: $input) { ${CHANGED} } }`, { input })
const setEarlierForm = (input: unknown) =>
  ask(`mutation ($input: AccountSwitchInput!) { done: accountEarlierFormUpdate(input: $input) { ${CHANGED} } }`, {
    input,
  })
const setParameter = (input: unknown) =>
  ask(`mutation ($input: ConsoleParameterInput!) { done: consoleParameterUpdate(input: $input) { ${CHANGED} } }`, {
    input,
  })

test('accounts are found by part of the name or start of the id, in pages', async () => {
  const made = []
  for (const name of ['Harbour A', 'harbour 100%', 'Harbour C'])
    made.push((await gateway.newAccount({ name })).accountId)
  const list = async (variables: Readonly<Record<string, unknown>>) => {
    const query = `query ($search: String, $first: Int, $after: ID) { accounts(search: $search, first: $first, after: $after) {
      nodes { id } pageInfo { endCursor hasNextPage } } }`
    const { nodes, pageInfo } = (await ask(query, variables)).accounts
    return [nodes.map(({ id }: { id: string }) => id), pageInfo.endCursor, pageInfo.hasNextPage]
  }
  const [first, second, third] = made
  assert.deepEqual(await list({ search: 'HARBOUR', first: 2 }), [[first, second], second, true])
  assert.deepEqual(await list({ search: 'harbour', first: 2, after: second }), [[third], third, false])
  assert.deepEqual(await list({ search: '100%' }), [[second], second, false])
  assert.deepEqual(await list({ search: third }), [[third], third, false])
  assert.deepEqual(await list({ search: 'nobody' }), [[], null, false])
  assert.deepEqual(await list({}), [[gateway.accountId, ...made], third, false])
})

test('an account is shown with its money, limits and every advanced parameter', async () => {
  const { accountId, key } = await gateway.newAccount({ creditMicro: 9_007_199_254_740_993n, name: 'Rich' })
  await gateway.call('POST', '/v1/videos', { prompt: 'x' }, asKey(key))
  const { account } = await ask(`query ($id: ID!) { account(id: $id) { ${ACCOUNT} } }`, { id: accountId })
  const { console, ...rest } = account
  assert.deepEqual(rest, {
    id: accountId,
    name: 'Rich',
    enabled: true,
    apiVersion: '2026-11-01',
    earlierForm: false,
    useContextIr: false,
    limits: { concurrency: 10, creates: 1_000_000, calls: 1_000_000, factor: 5, keys: 100, uploads: 20_480 },
    activeTasks: 1,
    activeKeys: 1,
    uploadedBytes: 0,
    balance: '9007199254740993',
    frozen: '2520000',
    available: '9007199252220993',
  })
  const names =
    'duration resolution aspect_ratio acceleration service_tier use_context_ir audio seed n max_amount_micro webhook_url metadata'
  assert.deepEqual(
    console,
    names.split(' ').map((name) => ({ name, visible: true, default: null })),
  )
  assert.deepEqual(await ask(`{ account(id: "acc_none") { id } }`), { account: null })
})

test('a new limit applies to the next call, and omitted limits stay unchanged', async () => {
  const { accountId, key } = await gateway.newAccount()
  const { done } = await setLimits({ id: accountId, concurrency: 1 })
  assert.deepEqual(
    [done.account.limits, done.userErrors],
    [{ concurrency: 1, creates: 1_000_000, calls: 1_000_000, factor: 5, keys: 100, uploads: 20_480 }, []],
  )
  const make = () => gateway.call('POST', '/v1/videos', { prompt: 'x' }, asKey(key))
  assert.equal((await make()).status, 202)
  assert.equal((await make()).body.error.code, 'concurrency_limit_exceeded')
  const set = { creates: 7, calls: 9, factor: 2, keys: 1, uploads: 1_000_000_000 }
  const again = await setLimits({ id: accountId, ...set })
  assert.deepEqual(again.done.account.limits, { concurrency: 1, ...set })
  const { body } = await gateway.call('GET', '/v1/account', undefined, asKey(key))
  const { account_creates_per_minute, account_calls_per_minute, keys, upload_bytes } = body.limits
  assert.deepEqual(
    [account_creates_per_minute, account_calls_per_minute, keys, upload_bytes],
    [14, 18, 1, 1_000_000_000 * 1024 * 1024],
  )
})

test('a disabled account is refused until it is enabled', async () => {
  const { accountId, key } = await gateway.newAccount()
  const status = async () => (await gateway.call('GET', '/v1/credits', undefined, asKey(key))).status
  assert.equal((await setStatus({ id: accountId, enabled: false })).done.account.enabled, false)
  await until(async () => (await status()) === 403)
  assert.equal((await setStatus({ id: accountId, enabled: true })).done.account.enabled, true)
  await until(async () => (await status()) === 200)
})

test('the earlier form is switched on and off, and its version with it', async () => {
  const { accountId, key } = await gateway.newAccount({ scopes: ['keys:admin'] })
  assert.equal((await setEarlierForm({ id: accountId, enabled: true })).done.account.earlierForm, true)
  const asked = await gateway.call('PATCH', '/v1/account', { api_version: '2026-06-01' }, asKey(key))
  assert.equal(asked.status, 200)
  const { account } = (await setEarlierForm({ id: accountId, enabled: false })).done
  assert.deepEqual([account.earlierForm, account.apiVersion], [false, '2026-11-01'])
})

test('console parameters are shown, hidden and prefilled in the console only', async () => {
  const { accountId, key } = await gateway.newAccount()
  await setParameter({ id: accountId, name: 'seed', visible: false })
  const { account } = (await setParameter({ id: accountId, name: 'duration', visible: true, default: 10 })).done
  const set = account.console.filter(({ name }: { name: string }) => name === 'seed' || name === 'duration')
  assert.deepEqual(set, [
    { name: 'duration', visible: true, default: 10 },
    { name: 'seed', visible: false, default: null },
  ])
  const own = await gateway.call('GET', '/v1/account', undefined, asKey(key))
  assert.deepEqual(own.body.console.parameters, {
    seed: { visible: false, default: null },
    duration: { visible: true, default: 10 },
  })
  const made = await gateway.call('POST', '/v1/videos', { prompt: 'x' }, asKey(key))
  assert.equal(made.body.duration, 5)
})

test('a refused change is reported and changes nothing', async () => {
  const { accountId: id } = await gateway.newAccount()
  const before = await rowsOf(gateway)
  const refusals = [
    [setLimits({ id, concurrency: 0 }), 'invalid_parameter', ['input', 'concurrency']],
    [setLimits({ id, calls: 5, creates: 1_000_000_001 }), 'invalid_parameter', ['input', 'creates']],
    [setLimits({ id }), 'missing_parameter', null],
    [setParameter({ id, name: 'prompt', visible: true }), 'invalid_parameter', ['input', 'name']],
    [setParameter({ id, name: 'toString', visible: true }), 'invalid_parameter', ['input', 'name']],
    [setParameter({ id, name: 'duration', visible: true, default: 4 }), 'invalid_parameter', ['input', 'default']],
    [setParameter({ id, name: 'audio', visible: true, default: 'yes' }), 'invalid_parameter', ['input', 'default']],
    [setLimits({ id: 'acc_none', calls: 5 }), 'account_not_found', ['input', 'id']],
    [setStatus({ id: 'acc_none', enabled: false }), 'account_not_found', ['input', 'id']],
    [setEarlierForm({ id: 'acc_none', enabled: true }), 'account_not_found', ['input', 'id']],
    [setParameter({ id: 'acc_none', name: 'seed', visible: true }), 'account_not_found', ['input', 'id']],
  ] as const
  for (const [answer, code, path] of refusals) {
    const { account, userErrors } = (await answer).done
    assert.deepEqual([account, userErrors.length, userErrors[0].code, userErrors[0].path], [null, 1, code, path])
  }
  assert.deepEqual(await rowsOf(gateway), before)
})

test('an account’s key cannot change anything in the operator’s API', async () => {
  const before = await rowsOf(gateway)
  const query = `mutation { accountStatusUpdate(input: { id: "${gateway.accountId}", enabled: false }) { account { id } } }`
  const { status, body } = await gateway.call('POST', '/admin/graphql', { query })
  assert.deepEqual([status, body.errors[0].extensions.code], [401, 'invalid_api_key'])
  assert.deepEqual(await rowsOf(gateway), before)
})
