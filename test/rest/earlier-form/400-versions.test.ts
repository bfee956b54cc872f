import assert from 'node:assert/strict'
import { test } from 'node:test'
import { admin } from '../../admin/command.ts'
import { rowsOf } from '../../support/rows.ts'
import { until } from '../../support/until.ts'
import { CURRENT, create, EARLIER, enableEarlier, rowOf, startBothForms } from './forms.ts'

const { gateway } = await startBothForms()
const asKey = (key: string) => ({ authorization: `Bearer ${key}` })
const MAY_NOT = 'API-Version must be 2026-11-01 for this account.'
const MAY = 'API-Version must be 2026-11-01 or 2026-06-01 for this account.'

test('an account without the earlier form is refused everywhere, and nothing is written', async () => {
  const { key } = await gateway.newAccount()
  const { body: task } = await gateway.call('POST', '/v1/videos', { prompt: 'x' }, asKey(key))
  const before = await rowsOf(gateway)
  const calls = [
    ['POST', '/v1/videos', { prompt: 'x' }],
    ['POST', '/v1/videos?dry_run=true', { prompt: 'x' }],
    ['GET', '/v1/videos'],
    ['GET', `/v1/videos/${task.id}`],
    ['GET', `/v1/videos/${task.id}/events`],
    ['POST', `/v1/videos/${task.id}/cancel`],
    ['DELETE', `/v1/videos/${task.id}`],
    ['GET', '/v1/credits'],
    ['GET', '/v1/pricing'],
  ] as const
  for (const [method, path, body] of calls) {
    const answer = await gateway.call(method, path, body, { ...asKey(key), ...EARLIER, 'idempotency-key': 'k' })
    const { code, param, message } = answer.body.error
    assert.deepEqual(
      [answer.status, code, param, message],
      [400, 'unsupported_api_version', 'API-Version', MAY_NOT],
      path,
    )
  }
  assert.deepEqual(await rowsOf(gateway), before)
})

test('an enabled account has both versions and no others', async () => {
  const before = await rowsOf(gateway)
  for (const version of ['', 'latest', '2026-06-02', '2026-06-01T00:00:00Z', '2026-06-01, 2026-11-01']) {
    const answer = await gateway.call('POST', '/v1/videos', { prompt: 'x' }, { 'api-version': version })
    const { code, param, message } = answer.body.error
    assert.deepEqual(
      [answer.status, code, param, message],
      [400, 'unsupported_api_version', 'API-Version', MAY],
      version,
    )
  }
  assert.deepEqual(await rowsOf(gateway), before)
})

test('the header selects the version, or without it the account', async () => {
  const { accountId, key } = await gateway.newAccount()
  await enableEarlier(gateway, accountId, EARLIER['api-version'])
  for (const [headers, version, negative] of [
    [{}, '2026-06-01', null],
    [EARLIER, '2026-06-01', null],
    [CURRENT, '2026-11-01', undefined],
  ] as const) {
    const { status, body } = await gateway.call('POST', '/v1/videos', { prompt: 'x' }, { ...asKey(key), ...headers })
    assert.equal(status, 202)
    assert.equal((await rowOf(gateway, body.id))['api_version'], version)
    assert.equal(body.negative_prompt, negative)
    assert.equal('use_context_ir' in body, negative === undefined)
  }
})

test('the operator enables the earlier form, and disables it for new requests only', async () => {
  const { accountId, key } = await gateway.newAccount()
  const operator = (word: string) =>
    admin({ DATABASE_URL: gateway.databaseUrl }, 'account', 'earlier-form', accountId, word)
  const call = (method: string, path: string, headers = {}) =>
    gateway.call(method, path, method === 'POST' ? { prompt: 'x' } : undefined, { ...asKey(key), ...headers })
  assert.equal((await operator('on')).code, 0)
  const { body: task } = await call('POST', '/v1/videos', EARLIER)
  assert.equal(task.negative_prompt, null)
  await gateway.rooms.resources.pool.query('update account set api_version = $2 where id = $1', [
    accountId,
    EARLIER['api-version'],
  ])
  assert.equal((await operator('off')).code, 0)
  await until(async () => (await call('GET', '/v1/videos', EARLIER)).status === 400)
  const { body: shown } = await call('GET', `/v1/videos/${task.id}`)
  assert.deepEqual([shown.id, shown.use_context_ir, 'negative_prompt' in shown], [task.id, false, false])
  assert.equal((await rowOf(gateway, task.id))['api_version'], '2026-06-01')
})

test('enabling one account does not enable another', async () => {
  const other = await gateway.newAccount()
  const id = await create(gateway)
  assert.equal((await gateway.call('GET', `/v1/videos/${id}`, undefined, EARLIER)).status, 200)
  const foreign = await gateway.call('GET', `/v1/videos/${id}`, undefined, { ...asKey(other.key), ...EARLIER })
  assert.equal(foreign.body.error.code, 'unsupported_api_version')
  const missing = await gateway.call('GET', `/v1/videos/${id}`, undefined, asKey(other.key))
  assert.equal(missing.body.error.code, 'video_not_found')
})
