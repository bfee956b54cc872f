import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bytesLeft, uploadsLeft } from '../../support/bytes-left.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { corpus, uploaded } from '../../support/material.ts'

const gateway = await startTestGateway()
const { pool } = gateway.rooms.resources
const png = await corpus('rgb.png')

const remove = (id: string, headers: Record<string, string> = {}) =>
  gateway.call('DELETE', `/v1/files/${id}`, undefined, headers)

test('a deleted file and its bytes are gone, and a second deletion gets 404', async () => {
  const id = await uploaded(gateway, png, 'reference')
  const answer = await remove(id)
  assert.deepEqual([answer.status, answer.body], [200, { id, object: 'file.deleted', deleted: true }])
  assert.deepEqual(await bytesLeft(gateway), { objects: [], temporary: [] })
  for (const method of ['GET', 'DELETE']) {
    const gone = await gateway.call(method, `/v1/files/${id}`)
    assert.deepEqual([gone.status, gone.body.error.code], [404, 'file_not_found'])
  }
  const { rows } = await pool.query('select erased_at is not null as erased from file where id = $1', [id])
  assert.deepEqual(rows, [{ erased: true }])
})

test('deleting a file that a task needs gets 409, not retryable, and writes nothing', async () => {
  const id = await uploaded(gateway, png, 'reference')
  await pool.query('update file set pins = 1 where id = $1', [id])
  const before = await uploadsLeft(gateway)
  const answer = await remove(id, { 'idempotency-key': 'pinned' })
  assert.deepEqual([answer.status, answer.body.error.code], [409, 'file_in_use'])
  assert.equal(answer.headers.get('x-should-retry'), 'false')
  assert.deepEqual(await uploadsLeft(gateway), before)
  await pool.query('update file set pins = 0 where id = $1', [id])
  assert.equal((await remove(id, { 'idempotency-key': 'pinned' })).status, 200)
})

test('a create protects its files from deletion until its task ends', async () => {
  const id = await uploaded(gateway, png, 'input_image')
  const create = { prompt: 'a lake', mode: 'image_to_video', input_image: id }
  const { body: task } = await gateway.call('POST', '/v1/videos', create)
  assert.equal((await remove(id)).status, 409)
  assert.equal((await gateway.call('POST', `/v1/videos/${task.id}/cancel`)).status, 200)
  assert.equal((await remove(id)).status, 200)
  const { status, body } = await gateway.call('POST', '/v1/videos', create)
  assert.deepEqual([status, body.error.code, body.error.param], [400, 'file_not_found', 'input_image'])
})

test('a deletion waits for a concurrent create, and then refuses', async () => {
  const id = await uploaded(gateway, png, 'reference')
  const client = await pool.connect()
  await client.query('begin')
  await client.query('update file set pins = pins + 1 where id = $1', [id])
  const answered = remove(id)
  const waits = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  while ((await pool.query(waits)).rowCount === 0);
  await client.query('commit')
  client.release()
  assert.equal((await answered).status, 409)
})

test('a repeated deletion returns the stored answer, and an expired file can be deleted', async () => {
  const id = await uploaded(gateway, png, 'reference')
  await pool.query('update file set expires_at = now() where id = $1', [id])
  const headers = { 'idempotency-key': 'once' }
  const first = await remove(id, headers)
  const again = await remove(id, headers)
  assert.deepEqual([again.status, again.body], [200, first.body])
  assert.deepEqual([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')], [null, 'true'])
})

test('one of several concurrent deletions succeeds', async () => {
  const id = await uploaded(gateway, png, 'reference')
  const answers = await Promise.all(Array.from({ length: 8 }, () => remove(id)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404, 404, 404, 404, 404, 404, 404])
})
