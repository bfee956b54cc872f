import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES } from '../../../src/key/caller.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { rowsOf } from '../../support/rows.ts'

const gateway = await startTestGateway({ scopes: ['videos:read', 'credits:read', 'keys:admin'] })

test('a scope that the creator lacks gets 403, and nothing is written', async () => {
  const before = await rowsOf(gateway)
  for (const [scopes, param] of [
    [['videos:write'], 'scopes[0]'],
    [['videos:read', 'keys:admin', 'files:write'], 'scopes[2]'],
  ] as const) {
    const answer = await gateway.call('POST', '/v1/api-keys', { name: 'x', scopes })
    assert.equal(answer.status, 403)
    const { type, code, param: at } = answer.body.error
    assert.deepEqual([type, code, at], ['permission_error', 'insufficient_scope', param])
  }
  assert.deepEqual(await rowsOf(gateway), before)
})

test('a key without keys:admin lists, creates and revokes no key, whatever the body', async () => {
  const { key, accountId } = await gateway.newAccount({ scopes: SCOPES.filter((scope) => scope !== 'keys:admin') })
  const { rows } = await gateway.rooms.resources.pool.query('select id from api_key where account_id = $1', [accountId])
  const before = await rowsOf(gateway)
  for (const [method, path, body] of [
    ['GET', '/v1/api-keys?limit=0', undefined],
    ['POST', '/v1/api-keys?x=1', '{'],
    ['DELETE', `/v1/api-keys/${rows[0].id}`, undefined],
    ['DELETE', '/v1/api-keys/key_none', undefined],
  ] as const) {
    const answer = await gateway.call(method, path, body, { authorization: `Bearer ${key}` })
    assert.deepEqual([answer.status, answer.body.error.code], [403, 'insufficient_scope'], path)
  }
  assert.deepEqual(await rowsOf(gateway), before)
})
