import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'

const gateway = await startTestGateway()
const { pool } = gateway.rooms.resources

const post = (authorization: string, body: unknown = { prompt: 'x' }) =>
  gateway.call('POST', '/v1/videos', body, { authorization })

test('a missing or wrong key and a malformed header get 401, and nothing is written', async () => {
  const before = await gateway.counts()
  const cases = [
    ['', 'missing_api_key'],
    ['Bearer', 'invalid_api_key'],
    ['Basic dXNlcjpwYXNz', 'invalid_api_key'],
    [gateway.key, 'invalid_api_key'],
    [`Token ${gateway.key}`, 'invalid_api_key'],
    ['Bearer vgk_unknown', 'invalid_api_key'],
    [`Bearer ${gateway.key}x`, 'invalid_api_key'],
    [`Bearer ${gateway.key} ${gateway.key}`, 'invalid_api_key'],
  ] as const
  for (const [authorization, code] of cases) {
    const answer = await post(authorization, '{')
    assert.equal(answer.status, 401, authorization)
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
    assert.equal(answer.body.error?.type, 'authentication_error')
    assert.equal(answer.body.error?.code, code)
  }
  assert.deepEqual(await gateway.counts(), before)
})

test('a revoked and an expired key get 401', async () => {
  const revoked = await gateway.newAccount()
  const expired = await gateway.newAccount()
  await pool.query('update api_key set revoked_at = now() where account_id = $1', [revoked.accountId])
  await pool.query('update api_key set expires_at = now() where account_id = $1', [expired.accountId])
  assert.equal((await post(`Bearer ${revoked.key}`)).body.error?.code, 'api_key_revoked')
  assert.equal((await post(`Bearer ${expired.key}`)).body.error?.code, 'api_key_expired')
})

test('a key without the scope and a disabled account get 403 before the body is read', async () => {
  const reader = await gateway.newAccount({ scopes: ['videos:read'] })
  const disabled = await gateway.newAccount()
  await pool.query(`update account set status = 'disabled' where id = $1`, [disabled.accountId])
  const before = await gateway.counts()
  for (const [key, code] of [
    [reader.key, 'insufficient_scope'],
    [disabled.key, 'account_disabled'],
  ]) {
    const answer = await gateway.call('POST', '/v1/videos?x=1', '{', {
      authorization: `Bearer ${key}`,
      'content-type': 'text/plain',
      'api-version': '1',
    })
    assert.equal(answer.status, 403)
    assert.equal(answer.body.error?.type, 'permission_error')
    assert.equal(answer.body.error?.code, code)
  }
  assert.deepEqual(await gateway.counts(), before)
})
