import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import OpenAI, { toFile } from 'openai'
import { bytesLeft } from '../../support/bytes-left.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { corpus, upload } from '../../support/material.ts'
import { END, fieldOf, fileHead, partOf, postFile } from '../../support/multipart.ts'

const gateway = await startTestGateway()
const { storage } = gateway.rooms.resources

const PNG = await readFile('test/corpus/rgb.png')
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('an uploaded image has its record, and its bytes are stored unchanged', async () => {
  const before = Date.now()
  const answer = await upload(gateway, await corpus('photo-exif6.jpg'), 'input_image', { filename: '湖 🌊.jpg' })
  assert.equal(answer.status, 201)
  assert.equal(answer.headers.get('location'), `/v1/files/${answer.body.id}`)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.equal(answer.headers.get('idempotent-replayed'), null)
  const { id, created_at, expires_at, ...record } = answer.body
  const bytes = await readFile('test/corpus/photo-exif6.jpg')
  assert.match(id, /^file_[0-9a-z]{26}$/)
  assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.ok(Math.abs(Date.parse(created_at) - before) < 60_000)
  assert.equal(Date.parse(expires_at) - Date.parse(created_at), 24 * 3_600_000)
  assert.deepEqual(record, {
    object: 'file',
    bytes: bytes.length,
    filename: '湖 🌊.jpg',
    purpose: 'input_image',
    status: 'processed',
    content_type: 'image/jpeg',
    kind: 'image',
    width: 600,
    height: 450,
    duration: null,
    has_audio: false,
    sha256: sha256(bytes),
    material: { used_seconds: null, auto_aspect_ratio: '4:3' },
  })
  assert.deepEqual(await buffer(storage.read(`files/${id}`)), bytes)
  assert.deepEqual(await bytesLeft(gateway), { objects: [`files/${id}`], temporary: [] })
})

test('an uploaded video shows the part that a create would use', async () => {
  const { body } = await upload(gateway, await corpus('black-10s.mp4'), 'reference')
  const { id: _, created_at: __, expires_at: ___, sha256: ____, ...record } = body
  assert.deepEqual(record, {
    object: 'file',
    bytes: 19832,
    filename: 'upload.bin',
    purpose: 'reference',
    status: 'processed',
    content_type: 'video/mp4',
    kind: 'video',
    width: 320,
    height: 240,
    duration: 10,
    has_audio: true,
    // 124 of its frames; then 226 of its 240, aligned down to the grid.
    material: { used_seconds: { '5': 5.167, '10': 9.417, '15': 9.417 }, auto_aspect_ratio: '4:3' },
  })
})

test('uploaded audio has no size in pixels and is used to its end', async () => {
  const { body } = await upload(gateway, await corpus('lavf.flac'), 'reference')
  const { kind, content_type, width, height, duration, has_audio, material } = body
  assert.deepEqual(
    { kind, content_type, width, height, duration, has_audio, material },
    {
      kind: 'audio',
      content_type: 'audio/flac',
      width: null,
      height: null,
      duration: 5,
      has_audio: true,
      material: { used_seconds: { '5': 5, '10': 5, '15': 5 }, auto_aspect_ratio: null },
    },
  )
})

test('the purpose may come before or after the file', async () => {
  for (const pieces of [
    [fieldOf('purpose', 'end_image'), fileHead(), PNG, END],
    [fileHead(), PNG, '\r\n', fieldOf('purpose', 'end_image').trimEnd(), END],
  ]) {
    const { status, body } = await postFile(gateway, pieces)
    assert.deepEqual([status, body.purpose, body.sha256], [201, 'end_image', sha256(PNG)])
  }
})

test('the file name is shortened to a base name, and is `upload` by default', async () => {
  const octets = 'Content-Type: application/octet-stream'
  for (const [disposition, filename] of [
    ['name="file"', 'upload'],
    ['name="file"; filename=""', 'upload'],
    ['name="file"; filename=".."', 'upload'],
    ['name="file"; filename="../../etc/passwd"', 'passwd'],
    ['name="file"; filename="C:\\\\Users\\\\me\\\\a.png"', 'a.png'],
    ['name="file"; filename="caf\u00e9 \u6c34.png"', 'café 水.png'],
    [`name="file"; filename="${'水'.repeat(300)}"`, '水'.repeat(255)],
  ] as const) {
    const { status, body } = await postFile(gateway, [
      fieldOf('purpose', 'reference'),
      partOf(disposition, octets),
      PNG,
      END,
    ])
    assert.deepEqual([status, body.filename], [201, filename], disposition)
  }
})

test('invalid UTF-8 in a name is replaced', async () => {
  const head = Buffer.from(fileHead('file', 'a?.png'))
  head[head.indexOf('?')] = 0xff
  const { status, body } = await postFile(gateway, [fieldOf('purpose', 'reference'), head, PNG, END])
  assert.deepEqual([status, body.filename], [201, 'a\ufffd.png'])
})

test('the openai client uploads, reads, lists and deletes files', async () => {
  const openai = new OpenAI({ apiKey: gateway.key, baseURL: `${gateway.url}/v1` })
  // The client's types have its maker's purposes only.
  const purpose = 'reference' as 'vision'
  const file = await openai.files.create({ file: await toFile(PNG, 'start.png'), purpose })
  assert.deepEqual(
    [file.object, file.bytes, file.filename, file.status],
    ['file', PNG.length, 'start.png', 'processed'],
  )
  assert.deepEqual(await openai.files.retrieve(file.id), file)
  const [listed] = (await openai.files.list({ limit: 1 })).data
  assert.deepEqual(listed, file)
  assert.deepEqual(await openai.files.delete(file.id), { id: file.id, object: 'file.deleted', deleted: true })
  await assert.rejects(openai.files.retrieve(file.id), OpenAI.NotFoundError)
})
