import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { finishedTask } from '../rest/content/finished.ts'
import { startTestGateway } from '../support/gateway.ts'
import { until } from '../support/until.ts'
import { watch } from '../support/watch.ts'
import { startQuickWorker } from '../support/worker.ts'
import { startTestS3 } from './s3-server.ts'
import { keysOf } from './storages.ts'

const s3 = await startTestS3()
const gateway = await startTestGateway({}, { environment: s3.environment })
const { storage } = gateway.rooms.resources
const { id, video, output } = await finishedTask(gateway)

const content = (headers: Record<string, string> = {}, signal: AbortSignal | null = null) =>
  fetch(`${gateway.url}/v1/videos/${id}/content`, {
    headers: { authorization: `Bearer ${gateway.key}`, ...headers },
    signal,
  })
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

test('a video in a bucket is downloaded whole and by ranges', async () => {
  assert.equal(storage.kind, 's3')
  const whole = await content()
  assert.deepEqual([whole.status, whole.headers.get('content-length')], [200, String(video.length)])
  assert.ok((await bytesOf(whole)).equals(video))
  for (const [range, start, end] of [
    ['bytes=0-0', 0, 0],
    ['bytes=1000-2500000', 1000, 2_500_000],
    ['bytes=-5', video.length - 5, video.length - 1],
  ] as const) {
    const response = await content({ range })
    assert.equal(response.status, 206)
    assert.equal(response.headers.get('content-range'), `bytes ${start}-${end}/${video.length}`)
    assert.ok((await bytesOf(response)).equals(video.subarray(start, end + 1)), range)
  }
  assert.equal((await content({ range: `bytes=${video.length}-` })).status, 416)
})

test('a client that disconnects ends the read from the bucket', async () => {
  const before = await s3.connections()
  const leaving = new AbortController()
  const response = await content({}, leaving.signal)
  await response.body?.getReader().read()
  leaving.abort()
  await until(async () => (await s3.connections()) <= before)
  assert.equal((await content({ range: 'bytes=0-1' })).status, 206)
})

test('a video deleted between check and read gets 410', async () => {
  s3.intercept = ({ method }, response) => {
    if (method !== 'GET') return false
    response.writeHead(404, { 'content-type': 'application/xml' })
    response.end('<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>')
    return true
  }
  const response = await content()
  s3.intercept = () => false
  const { error } = (await response.json()) as { error: { code: string } }
  assert.deepEqual([response.status, error.code], [410, 'video_expired'])
  await storage.remove(output.key)
  assert.equal((await content()).status, 410)
})

test('a worker stores a video in the bucket and nothing else', async () => {
  const worker = await startQuickWorker(gateway)
  const request = { prompt: 'a lake', aspect_ratio: '1:1' }
  const { body } = await gateway.call('POST', '/v1/videos', request)
  const watching = await watch(gateway, body.id)
  await watching.ended
  const { body: task } = await gateway.call('GET', `/v1/videos/${body.id}`)
  assert.equal(task.status, 'succeeded')
  const response = await fetch(task.output.video_uri)
  const etag = `"${createHash('sha256')
    .update(await bytesOf(response))
    .digest('hex')}"`
  assert.equal(response.headers.get('etag'), etag)
  await worker.end()
  const keys = await keysOf(storage, `tasks/${body.id}/`)
  assert.deepEqual(keys.map((key) => key.slice(key.lastIndexOf('.'))).sort(), ['.mp4', '.webp'])
  assert.deepEqual(await s3.uploads(), [])
})
