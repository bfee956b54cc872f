import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expireFiles } from '../../../src/file/expire.ts'
import { uploadsLeft } from '../../support/bytes-left.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { sendMultipart } from '../../support/graphql-upload.ts'
import { upload, uploaded, wavOf } from '../../support/material.ts'

const gateway = await startTestGateway()
const { resources } = gateway.rooms
const { pool } = resources

const MB = 1024 * 1024
/** Two of them fit into a megabyte, three do not. */
const sound = wavOf(55)

const limits = async () => (await gateway.call('GET', '/v1/account')).body.limits
const limitTo = (mb: number) =>
  pool.query('update account set upload_limit_mb = $2 where id = $1', [gateway.accountId, mb])
const put = () => upload(gateway, sound, 'reference')
const remove = (id: string) => gateway.call('DELETE', `/v1/files/${id}`)

test('an account can store 20 GB of uploads', async () => {
  const { upload_bytes, uploaded_bytes } = await limits()
  assert.deepEqual([upload_bytes, uploaded_bytes], [20_480 * MB, 0])
})

test('concurrent uploads never exceed the limit, and refused ones leave nothing', async () => {
  await limitTo(1)
  const answers = await Promise.all(Array.from({ length: 6 }, put))
  const kept = answers.flatMap(({ status, body }) => (status === 201 ? [body.id] : []))
  assert.equal(kept.length, 2)
  for (const { status, body } of answers) {
    if (status === 201) continue
    const { code, param, details } = body.error
    const expected = { limit_bytes: MB, available_bytes: MB - 2 * sound.size }
    assert.deepEqual([status, code, param, details], [413, 'storage_quota_exceeded', 'file', expected])
  }
  const left = (await uploadsLeft(gateway)) as { files: unknown[]; objects: string[]; temporary: string[] }
  assert.deepEqual([left.files.length, left.objects.length, left.temporary], [2, 2, []])
  assert.deepEqual([(await limits()).upload_bytes, (await limits()).uploaded_bytes], [MB, 2 * sound.size])
})

test('GraphQL refuses an upload over the limit as a user error with the stored bytes', async () => {
  const { body } = await sendMultipart(gateway, {
    query: `mutation ($input: FileUploadInput!) {
      fileUpload(input: $input) { file { id } userErrors { code } }
    }`,
    variables: { input: { purpose: 'REFERENCE', file: null } },
    file: sound,
  })
  const [error] = body.data.fileUpload.userErrors
  assert.deepEqual([body.data.fileUpload.file, error.code], [null, 'storage_quota_exceeded'])
  const query = '{ account { limits { uploadBytes uploadedBytes } } }'
  const { limits: shown } = (await gateway.call('POST', '/graphql', { query })).body.data.account
  assert.deepEqual(shown, { uploadBytes: MB, uploadedBytes: 2 * sound.size })
})

test('a file frees its room once, when deleted or when its bytes expire after 24 hours', async () => {
  const { body } = await gateway.call('GET', '/v1/files')
  const [first, second] = body.data.map(({ id }: { id: string }) => id)
  assert.deepEqual([(await remove(first)).status, (await remove(first)).status], [200, 404])
  assert.equal((await limits()).uploaded_bytes, sound.size)
  await expireFiles(resources, new Date())
  const third = await uploaded(gateway, sound, 'reference')
  assert.equal((await put()).status, 413)
  await pool.query('update file set expires_at = now() where id = $1', [second])
  await expireFiles(resources, new Date(Date.now() + 1000))
  assert.equal((await limits()).uploaded_bytes, sound.size)
  // Deleted after its bytes expired: they do not count as freed again.
  await remove(second)
  assert.equal((await limits()).uploaded_bytes, sound.size)
  await remove(third)
  assert.equal((await limits()).uploaded_bytes, 0)
})

test('concurrent creates, deletions and expiry of the same files cause no deadlock', async () => {
  await limitTo(100)
  const ids = await Promise.all(Array.from({ length: 8 }, () => uploaded(gateway, sound, 'reference')))
  await pool.query('update file set expires_at = now() where id = any($1)', [ids.slice(4)])
  const create = (references: string[]) => {
    const body = { prompt: 'x', mode: 'reference_to_video', references }
    return gateway.call('POST', '/v1/videos', body)
  }
  const answers = await Promise.all([
    ...ids.map((id) => create([id])),
    ...ids.map(remove),
    expireFiles(resources, new Date(Date.now() + 1000)),
  ])
  const statuses = answers.flatMap((answer) => ('status' in answer ? [answer.status] : []))
  assert.ok(
    statuses.every((status) => status < 500),
    JSON.stringify(statuses),
  )
  const sum = 'select coalesce(sum(bytes), 0)::int as bytes from file where deleted_at is null and erased_at is null'
  assert.equal((await limits()).uploaded_bytes, (await pool.query(sum)).rows[0].bytes)
})
