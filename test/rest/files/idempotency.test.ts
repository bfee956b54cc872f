import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { bytesLeft, uploadsLeft } from '../../support/bytes-left.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { corpus, upload } from '../../support/material.ts'
import { bodyOf, END, fieldOf, fileHead, post, postFile, type RawPost } from '../../support/multipart.ts'
import { until } from '../../support/until.ts'

const gateway = await startTestGateway()
const { pool } = gateway.rooms.resources

const PNG = await readFile('test/corpus/rgb.png')
const png = await corpus('rgb.png')
const keyed = (key: string) => ({ 'idempotency-key': key })
const send = (key: string, file = png, purpose = 'reference', filename = 'a.png') =>
  upload(gateway, file, purpose, { filename, headers: keyed(key) })

/** An upload with its first bytes sent, and its last ones withheld. */
async function begun(key: string, underWay = 1): Promise<{ readonly upload: RawPost; readonly finish: () => void }> {
  const rest = Promise.withResolvers<void>()
  async function* late() {
    yield PNG.subarray(0, 4000)
    await rest.promise
    yield PNG.subarray(4000)
  }
  const body = bodyOf(fieldOf('purpose', 'reference'), fileHead('file', 'a.png'), late(), END)
  const begun = post(gateway, '/v1/files', body, keyed(key))
  await until(async () => (await pool.query('select 1 from idempotency_key where key = $1', [key])).rowCount === 1)
  await until(async () => (await bytesLeft(gateway)).temporary.length === underWay)
  return { upload: begun, finish: rest.resolve }
}

const lapse = (key: string) =>
  pool.query(`update idempotency_key set lease_until = now() - interval '1 second' where key = $1`, [key])

test('a repeated upload returns the record and stores no second file', async () => {
  const first = await send('repeated')
  const before = await uploadsLeft(gateway)
  for (const again of [
    await send('repeated'),
    await postFile(
      gateway,
      [fileHead('file', '/tmp/a.png'), PNG, `\r\n${fieldOf('purpose', 'reference')}`, END.trimStart()],
      keyed('repeated'),
    ),
  ]) {
    assert.deepEqual([again.status, again.body], [201, first.body])
    const headers = new Headers(again.headers as Record<string, string>)
    assert.equal(headers.get('idempotent-replayed'), 'true')
    assert.equal(headers.get('location'), first.headers.get('location'))
  }
  assert.deepEqual(await uploadsLeft(gateway), before)
})

test('a repeated upload returns the current record: expired, or deleted and never created again', async () => {
  const { body } = await send('now')
  await pool.query('update file set expires_at = now() where id = $1', [body.id])
  assert.equal((await send('now')).body.status, 'expired')
  await gateway.call('DELETE', `/v1/files/${body.id}`)
  const before = await uploadsLeft(gateway)
  const gone = await send('now')
  assert.deepEqual([gone.status, gone.body.error.code], [404, 'file_not_found'])
  assert.deepEqual(await uploadsLeft(gateway), before)
})

test('another body under a used key gets 422, whatever is wrong with it', async () => {
  await send('used')
  const before = await uploadsLeft(gateway)
  const jpeg = await corpus('cmyk.jpg')
  for (const answer of [
    await send('used', jpeg),
    await send('used', png, 'end_image'),
    await send('used', png, 'reference', 'b.png'),
    await send('used', png, 'vision'),
    await send('used', await corpus('page.html-as.png')),
    await send('used', await corpus('empty.png')),
    await send('used', await corpus('truncated-no-moov.mp4')),
    await postFile(gateway, [fileHead('file', 'a.png'), PNG, END], keyed('used')),
    await postFile(gateway, [fieldOf('purpose', 'reference'), END.trimStart()], keyed('used')),
    await postFile(gateway, [], { ...keyed('used'), 'content-length': '250000000' }),
  ]) {
    assert.deepEqual([answer.status, answer.body.error.code], [422, 'idempotency_key_reused'])
    assert.deepEqual(await uploadsLeft(gateway), before)
  }
  const cut = await postFile(gateway, [fileHead('file', 'a.png'), PNG], keyed('used'))
  assert.deepEqual([cut.status, cut.body.error.code], [400, 'invalid_parameter'])
  assert.deepEqual(await uploadsLeft(gateway), before)
})

test('a refusal releases the key', async () => {
  const refused = await send('given up', await corpus('page.html-as.png'))
  assert.equal(refused.status, 415)
  const made = await send('given up')
  assert.deepEqual([made.status, made.headers.get('idempotent-replayed')], [201, null])
})

test('a repeat during the first upload gets 409 before its body is read, retryable', async () => {
  const { upload: first, finish } = await begun('running')
  const before = await uploadsLeft(gateway)
  const second = await send('running')
  assert.deepEqual([second.status, second.body.error.code], [409, 'idempotency_in_progress'])
  assert.deepEqual([second.headers.get('retry-after'), second.headers.get('x-should-retry')], ['1', 'true'])
  assert.deepEqual(await uploadsLeft(gateway), before)
  finish()
  const { status, body } = await first.answer
  assert.equal(status, 201)
  const again = await send('running')
  assert.deepEqual([again.body.id, again.headers.get('idempotent-replayed')], [body.id, 'true'])
})

test('one of several concurrent uploads under one key is stored', async () => {
  const count = async () => (await bytesLeft(gateway)).objects.length
  const before = await count()
  const answers = await Promise.all(Array.from({ length: 8 }, () => send('at once')))
  const statuses = new Set(answers.map(({ status }) => status))
  assert.ok(statuses.has(201))
  assert.ok(statuses.isSubsetOf(new Set([201, 409])))
  const ids = answers.flatMap(({ body }) => body.id ?? [])
  assert.equal(new Set(ids).size, 1)
  assert.equal(await count(), before + 1)
})

test('an abandoned upload is taken over, and stores nothing if it resumes', async () => {
  const { upload: first, finish } = await begun('lapsed')
  await lapse('lapsed')
  const second = await send('lapsed')
  assert.deepEqual([second.status, second.headers.get('idempotent-replayed')], [201, null])
  const before = await bytesLeft(gateway)
  finish()
  const late = await first.answer
  assert.deepEqual([late.status, late.body.error.code], [409, 'idempotency_in_progress'])
  assert.deepEqual(await bytesLeft(gateway), { ...before, temporary: [] })
  const again = await send('lapsed')
  assert.deepEqual([again.body.id, again.headers.get('idempotent-replayed')], [second.body.id, 'true'])
})

test('a late failure does not release the key of a successor', async () => {
  const first = await begun('cut')
  await lapse('cut')
  const second = await begun('cut', 2)
  first.upload.sending.destroy()
  first.finish()
  await until(async () => (await bytesLeft(gateway)).temporary.length === 1)
  assert.equal((await send('cut')).status, 409)
  second.finish()
  assert.equal((await second.upload.answer).status, 201)
})

test('an upload whose lease expired without a successor still completes', async () => {
  const { upload: first, finish } = await begun('alone')
  await lapse('alone')
  finish()
  assert.equal((await first.answer).status, 201)
  assert.equal((await send('alone')).headers.get('idempotent-replayed'), 'true')
})

test('a key is new after 24 hours, and separate for each account', async () => {
  const first = await send('old')
  await pool.query(`update idempotency_key set created_at = now() - interval '25 hours' where key = 'old'`)
  const second = await send('old', png, 'end_image')
  assert.equal(second.status, 201)
  const other = await gateway.newAccount()
  const third = await upload(gateway, png, 'reference', { key: other.key, filename: 'a.png', headers: keyed('old') })
  assert.equal(new Set([first.body.id, second.body.id, third.body.id]).size, 3)
})
