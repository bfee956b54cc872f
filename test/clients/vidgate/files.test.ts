import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createClient, type FileList } from '../../../packages/client/src/index.ts'
import { download, openFile } from '../../../packages/client/src/node.ts'
import { SCOPES } from '../../../src/key/caller.ts'
import { finishedTask } from '../../rest/content/finished.ts'
import { uploadsLeft } from '../../support/bytes-left.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { openLine } from '../line.ts'
import { refusalOf } from './refusals.ts'

const gateway = await startTestGateway({ scopes: SCOPES, concurrencyLimit: 100 })
const { url, key } = gateway
const client = createClient({ url, key })
const folder = await mkdtemp(join(tmpdir(), 'vidgate-client-'))
after(() => rm(folder, { recursive: true }))
const PHOTO = 'test/corpus/photo-exif6.jpg'

test('an upload reports its progress to the end, with and without a name', async () => {
  const file = await openFile(PHOTO)
  const seen: number[] = []
  const record = await client.upload(file, {
    purpose: 'input_image',
    onProgress({ sent, total }) {
      assert.equal(total, file.size)
      seen.push(sent)
    },
  })
  assert.deepEqual([record.filename, record.bytes, record.kind], ['photo-exif6.jpg', file.size, 'image'])
  assert.deepEqual([seen[0], seen.at(-1)], [0, file.size])
  assert.deepEqual(
    seen,
    seen.toSorted((a, b) => a - b),
  )
  const plain = await client.upload(file, { purpose: 'reference', filename: 'other.jpg' })
  assert.equal(plain.filename, 'other.jpg')
  for (const { id } of [record, plain]) assert.equal((await client.deleteFile(id)).deleted, true)
})

test('an upload that breaks off is repeated with its key, and one file is kept', async () => {
  const keys: (string | null)[] = []
  const lossy = createClient({
    url,
    key,
    fetch: async (input, init) => {
      keys.push(new Headers(init?.headers).get('idempotency-key'))
      const response = await fetch(input, init)
      if (keys.length === 1) throw new TypeError('the connection broke off')
      return response
    },
  })
  const { id } = await lossy.upload(await openFile(PHOTO), { purpose: 'reference', onProgress() {} })
  assert.deepEqual([keys.length, new Set(keys).size], [2, 1])
  const kept = await client.call<FileList>({ path: '/v1/files' })
  assert.deepEqual(
    kept.data.map((file) => file.id),
    [id],
  )
})

test('a refused or aborted upload leaves nothing', async () => {
  const before = await uploadsLeft(gateway)
  const wrong = await refusalOf(client.upload(new Blob(['x']), { purpose: 'reference', onProgress() {} }))
  assert.equal(wrong.code, 'unsupported_media_type')
  const stop = new AbortController()
  const reason = new Error('enough')
  const onProgress = () => stop.abort(reason)
  const aborted = client.upload(await openFile(PHOTO), { purpose: 'reference', signal: stop.signal, onProgress })
  await assert.rejects(aborted, reason)
  assert.deepEqual(await uploadsLeft(gateway), before)
})

test('a video is downloaded to a file, a blob or in part', async () => {
  const { id, video, thumbnail } = await finishedTask(gateway)
  const path = join(folder, 'lake.mp4')
  await download(client, id, path)
  assert.deepEqual(await readFile(path), video)
  const picture = await (await client.content(id, { variant: 'thumbnail' })).blob()
  assert.deepEqual(Buffer.from(await picture.arrayBuffer()), thumbnail)
  const part = await client.content(id, { range: 'bytes=5-9' })
  assert.deepEqual([part.status, Buffer.from(await part.arrayBuffer())], [206, video.subarray(5, 10)])
  await rm(path)
})

test('a download that is refused, breaks off or is aborted leaves no file', async () => {
  const { id } = await client.create({ prompt: 'x' })
  const path = join(folder, 'none.mp4')
  assert.equal((await refusalOf(download(client, id, path))).code, 'video_not_ready')
  const { id: finished } = await finishedTask(gateway)
  let sent = 0
  const line = await openLine(gateway, (chunk) => {
    sent += chunk.length
    return sent > 100_000
  })
  await assert.rejects(download(createClient({ url: line.gateway.url, key }), finished, path))
  const reason = new Error('enough')
  await assert.rejects(download(client, finished, path, { signal: AbortSignal.abort(reason) }), reason)
  assert.deepEqual(await readdir(folder), [])
})
