import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'
import { corpus, upload, uploaded } from '../../support/material.ts'

const gateway = await startTestGateway()
const { pool } = gateway.rooms.resources
const png = await corpus('rgb.png')

async function pageThrough(query: string): Promise<string[]> {
  const ids: string[] = []
  let after = ''
  for (;;) {
    const { status, headers, body } = await gateway.call('GET', `/v1/files?${query}${after}`)
    assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store'])
    const page = body.data.map((file: { id: string }) => file.id)
    assert.deepEqual([body.object, body.first_id, body.last_id], ['list', page[0] ?? null, page.at(-1) ?? null])
    ids.push(...page)
    if (!body.has_more) return ids
    after = `&after=${body.last_id}`
  }
}

test('a record is read as the upload returned it', async () => {
  const { body } = await upload(gateway, png, 'reference')
  const read = await gateway.call('GET', `/v1/files/${body.id}`)
  assert.deepEqual([read.status, read.body], [200, body])
  assert.equal(read.headers.get('cache-control'), 'no-store')
  const list = await gateway.call('GET', '/v1/files?limit=1')
  assert.deepEqual(list.body.data, [body])
})

test('an expired record is marked, and no longer listed', async () => {
  const id = await uploaded(gateway, png, 'reference')
  await pool.query(`update file set expires_at = now() where id = $1`, [id])
  const { status, body } = await gateway.call('GET', `/v1/files/${id}`)
  assert.deepEqual([status, body.status], [200, 'expired'])
  assert.ok(!(await pageThrough('limit=100')).includes(id))
})

test('missing, malformed and foreign ids get the same 404', async () => {
  const other = await gateway.newAccount()
  const foreign = await uploaded(gateway, png, 'reference', other.key)
  for (const id of ['file_none', 'vid_none', 'file_%00', 'file_A', `file_${'0'.repeat(100)}`, foreign]) {
    for (const method of ['GET', 'DELETE']) {
      const { status, body } = await gateway.call(method, `/v1/files/${id}`)
      assert.deepEqual([status, body.error.code, body.error.param], [404, 'file_not_found', null], `${method} ${id}`)
    }
  }
  const asOther = await gateway.call('GET', `/v1/files/${foreign}`, undefined, { authorization: `Bearer ${other.key}` })
  assert.deepEqual([asOther.status, asOther.body.status], [200, 'processed'])
})

test('files of one timestamp are paged by purpose without a skip or a repeat, both ways', async () => {
  const { accountId, key } = await gateway.newAccount()
  const as = { authorization: `Bearer ${key}` }
  const ids: string[] = []
  for (let i = 0; i < 12; i++) ids.push(await uploaded(gateway, png, i % 3 === 0 ? 'end_image' : 'reference', key))
  await pool.query(`update file set created_at = date_trunc('second', now()) where account_id = $1`, [accountId])
  const page = async (query: string) => {
    const found: string[] = []
    for (let after = ''; ; ) {
      const { body } = await gateway.call('GET', `/v1/files?${query}${after}`, undefined, as)
      found.push(...body.data.map((file: { id: string }) => file.id))
      if (!body.has_more) return found
      after = `&after=${body.last_id}`
    }
  }
  ids.sort()
  assert.deepEqual(await page('order=asc&limit=100'), ids)
  assert.deepEqual(await page('order=asc&limit=5'), ids)
  assert.deepEqual(await page('limit=5'), ids.toReversed())
  const { rows } = await pool.query(`select id from file where account_id = $1 and purpose = 'end_image' order by id`, [
    accountId,
  ])
  assert.deepEqual(
    await page('order=asc&purpose=end_image&limit=3'),
    rows.map(({ id }) => id),
  )
})

test('a deleted file stays a cursor, another account’s is not, and a bad query gets 400', async () => {
  const [first, second] = [await uploaded(gateway, png, 'reference'), await uploaded(gateway, png, 'reference')]
  await gateway.call('DELETE', `/v1/files/${second}`)
  const after = await gateway.call('GET', `/v1/files?limit=1&after=${second}`)
  assert.deepEqual([after.status, after.body.first_id], [200, first])
  const other = await gateway.newAccount()
  const foreign = await uploaded(gateway, png, 'reference', other.key)
  for (const [query, code, param] of [
    [`after=${foreign}`, 'invalid_cursor', 'after'],
    ['after=file_none', 'invalid_cursor', 'after'],
    ['after=1', 'invalid_cursor', 'after'],
    ['limit=0', 'invalid_parameter', 'limit'],
    ['limit=101', 'invalid_parameter', 'limit'],
    ['order=up', 'invalid_parameter', 'order'],
    ['purpose=vision', 'invalid_parameter', 'purpose'],
    ['status=processed', 'unknown_parameter', 'status'],
  ] as const) {
    const answer = await gateway.call('GET', `/v1/files?${query}`)
    assert.deepEqual([answer.status, answer.body.error.code, answer.body.error.param], [400, code, param], query)
  }
})
