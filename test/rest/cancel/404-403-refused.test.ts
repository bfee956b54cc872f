import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES } from '../../../src/key/caller.ts'
import { brokenRules } from '../../chaos/money/rules.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { rowsOf } from '../../support/rows.ts'
import { endedTask } from './work.ts'

const gateway = await startTestGateway({ scopes: SCOPES })
const { pool } = gateway.rooms.resources

const cancel = (id: string, headers: Record<string, string> = {}) =>
  gateway.call('POST', `/v1/videos/${id}/cancel`, undefined, headers)

test('foreign, unknown, deleted and invalid task ids get the same 404, and nothing is written', async () => {
  const other = await gateway.newAccount()
  const asOther = { authorization: `Bearer ${other.key}` }
  const { body: own } = await gateway.call('POST', '/v1/videos', { prompt: 'mine' })
  // A freeze of the caller's own would let it charge another account's task.
  assert.equal((await gateway.call('POST', '/v1/videos', { prompt: 'theirs' }, asOther)).status, 202)
  const deleted = await endedTask(gateway, 'succeeded')
  assert.equal((await gateway.call('DELETE', `/v1/videos/${deleted}`)).status, 200)
  const before = await rowsOf(gateway)
  const cases: readonly (readonly [id: string, headers: Record<string, string>])[] = [
    [own.id, { ...asOther, 'idempotency-key': 'k' }],
    [deleted, {}],
    ['vid_00000000000000000000000000', { 'idempotency-key': 'k' }],
    ['vid_%00', {}],
    ['%ff', {}],
    ['x'.repeat(4000), {}],
  ]
  for (const [id, headers] of cases) {
    const answer = await cancel(id, headers)
    assert.deepEqual([answer.status, answer.body.error.code], [404, 'video_not_found'], id)
  }
  assert.deepEqual(await rowsOf(gateway), before)
  assert.equal((await cancel(own.id)).status, 200)
  assert.deepEqual(await brokenRules(pool), [])
})

test('a key without videos:write gets 403, and nothing is written', async () => {
  const { body } = await gateway.call('POST', '/v1/videos', { prompt: 'x' })
  const scopes = SCOPES.filter((scope) => scope !== 'videos:write')
  const { body: key } = await gateway.call('POST', '/v1/api-keys', { name: 'reader', scopes })
  const before = await rowsOf(gateway)
  const answer = await cancel(body.id, { authorization: `Bearer ${key.key}` })
  assert.deepEqual([answer.status, answer.body.error.code], [403, 'insufficient_scope'])
  assert.deepEqual(await rowsOf(gateway), before)
})
