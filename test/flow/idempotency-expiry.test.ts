import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { expireKeys } from '../../src/admission/expire.ts'
import { transaction } from '../../src/lib/sql.ts'
import { startTestGateway } from '../support/gateway.ts'
import { bodyOf, END, fieldOf, fileHead, post } from '../support/multipart.ts'
import { until } from '../support/until.ts'

/** How long keys are stored, by the database's clock: the tests make keys older instead. */

const gateway = await startTestGateway({ concurrencyLimit: 100 })
const { pool } = gateway.rooms.resources

const DAY = 24 * 3600
const keyed = (key: string) => ({ 'idempotency-key': key })
const create = (key: string, prompt = 'a lake') => gateway.call('POST', '/v1/videos', { prompt }, keyed(key))

async function age(key: string, seconds: number): Promise<void> {
  await pool.query('update idempotency_key set created_at = created_at - make_interval(secs => $2) where key = $1', [
    key,
    seconds,
  ])
}

async function keysLeft(): Promise<string[]> {
  const { rows } = await pool.query('select key from idempotency_key order by key')
  return rows.map(({ key }) => key)
}

test('a key is new after 24 hours, whether or not it was deleted', async () => {
  for (const erased of [false, true]) {
    const key = `old ${erased}`
    const first = await create(key)
    await age(key, DAY - 60)
    const replayed = await create(key)
    assert.deepEqual([replayed.body.id, replayed.headers.get('idempotent-replayed')], [first.body.id, 'true'])
    assert.equal((await create(key, 'a sea')).body.error.code, 'idempotency_key_reused')
    await age(key, 61)
    if (erased) assert.equal(await expireKeys(pool), 1)
    assert.equal((await create(key, '')).body.error.code, 'invalid_parameter')
    const second = await create(key, 'a sea')
    assert.deepEqual([second.status, second.headers.get('idempotent-replayed')], [202, null])
    assert.notEqual(second.body.id, first.body.id)
    assert.equal((await create(key, 'a sea')).body.id, second.body.id)
  }
  assert.equal(await expireKeys(pool), 0)
})

test('only keys older than 24 hours are deleted, of every kind of write', async () => {
  await pool.query('delete from idempotency_key')
  for (const key of ['young', 'old']) {
    const { body } = await create(key)
    assert.equal(
      (await gateway.call('POST', `/v1/videos/${body.id}/cancel`, undefined, keyed(`${key} too`))).status,
      200,
    )
  }
  for (const key of ['young', 'young too']) await age(key, DAY - 60)
  for (const key of ['old', 'old too']) await age(key, DAY)
  assert.equal(await expireKeys(pool), 2)
  assert.deepEqual(await keysLeft(), ['young', 'young too'])
})

test('a key of a call that still runs is kept, however old, and then stores the answer', async () => {
  await pool.query('delete from idempotency_key')
  const png = await readFile('test/corpus/rgb.png')
  const rest = Promise.withResolvers<void>()
  async function* late() {
    yield png.subarray(0, 4000)
    await rest.promise
    yield png.subarray(4000)
  }
  const body = bodyOf(fieldOf('purpose', 'reference'), fileHead('file', 'a.png'), late(), END)
  const { answer } = post(gateway, '/v1/files', body, keyed('uploading'))
  await until(async () => (await keysLeft()).length === 1)
  await age('uploading', 3 * DAY)
  assert.equal(await expireKeys(pool), 0)
  rest.resolve()
  assert.equal((await answer).status, 201)
  const { rows } = await pool.query('select status, lease_until from idempotency_key')
  assert.deepEqual(rows, [{ status: 201, lease_until: null }])
  assert.equal(await expireKeys(pool), 1)
})

test('a key of a lost call is deleted with the others', async () => {
  await pool.query(
    `insert into idempotency_key (account_id, operation, key, body_hash, task_ids, created_at, lease_until)
     select 'acc', 'file.upload', 'gone ' || lapsed, '', '{}', now() - interval '25 hours',
       now() + case when lapsed then interval '-1 second' else interval '1 minute' end
     from unnest(array[true, false]) lapsed`,
  )
  assert.equal(await expireKeys(pool), 1)
  assert.deepEqual(await keysLeft(), ['gone false'])
})

test('one round deletes thousands of keys, without those in use and without waiting for them', async () => {
  await pool.query('delete from idempotency_key')
  await pool.query(
    `insert into idempotency_key (account_id, operation, key, body_hash, status, task_ids, created_at)
     select 'acc', 'video.create', 'key ' || i, '', 202, '{}', now() - interval '25 hours' from generate_series(1, 2500) i`,
  )
  const held = await transaction(pool, async (tx) => {
    await tx.executeSql(`update idempotency_key set created_at = now() where key = 'key 7'`)
    return expireKeys(pool)
  })
  assert.equal(held, 2499)
  assert.equal(await expireKeys(pool), 0)
  assert.deepEqual(await keysLeft(), ['key 7'])
})
