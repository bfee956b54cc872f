import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES } from '../../../src/key/caller.ts'
import { redact, secretHash } from '../../../src/key/secret.ts'
import { startTestGateway } from '../../support/gateway.ts'

const gateway = await startTestGateway({ scopes: SCOPES })
const { pool } = gateway.rooms.resources

async function pageThrough(query: string): Promise<string[]> {
  const ids: string[] = []
  let after = ''
  for (;;) {
    const { status, body } = await gateway.call('GET', `/v1/api-keys?${query}${after}`)
    assert.equal(status, 200)
    const page = body.data.map((record: { id: string }) => record.id)
    assert.deepEqual([body.object, body.first_id, body.last_id], ['list', page[0] ?? null, page.at(-1) ?? null])
    ids.push(...page)
    if (!body.has_more) return ids
    after = `&after=${body.last_id}`
  }
}

test('listed keys are masked and have their state', async () => {
  const { body: revoked } = await gateway.call('POST', '/v1/api-keys', { name: 'revoked' })
  const { body: expired } = await gateway.call('POST', '/v1/api-keys', { name: 'expired', scopes: ['videos:read'] })
  await gateway.call('DELETE', `/v1/api-keys/${revoked.id}`)
  await pool.query(`update api_key set expires_at = '2026-01-01T00:00:00.123Z' where id = $1`, [expired.id])
  const { status, headers, text, body } = await gateway.call('GET', '/v1/api-keys')
  assert.equal(status, 200)
  assert.equal(headers.get('cache-control'), 'no-store')
  const { key: _, ...shown } = expired
  assert.deepEqual(body.data[0], { ...shown, expires_at: '2026-01-01T00:00:00.123Z', status: 'expired' })
  assert.deepEqual(
    body.data.map((record: { name: string; status: string }) => `${record.name} ${record.status}`),
    ['expired expired', 'revoked revoked', 'first key active'],
  )
  assert.equal(body.data[2].redacted_value, redact(gateway.key))
  for (const secret of [gateway.key, revoked.key, expired.key]) {
    assert.ok(!text.includes(secret.slice(8, -4)))
    assert.ok(!text.includes(secretHash(secret).toString('hex')))
  }
})

test('a short development key is masked whole', () => {
  assert.equal(redact('vgk_demo'), 'vgk_…')
})

test('fifty keys of one timestamp are paged without a skip or a repeat, both ways', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => gateway.call('POST', '/v1/api-keys', { name: 'x' })),
  )
  const ids = answers.map(({ body }) => body.id).sort()
  await pool.query(`delete from api_key where name <> 'x' and name <> 'first key'`)
  await pool.query(`update api_key set created_at = '2027-11-27T21:57:00.123Z' where name = 'x'`)
  const first = await pageThrough('limit=100&order=asc')
  assert.deepEqual(first.slice(1), ids)
  assert.deepEqual(await pageThrough('limit=7&order=asc'), first)
  assert.deepEqual(await pageThrough('limit=7'), first.toReversed())
  assert.equal((await gateway.call('GET', '/v1/api-keys')).body.data.length, 20)
})

test('another account’s keys and cursors are not accepted, and a bad query gets 400', async () => {
  const other = await gateway.newAccount({ scopes: SCOPES })
  const asOther = { authorization: `Bearer ${other.key}` }
  const { body } = await gateway.call('GET', '/v1/api-keys', undefined, asOther)
  assert.equal(body.data.length, 1)
  for (const [query, code, param] of [
    [`after=${body.data[0].id}`, 'invalid_cursor', 'after'],
    ['after=key_none', 'invalid_cursor', 'after'],
    ['after=1', 'invalid_cursor', 'after'],
    ['limit=0', 'invalid_parameter', 'limit'],
    ['limit=101', 'invalid_parameter', 'limit'],
    ['order=up', 'invalid_parameter', 'order'],
    ['status=active', 'unknown_parameter', 'status'],
  ] as const) {
    const answer = await gateway.call('GET', `/v1/api-keys?${query}`)
    assert.deepEqual([answer.status, answer.body.error.code, answer.body.error.param], [400, code, param])
  }
})
