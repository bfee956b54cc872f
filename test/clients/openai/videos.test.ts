import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import OpenAI from 'openai'
import type { Video } from 'openai/resources/videos'
import { startTestGateway } from '../../support/gateway.ts'
import { watch } from '../../support/watch.ts'
import { startWorkerProcess } from '../../support/worker.ts'
import { createParams, openaiFor } from './client.ts'

const gateway = await startTestGateway({ concurrencyLimit: 100 })
const openai = openaiFor(gateway)

/** Fields of vidgate's answer beside the SDK's own. */
type Task = Omit<Video, 'status'> & {
  readonly status: string
  readonly duration: number
  readonly aspect_ratio: string
  readonly audio: boolean
  readonly seed: number
  readonly metadata: unknown
  readonly queue: unknown
  readonly usage: { readonly amount_micro: number } | null
}

const asTask = (video: Video) => video as unknown as Task

const create = async (body: Parameters<typeof createParams>[0]) =>
  asTask(await openai.videos.create(createParams(body)))

test('a real worker’s video is created, downloaded by range, and deleted, with its thumbnail', async () => {
  const worker = await startWorkerProcess(gateway)
  const { id } = await create({ prompt: 'a lake at sunset', aspect_ratio: '1:1' })
  await (await watch(gateway, id)).ended
  await worker.end('SIGTERM')
  const task = asTask(await openai.videos.retrieve(id))
  assert.deepEqual([task.status, task.progress, task.usage?.amount_micro], ['succeeded', 1, 2_520_000])

  const whole = await openai.videos.downloadContent(id)
  assert.equal(whole.headers.get('content-type'), 'video/mp4')
  const bytes = Buffer.from(await whole.arrayBuffer())
  assert.equal(bytes.toString('latin1', 4, 8), 'ftyp')
  assert.equal(whole.headers.get('etag'), `"${createHash('sha256').update(bytes).digest('hex')}"`)

  const part = await openai.videos.downloadContent(id, { variant: 'video' }, { headers: { Range: 'bytes=4-7' } })
  assert.deepEqual([part.status, part.headers.get('content-range')], [206, `bytes 4-7/${bytes.length}`])
  assert.equal(await part.text(), 'ftyp')

  const thumbnail = await openai.videos.downloadContent(id, { variant: 'thumbnail' })
  assert.equal(thumbnail.headers.get('content-type'), 'image/webp')
  assert.equal(Buffer.from(await thumbnail.arrayBuffer()).toString('latin1', 8, 12), 'WEBP')

  await assert.rejects(openai.videos.downloadContent(id, { variant: 'spritesheet' }), (error) => {
    assert.ok(error instanceof OpenAI.BadRequestError)
    assert.deepEqual([error.code, error.param], ['invalid_parameter', 'variant'])
    return true
  })

  assert.deepEqual(await openai.videos.delete(id), { id, object: 'video.deleted', deleted: true })
  await assert.rejects(openai.videos.retrieve(id), OpenAI.NotFoundError)
})

test('videos.create sends a form that is validated like the same JSON', async () => {
  const asked = { prompt: '极光下的雪山', duration: 6.5, aspect_ratio: '1:1', audio: false, seed: 7 }
  const task = await create({ ...asked, metadata: { order: '17', note: 'a b' } })
  assert.deepEqual(
    [task.status, task.prompt, task.duration, task.aspect_ratio, task.audio, task.seed, task.metadata],
    ['queued', ...Object.values(asked), { order: '17', note: 'a b' }],
  )
  const { queue, ...read } = asTask(await openai.videos.retrieve(task.id))
  assert.deepEqual({ ...read, queue: null }, task)
  assert.deepEqual(queue, { position: 1, eta_seconds: null })
})

test('videos.list with auto-paging returns every task once, in order, over three pages', async () => {
  const { key } = await gateway.newAccount({ concurrencyLimit: 100 })
  const other = openaiFor({ ...gateway, key })
  const made: string[] = []
  for (const index of Array(5).keys()) {
    made.push((await other.videos.create(createParams({ prompt: `video ${index}` }))).id)
  }
  const pages: string[][] = []
  for await (const page of (await other.videos.list({ limit: 2, order: 'asc' })).iterPages()) {
    pages.push(page.data.map(({ id }) => id))
  }
  assert.deepEqual(pages, [made.slice(0, 2), made.slice(2, 4), made.slice(4)])
  const newestFirst: string[] = []
  for await (const { id } of other.videos.list({ limit: 2 })) newestFirst.push(id)
  assert.deepEqual(newestFirst, made.toReversed())
})
