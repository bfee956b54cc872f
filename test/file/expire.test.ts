import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expireFiles } from '../../src/file/expire.ts'
import { bytesLeft } from '../support/bytes-left.ts'
import { startTestGateway } from '../support/gateway.ts'
import { corpus, uploaded } from '../support/material.ts'
import { startSecondGateway } from '../support/second-gateway.ts'
import { until } from '../support/until.ts'

const gateway = await startTestGateway()
const { resources } = gateway.rooms
const { pool, storage } = resources
const png = await corpus('rgb.png')
const DAY = 24 * 3_600_000

const upload = () => uploaded(gateway, png, 'input_image')
const hasBytes = async (id: string) => (await storage.stat(`files/${id}`)) !== null
const statusOf = async (id: string) => {
  const { status, body } = await gateway.call('GET', `/v1/files/${id}`)
  return status === 200 ? body.status : body.error.code
}
const create = (id: string) =>
  gateway.call('POST', '/v1/videos', { prompt: 'a lake', mode: 'image_to_video', input_image: id })
const refusalOf = async (id: string) => (await create(id)).body.error.code

async function expiryOf(id: string): Promise<number> {
  const { rows } = await pool.query('select expires_at from file where id = $1', [id])
  return rows[0].expires_at.getTime()
}

/** Makes a file older by this time. */
async function age(id: string, ms: number): Promise<void> {
  const sql = `update file set created_at = created_at - make_interval(secs => $2), expires_at = expires_at - make_interval(secs => $2)
    where id = $1`
  await pool.query(sql, [id, ms / 1000])
}

test('bytes are deleted after exactly 24 hours, and the row records it', async () => {
  const id = await upload()
  const expiry = await expiryOf(id)
  assert.deepEqual(await expireFiles(resources, new Date(expiry - 1)), { erased: 0, forgotten: 0 })
  assert.ok(await hasBytes(id))
  assert.deepEqual(await expireFiles(resources, new Date(expiry)), { erased: 1, forgotten: 0 })
  assert.deepEqual(await bytesLeft(gateway), { objects: [], temporary: [] })
  const { rows } = await pool.query('select erased_at from file where id = $1', [id])
  assert.equal(rows[0].erased_at.getTime(), expiry)
  assert.deepEqual(await expireFiles(resources, new Date(expiry + DAY)), { erased: 0, forgotten: 0 })
})

test('a create with a file older than 24 hours is refused, whether or not its bytes exist', async () => {
  const id = await upload()
  await age(id, DAY)
  for (let round = 0; round < 2; round++) {
    assert.equal(await statusOf(id), 'expired')
    assert.equal(await refusalOf(id), 'file_expired')
    await expireFiles(resources, new Date())
    assert.equal(await hasBytes(id), false)
  }
})

test('bytes that tasks need stay until the last task ends, though the record expires', async () => {
  const id = await upload()
  const { body: first } = await create(id)
  const { body: second } = await create(id)
  await age(id, 2 * DAY)
  assert.equal(await statusOf(id), 'expired')
  assert.equal(await refusalOf(id), 'file_expired')
  await expireFiles(resources, new Date())
  assert.ok(await hasBytes(id))
  await gateway.call('POST', `/v1/videos/${first.id}/cancel`)
  await expireFiles(resources, new Date())
  assert.ok(await hasBytes(id))
  await gateway.call('POST', `/v1/videos/${second.id}/cancel`)
  await expireFiles(resources, new Date())
  assert.equal(await hasBytes(id), false)
})

test('an expired file is distinguished from an unknown one for 7 days', async () => {
  const id = await upload()
  await age(id, DAY)
  const end = (await expiryOf(id)) + 7 * DAY
  await expireFiles(resources, new Date(end - 1))
  assert.equal(await refusalOf(id), 'file_expired')
  assert.equal(await statusOf(id), 'expired')
  const { forgotten } = await expireFiles(resources, new Date(end))
  assert.ok(forgotten >= 1)
  assert.equal(await refusalOf(id), 'file_not_found')
  assert.equal(await statusOf(id), 'file_not_found')
})

test('a tombstone stays while a task needs its bytes', async () => {
  const id = await upload()
  await pool.query('update file set pins = 1 where id = $1', [id])
  await expireFiles(resources, new Date((await expiryOf(id)) + 30 * DAY))
  assert.deepEqual([await hasBytes(id), await statusOf(id)], [true, 'processed'])
  await pool.query('update file set pins = 0 where id = $1', [id])
  assert.equal((await gateway.call('DELETE', `/v1/files/${id}`)).status, 200)
})

test('a deleted file whose bytes remained loses them before it expires', async () => {
  const id = await upload()
  await pool.query('update file set deleted_at = now() where id = $1', [id])
  assert.deepEqual(await expireFiles(resources, new Date()), { erased: 1, forgotten: 0 })
  assert.equal(await hasBytes(id), false)
})

test('a file whose bytes cannot be deleted delays no other, and is retried', async () => {
  const [stuck, other] = [await upload(), await upload()]
  const now = new Date(await expiryOf(other))
  const remove = (key: string) =>
    key.endsWith(stuck) ? Promise.reject(new Error('the disk is missing')) : storage.remove(key)
  assert.equal((await expireFiles({ ...resources, storage: { ...storage, remove } }, now)).erased, 1)
  assert.deepEqual([await hasBytes(stuck), await hasBytes(other)], [true, false])
  assert.equal((await expireFiles(resources, now)).erased, 1)
  assert.equal(await hasBytes(stuck), false)
})

test('each expired file is deleted once, however many files and processes there are', async () => {
  await pool.query(
    `insert into file (id, account_id, purpose, kind, content_type, filename, bytes, sha256, object_key, created_at, expires_at)
     select 'file_many' || lpad(n::text, 4, '0'), $1, 'reference', 'image', 'image/png', 'x', 1, '', '', now() - interval '25 hours',
       now() - interval '1 hour' from generate_series(1, 250) n`,
    [gateway.accountId],
  )
  const counts = await Promise.all(Array.from({ length: 4 }, () => expireFiles(resources, new Date())))
  assert.equal(
    counts.reduce((sum, { erased }) => sum + erased, 0),
    250,
  )
  const later = new Date(Date.now() + 8 * DAY)
  const forgotten = await Promise.all(Array.from({ length: 4 }, () => expireFiles(resources, later)))
  assert.ok(forgotten.reduce((sum, each) => sum + each.forgotten, 0) >= 250)
  const { rows } = await pool.query(`select count(*)::int as left from file where id like 'file_many%'`)
  assert.deepEqual(rows, [{ left: 0 }])
})

test('a gateway deletes expired files by itself within two minutes', async () => {
  const [young, old] = [await upload(), await upload()]
  await age(young, DAY - 60_000)
  await age(old, DAY + 61_000)
  await startSecondGateway(gateway, ['fileExpiry'])
  await until(async () => !(await hasBytes(old)))
  assert.ok(await hasBytes(young))
})
