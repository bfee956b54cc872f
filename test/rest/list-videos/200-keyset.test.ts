import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'

const gateway = await startTestGateway({ creditMicro: 10_000_000_000n, concurrencyLimit: 1000 })
const { pool } = gateway.rooms.resources

async function createMany(count: number): Promise<string[]> {
  const answers = await Promise.all(
    Array.from({ length: count }, () => gateway.call('POST', '/v1/videos', { prompt: 'x' })),
  )
  return answers.map((answer) => answer.body.id)
}

async function pageThrough(query: string): Promise<string[]> {
  const ids: string[] = []
  let after = ''
  for (;;) {
    const { status, body } = await gateway.call('GET', `/v1/videos?${query}${after}`)
    assert.equal(status, 200)
    const page = body.data.map((task: { id: string }) => task.id)
    assert.equal(body.object, 'list')
    assert.equal(body.first_id, page[0] ?? null)
    assert.equal(body.last_id, page.at(-1) ?? null)
    ids.push(...page)
    if (!body.has_more) return ids
    after = `&after=${body.last_id}`
  }
}

test('an empty account has an empty list', async () => {
  const { body } = await gateway.call('GET', '/v1/videos')
  assert.deepEqual(body, { object: 'list', data: [], first_id: null, last_id: null, has_more: false })
})

test('fifty tasks of one timestamp are paged without a skip or a repeat, both ways', async () => {
  const ids = (await createMany(50)).sort()
  await pool.query(`update task set created_at = '2026-11-27T21:57:00.123Z' where account_id = $1`, [gateway.accountId])
  assert.deepEqual(await pageThrough('limit=7&order=asc'), ids)
  assert.deepEqual(await pageThrough('limit=7'), ids.toReversed())
  assert.deepEqual(await pageThrough('limit=50'), ids.toReversed())
  const first = await gateway.call('GET', '/v1/videos')
  assert.equal(first.body.data.length, 20)
})

test('a deleted task stays a valid cursor', async () => {
  const [id] = await createMany(1)
  await pool.query('update task set deleted_at = now() where id = $1', [id])
  const { status, body } = await gateway.call('GET', `/v1/videos?after=${id}&limit=1`)
  assert.equal(status, 200)
  assert.equal(body.data.length, 1)
})

test('status, mode and time filters compare the shown values', async () => {
  const [queued, failed, cancelled] = await createMany(3)
  const set = 'update task set status = $2, created_at = $3 where id = $1'
  await pool.query(set, [queued, 'queued', '2027-01-01T00:00:00.001Z'])
  await pool.query(set, [failed, 'failed', '2027-01-01T00:00:00.002Z'])
  await pool.query(set, [cancelled, 'cancelled', '2027-01-01T00:00:00.003Z'])
  const recent = 'created_after=2027-01-01T00:00:00Z'
  assert.deepEqual(await pageThrough(`${recent}&status=failed,cancelled`), [cancelled, failed])
  assert.deepEqual(await pageThrough(`${recent}&status=queued&mode=text_to_video`), [queued])
  assert.deepEqual(await pageThrough(`${recent}&mode=image_to_video`), [])
  assert.deepEqual(await pageThrough('created_after=2027-01-01T00:00:00.002Z'), [cancelled])
  assert.deepEqual(await pageThrough(`${recent}&created_before=2027-01-01T01:00:00.002%2B01:00&order=asc`), [queued])
})

test('another account’s tasks are not listed', async () => {
  const { key } = await gateway.newAccount()
  const { body } = await gateway.call('GET', '/v1/videos', undefined, { authorization: `Bearer ${key}` })
  assert.deepEqual(body.data, [])
})
