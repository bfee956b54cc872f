import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { beat } from '../../src/stage/beat.ts'
import { progressOf } from '../../src/task/pipeline.ts'
import type { Engine } from '../../workers/engine/engine.ts'
import { EngineFailure } from '../../workers/engine/failure.ts'
import { proceduralEngine } from '../../workers/engine/procedural.ts'
import { openPreviews } from '../../workers/previews.ts'
import { startWorker } from '../../workers/worker.ts'
import { objectsOf, workUpTo } from '../rest/cancel/work.ts'
import { startTestGateway } from '../support/gateway.ts'
import { quickEngine } from '../support/quick-engine.ts'
import { watch } from '../support/watch.ts'
import { GENERATED, sourceTypesIn } from '../support/xmp.ts'
import { create } from './dispatch/work.ts'
import { ignore } from './engine/helpers.ts'

const gateway = await startTestGateway()
const { resources } = gateway.rooms
const embedded = proceduralEngine({ preset: 'ultrafast' })
const whole = quickEngine()

/** A worker with the embedded renderer, whose render is another one. */
function startRenderer(render: Engine['render']) {
  const engine = { ...embedded, render }
  const worker = startWorker(resources, {
    engine,
    capabilities: ['encode', 'render', 'package'],
    pool: 'shared',
  })
  after(() => worker.close(0))
  return worker
}

const picture = (id: string, key = gateway.key) => content(`/v1/videos/${id}/content?variant=preview`, key)

async function previewOf(id: string): Promise<number | null> {
  const { body } = await gateway.call('POST', '/graphql', { query: `{ task(id: "${id}") { preview } }` })
  return body.data.task.preview
}

function assertNone({ status, bytes }: { status: number; bytes: Buffer }) {
  assert.deepEqual([status, JSON.parse(bytes.toString()).error.code], [404, 'video_not_found'])
}

const withPreview =
  (number: number) =>
  ({ task }: { task: { preview: number | null } }) =>
    task.preview === number

async function content(path: string, key = gateway.key) {
  const answer = await fetch(gateway.url + path, { headers: { authorization: `Bearer ${key}` } })
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    bytes: Buffer.from(await answer.arrayBuffer()),
  }
}

const previewsOf = async (id: string) => (await objectsOf(gateway, id)).filter((key) => key.includes('preview'))

test('while a video is rendered its account can see small pictures of it, and none once it has ended', async () => {
  const seen = Promise.withResolvers<void>()
  // The pictures of a second; the delivered file is a copied one of the task's own length.
  const worker = startRenderer(async (input, signal, ...reports) => {
    const short = { ...input, task: { ...input.task, frames: 22 } }
    const { path: encoded } = await embedded.encode(short, signal, ignore)
    await embedded.render({ ...short, encoded }, signal, ...reports)
    await seen.promise
    return whole.render(input, signal, ignore)
  })
  const id = await create(gateway)
  assertNone(await picture(id))
  assert.equal(await previewOf(id), null)
  const watched = await watch(gateway, id)
  // The third picture of the first attempt. It is pushed with the progress.
  const { task } = await watched.when(withPreview(13))
  assert.equal(task.status, 'rendering')
  assert.equal(await previewOf(id), 13)

  const { status, type, bytes } = await picture(id)
  assert.deepEqual([status, type], [200, 'image/webp'])
  const { width, height, format, xmpAsString } = await sharp(bytes).metadata()
  assert.deepEqual([format, width, height], ['webp', 320, 320])
  assert.ok(bytes.length < 64 * 1024)
  assert.deepEqual(sourceTypesIn(xmpAsString ?? ''), [GENERATED])
  assert.ok((await sharp(bytes).stats()).channels.every(({ stdev }) => stdev > 1))
  const openai = await content(`/openai/v1/videos/${id}/content?variant=preview`)
  assert.ok(openai.bytes.equals(bytes))
  assertNone(await picture(id, (await gateway.newAccount()).key))

  seen.resolve()
  await watched.ended
  assertNone(await picture(id))
  assert.equal(await previewOf(id), null)
  await worker.close(0)
  assert.deepEqual(await previewsOf(id), [])
})

test('a picture that is not an image is left out, and a failed render leaves no pictures', async () => {
  const seen = Promise.withResolvers<void>()
  const worker = startRenderer(async ({ folder }, _signal, _onProgress, onPreview) => {
    const [broken, whole] = [join(folder, 'broken.png'), join(folder, 'whole.png')]
    await writeFile(broken, 'not an image')
    await sharp({ create: { width: 2000, height: 90, channels: 3, background: '#808080' } }).toFile(whole)
    onPreview?.(broken)
    onPreview?.(whole)
    await seen.promise
    throw new EngineFailure('test', { retry: false })
  })
  const id = await create(gateway)
  const watched = await watch(gateway, id)
  await watched.when(withPreview(12))
  assert.equal((await sharp((await picture(id)).bytes).metadata()).width, 320)
  seen.resolve()
  await watched.ended
  await worker.close(0)
  assert.deepEqual(await previewsOf(id), [])
})

test('a newer preview is pushed even if the progress does not rise, and an older one changes nothing', async () => {
  const id = await create(gateway)
  const claim = await workUpTo(gateway, id, 'render')
  const watched = await watch(gateway, id)
  const beats = [
    [0.5, 12],
    [0.2, 21],
    [0.2, 13],
    [0.2, null],
  ] as const
  for (const [fraction, preview] of beats) assert.ok(await beat(resources, claim, fraction, preview))
  const { task } = await watched.when(withPreview(21))
  assert.equal(task.progress, progressOf(task, 'render', 0.5))
  const { rows } = await resources.pool.query('select preview, seq from task where id = $1', [id])
  assert.deepEqual(rows, [{ preview: 21, seq: task.seq }])
})

test('where delivered videos are judged or marked there are no previews', async () => {
  const id = await create(gateway)
  const claim = await workUpTo(gateway, id, 'render')
  const takenWith = (content: object) =>
    openPreviews({ ...resources, config: { ...resources.config, ...content } }, claim).take
  const moderation = { url: 'http://127.0.0.1:1', secret: null, unavailable: 'allow', timeoutMs: 1 }
  assert.equal(typeof takenWith({}), 'function')
  assert.deepEqual([takenWith({ moderation }), takenWith({ watermark: 'mark' })], [undefined, undefined])
})
