import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import sharp from 'sharp'
import type { Material, TaskInput } from '../../../workers/engine/engine.ts'
import { EngineFailure } from '../../../workers/engine/failure.ts'
import type { ServerSettings } from '../../../workers/engine/settings.ts'
import { atMost } from '../../support/rounds.ts'
import {
  audioFile,
  calm,
  corpus,
  ignore,
  imageFile,
  materialOf,
  newFolder,
  taskOf,
  videoFile,
} from '../engine/helpers.ts'
import { clipOf } from './clips.ts'
import { lightx2vDialect } from './dialects.ts'
import { startModelServer, type Trick } from './model-server.ts'
import { lightx2vConfig, serverEngine } from './subjects.ts'
import { honest, interim } from './tricks.ts'

/** Timeout for the answer to a create. */
const CREATE_MS = 60_000

await clipOf(22)

async function render(
  t: TestContext,
  wishes: { config?: Partial<ServerSettings>; task?: Partial<TaskInput>; material?: Material; trick?: Trick } = {},
) {
  const server = await startModelServer(t, lightx2vDialect, wishes.trick ?? honest)
  const engine = serverEngine(lightx2vConfig(server.url, wishes.config))
  const { material = materialOf() } = wishes
  const input = { task: taskOf(wishes.task), material, folder: await newFolder(t) }
  const { path: encoded } = await engine.encode(input, calm(), ignore)
  const made = await engine.render({ ...input, encoded }, calm(), ignore)
  const [video] = server.videos
  assert.ok(video)
  return { ...made, server, video, folder: input.folder }
}

test('a server that sends interim answers renders the video', async (t) => {
  const { server } = await render(t, { trick: interim })
  assert.equal(server.videos.length, 1)
})

test('a text request has prompt, seed, frames and canvas, under a chosen id', async (t) => {
  const { video, server } = await render(t, { task: { seed: 42, negativePrompt: 'rain' } })
  const { task_id: id, ...fields } = video.fields
  assert.match(String(id), /^vidgate-[0-9a-f-]{36}$/)
  assert.deepEqual(fields, {
    prompt: 'a lake at sunset',
    negative_prompt: 'rain',
    seed: 42,
    target_video_length: 22,
    target_shape: [192, 320],
  })
  assert.deepEqual(
    server.requests.map(({ line }) => line.replace(String(id), 'ID')),
    [
      'POST /v1/tasks/video/',
      'GET /v1/tasks/ID/status',
      'GET /v1/tasks/ID/status',
      'GET /v1/tasks/ID/status',
      'GET /v1/tasks/ID/result',
    ],
  )
})

test('a start image is sent in the request, upright and stretched to the canvas', async (t) => {
  const material = materialOf({ inputImage: imageFile(corpus('photo-exif6.jpg')) })
  const config = { sharedFiles: false }
  const { video } = await render(t, { config, task: { mode: 'image_to_video' }, material })
  const { format, width, height } = await sharp(Buffer.from(String(video.fields['image_path']), 'base64')).metadata()
  assert.deepEqual({ format, width, height }, { format: 'png', width: 320, height: 192 })
})

test('shared files are sent by path, and lists with commas', async (t) => {
  const images = { inputImage: imageFile(corpus('rgb.png')), endImage: imageFile(corpus('cmyk.jpg')) }
  const both = await render(t, { task: { mode: 'image_to_video' }, material: materialOf(images) })
  assert.equal(both.video.fields['image_path'], join(both.folder, 'start.png'))
  assert.equal(both.video.fields['last_frame_path'], join(both.folder, 'end.png'))
  assert.equal((await sharp(await readFile(join(both.folder, 'end.png'))).metadata()).width, 320)
  const references = [
    imageFile(corpus('rgb.png')),
    audioFile(corpus('extensible-24bit.wav'), 900),
    videoFile(corpus('rotated-90.mp4'), 22),
    imageFile(corpus('flag-16bit.png')),
  ]
  const { video, folder } = await render(t, {
    task: { mode: 'reference_to_video' },
    material: materialOf({ references }),
  })
  assert.equal(video.fields['image_path'], `${join(folder, 'reference-1.png')},${join(folder, 'reference-4.png')}`)
  assert.equal(video.fields['video_path'], corpus('rotated-90.mp4'))
  assert.equal(video.fields['audio_path'], corpus('extensible-24bit.wav'))
})

test('an end image without shared files is a permanent failure before any request', async (t) => {
  const server = await startModelServer(t, lightx2vDialect, honest)
  const engine = serverEngine(lightx2vConfig(server.url, { sharedFiles: false }))
  const material = materialOf({ endImage: imageFile(corpus('rgb.png')) })
  const input = { task: taskOf({ mode: 'image_to_video' }), material, folder: await newFolder(t) }
  const hopeless = (error: unknown) => error instanceof EngineFailure && !error.retry
  await assert.rejects(engine.encode(input, calm(), ignore), hopeless)
  await assert.rejects(engine.render({ ...input, encoded: '' }, calm(), ignore), hopeless)
  assert.deepEqual(server.requests, [])
})

test('a configured faster setting is requested', async (t) => {
  const config = {
    parameters: { infer_steps: 30 },
    acceleratedParameters: { text_to_video: { lora_name: 'turbo', infer_steps: 4 } },
  }
  const fast = await render(t, { config, task: { accelerated: true } })
  assert.equal(fast.accelerated, true)
  assert.deepEqual([fast.video.fields['infer_steps'], fast.video.fields['lora_name']], [4, 'turbo'])
  const plain = await render(t, { config })
  assert.deepEqual([plain.video.fields['infer_steps'], plain.video.fields['lora_name']], [30, undefined])
})

test('an abort of an unanswered create still cancels the video by its chosen id', async (t) => {
  const posted = Promise.withResolvers<void>()
  const server = await startModelServer(t, lightx2vDialect, () => {
    posted.resolve()
    return true
  })
  const engine = serverEngine(lightx2vConfig(server.url), { create: CREATE_MS })
  const input = { task: taskOf(), material: materialOf(), folder: await newFolder(t), encoded: '' }
  const abort = new AbortController()
  const reason = new Error('cancelled by its owner')
  const rejected = assert.rejects(engine.render(input, abort.signal, ignore), (error) => error === reason)
  await posted.promise
  const at = performance.now()
  abort.abort(reason)
  await rejected
  assert.ok(performance.now() - at < atMost(2000, CREATE_MS / 2))
  assert.match(server.requests.at(-1)?.line ?? '', /^DELETE \/v1\/tasks\/vidgate-[0-9a-f-]{36}$/)
})
