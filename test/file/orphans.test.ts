import assert from 'node:assert/strict'
import { readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { Client } from 'pg'
import { expireFiles } from '../../src/file/expire.ts'
import { removeOrphans } from '../../src/file/orphans.ts'
import { bytesLeft } from '../support/bytes-left.ts'
import { startTestGateway } from '../support/gateway.ts'
import { corpus, upload, uploaded } from '../support/material.ts'
import { bodyOf, fieldOf, fileHead, post } from '../support/multipart.ts'
import { startProcess } from '../support/process.ts'
import { until } from '../support/until.ts'

const gateway = await startTestGateway()
const { resources } = gateway.rooms
const { pool, storage } = resources
const png = await corpus('rgb.png')
const MINUTE = 60_000

const later = (minutes: number) => new Date(Date.now() + minutes * MINUTE)

async function store(id: string): Promise<void> {
  const path = join(storage.tempDir, id)
  await writeFile(path, 'bytes')
  await storage.putFile(`files/${id}`, path)
}

test('bytes without a row are deleted after an hour, and bytes of a file stay', async () => {
  const id = await uploaded(gateway, png, 'reference')
  for (let i = 0; i < 150; i++) await store(`file_orphan${i}`)
  assert.equal(await removeOrphans(resources, later(59)), 0)
  assert.equal(await removeOrphans(resources, later(61)), 150)
  assert.deepEqual(await bytesLeft(gateway), { objects: [`files/${id}`], temporary: [] })
  assert.equal(await removeOrphans(resources, later(24 * 60)), 0)
  assert.equal((await gateway.call('DELETE', `/v1/files/${id}`)).status, 200)
})

test('leftover bytes of a deleted file are deleted', async () => {
  const id = await uploaded(gateway, png, 'reference')
  await pool.query('update file set deleted_at = now(), erased_at = now() where id = $1', [id])
  assert.equal(await removeOrphans(resources, later(61)), 1)
  assert.deepEqual(await bytesLeft(gateway), { objects: [], temporary: [] })
})

test('an upload that received no byte for an hour is deleted', async () => {
  const [old, young] = [join(storage.tempDir, 'upload_old'), join(storage.tempDir, 'upload_young')]
  await Promise.all([writeFile(old, 'x'), writeFile(young, 'x')])
  await utimes(old, later(-61), later(-61))
  await removeOrphans(resources, new Date())
  assert.deepEqual((await bytesLeft(gateway)).temporary, ['upload_young'])
  await removeOrphans(resources, later(61))
  assert.deepEqual((await bytesLeft(gateway)).temporary, [])
})

/** Rows without bytes, and bytes without a row. */
async function strays() {
  const { rows } = await pool.query('select id from file where erased_at is null order by id')
  const { objects, temporary } = await bytesLeft(gateway)
  const expected = new Set(rows.map(({ id }) => `files/${id}`))
  return {
    missing: [...expected.difference(new Set(objects))],
    orphans: objects.filter((key) => !expected.has(key)),
    temporary,
  }
}

const NONE = { missing: [], orphans: [], temporary: [] }

/**
 * Kills one process while it receives a file and, for another account, between the bytes and the row of a file. @returns what
 * that leaves
 */
async function killDuringUploads() {
  const { accountId, key } = await gateway.newAccount()
  const { ready: url, end } = await startProcess(gateway, 'src/gateway-main.ts')
  async function* stalled() {
    yield (await readFile('test/corpus/rgb.png')).subarray(0, 5000)
    await new Promise(() => {})
  }
  const body = bodyOf(fieldOf('purpose', 'reference'), fileHead('file', 'a.png'), stalled())
  const { answer } = post({ url, key: gateway.key }, '/v1/files', body, { 'idempotency-key': 'receiving' })
  await until(async () => (await bytesLeft(gateway)).temporary.length === 1)

  const holder = new Client({ connectionString: gateway.databaseUrl })
  await holder.connect()
  await holder.query('begin')
  // A new row of the account waits for it.
  await holder.query('select 1 from account where id = $1 for update', [accountId])
  const keeping = upload({ url, key }, png, 'reference', { headers: { 'idempotency-key': 'keeping' } })
  const broken = [assert.rejects(answer), assert.rejects(keeping)]
  const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await until(async () => (await pool.query(waits)).rowCount !== 0)
  await Promise.all([end('SIGKILL'), ...broken])
  await holder.query('rollback')
  await holder.end()
  await until(async () => (await pool.query(waits)).rowCount === 0)
  return strays()
}

let killed: ReturnType<typeof killDuringUploads> | undefined
const leftByKill = () => (killed ??= killDuringUploads())

test('a process killed during an upload leaves bytes that are swept, and a reusable key', async () => {
  assert.equal((await leftByKill()).temporary.length, 1)
  await removeOrphans(resources, later(61))
  assert.deepEqual(await strays(), NONE)

  const again = () =>
    upload(gateway, png, 'reference', { filename: 'a.png', headers: { 'idempotency-key': 'receiving' } })
  assert.equal((await again()).status, 409)
  await pool.query(`update idempotency_key set lease_until = now() - interval '1 second'`)
  assert.equal((await again()).status, 201)
  assert.deepEqual(await strays(), NONE)
})

test('a process killed between bytes and row leaves no row, and its bytes are swept', async () => {
  const { missing, orphans } = await leftByKill()
  assert.deepEqual([missing, orphans.length], [[], 1])
  await removeOrphans(resources, later(61))
  assert.deepEqual(await strays(), NONE)
})

test('a process killed after deleting bytes leaves their record to the next round', async () => {
  const id = await uploaded(gateway, png, 'reference')
  const now = new Date(Date.now() + 25 * 60 * MINUTE)
  await storage.remove(`files/${id}`)
  const { erased } = await expireFiles(resources, now)
  assert.ok(erased >= 1)
  assert.deepEqual(await strays(), NONE)
})
