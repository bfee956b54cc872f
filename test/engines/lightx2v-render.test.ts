import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { FilePathSource, Input, MP4 } from 'mediabunny'
import sharp from 'sharp'
import type { Material, TaskInput } from '../../workers/engine/engine.ts'
import { EngineFailure } from '../../workers/engine/failure.ts'
import type { ServerSettings } from '../../workers/engine/settings.ts'
import { atMost } from '../support/rounds.ts'
import { calm, corpus, ignore, imageFile, materialOf, newFolder, taskOf } from '../workers/engine/helpers.ts'
import { lightx2vDialect } from '../workers/engines/dialects.ts'
import { startModelServer } from '../workers/engines/model-server.ts'
import { serverEngine, serverSettings } from '../workers/engines/subjects.ts'
import { interim } from '../workers/engines/tricks.ts'
import { startLightx2v } from './lightx2v.ts'
import type { ServerTask } from './lightx2v-models.ts'
import { digestsOf, image, other, profileOf, SILENT, SOUNDS, SOUNDTRACKS, usedBy } from './lightx2v-orders.ts'

/** Timeout for the answer to a create. */
const CREATE_MS = 60_000

/** A server with this task, and a render on it with the engine. */
async function open(t: TestContext, task: ServerTask, wishes: Partial<ServerSettings> = {}) {
  const server = await startLightx2v(t, { task })
  const engine = serverEngine(serverSettings(profileOf(task).name, server.url, { sharedFiles: true, ...wishes }))
  const [mode = 'text_to_video' as const] = Object.keys(engine.limits.modes) as TaskInput['mode'][]
  const render = async (material: Material = materialOf(), more: Partial<TaskInput> = {}) => {
    const input = { task: taskOf({ mode, frames: 124, ...more }), material, folder: await newFolder(t) }
    const { path: encoded } = await engine.encode(input, calm(), ignore)
    const made = await engine.render({ ...input, encoded }, calm(), ignore)
    const run = server.runs.at(-1)
    assert.ok(run)
    return { ...made, run, folder: input.folder }
  }
  return { server, render }
}

async function framesOf(path: string): Promise<number> {
  using input = new Input({ source: new FilePathSource(path), formats: [MP4] })
  return (await (await input.getPrimaryVideoTrack())?.computePacketStats())?.packetCount ?? 0
}

test('a text task is created under a chosen id, polled, and downloaded with its exact frames', async (t) => {
  const { server, render } = await open(t, 't2av')
  const { path, run } = await render(materialOf(), { seed: 42, negativePrompt: 'rain' })
  assert.equal(await framesOf(path), 124)
  assert.match(run.id, /^vidgate-[0-9a-f-]{36}$/)
  const { prompt, negative_prompt: negative, seed, target_shape: shape, target_video_length: length } = run.inputs
  assert.deepEqual([prompt, negative, seed, shape, length], ['a lake at sunset', 'rain', 42, [192, 320], 124])
  assert.deepEqual(
    [...new Set(server.requests)].map((line) => line.replace(run.id, 'ID')),
    ['POST /v1/tasks/video/', 'GET /v1/tasks/ID/status', 'GET /v1/tasks/ID/result'],
  )
})

test('a start image is sent in the request, upright and stretched to the canvas, to one server after another image', async (t) => {
  const { render } = await open(t, 'i2av', { sharedFiles: false })
  const first = await render(materialOf({ inputImage: imageFile(corpus('rgb.png')) }))
  const second = await render(materialOf({ inputImage: imageFile(corpus('photo-exif6.jpg')) }))
  for (const { run, folder } of [first, second]) {
    const sent = imageFile(join(folder, 'start.png'))
    assert.deepEqual(usedBy(run), await digestsOf(materialOf({ inputImage: sent })))
    const { format, width, height } = await sharp(await readFile(sent.path)).metadata()
    assert.deepEqual({ format, width, height }, { format: 'png', width: 320, height: 192 })
  }
  assert.notDeepEqual(first.run.used, second.run.used)
})

test('start and end image are sent by path to a server with shared files', async (t) => {
  const { render } = await open(t, 'fl2av')
  const images = { inputImage: imageFile(corpus('rgb.png')), endImage: imageFile(corpus('cmyk.jpg')) }
  const { run, folder } = await render(materialOf(images))
  const { image_path: start, last_frame_path: end } = run.inputs
  assert.deepEqual([start, end], [join(folder, 'start.png'), join(folder, 'end.png')])
  assert.equal((await sharp(String(end)).metadata()).width, 320)
})

test('references are sent by path, in lists with commas, and those of the task before are gone', async (t) => {
  const { render } = await open(t, 'ref2av')
  const [film = SILENT] = SOUNDTRACKS
  const before = await render(materialOf({ references: [image, film, ...SOUNDS.slice(0, 1), other] }))
  const paths = ['reference-1.png', 'reference-4.png'].map((name) => join(before.folder, name))
  assert.equal(before.run.inputs['image_path'], paths.join(','))
  assert.equal(before.run.inputs['video_path'], film.path)
  assert.equal(before.run.inputs['audio_path'], join(before.folder, 'reference-3.wav'))
  const { run } = await render(materialOf({ references: [SILENT] }))
  const { image_path: images, video_path: videos, audio_path: sounds } = run.inputs
  assert.deepEqual([images, videos, sounds], ['', SILENT.path, ''])
})

test('Wan makes the next 4k+1 frames at 16 a second, without sound', async (t) => {
  const text = await open(t, 't2v')
  assert.deepEqual((await text.render()).run.made, { frames: 85, fps: 16, width: 320, height: 192, sound: false })
  const picture = await open(t, 'i2v', { sharedFiles: false })
  const inputImage = imageFile(corpus('rgb.png'))
  const { run } = await picture.render(materialOf({ inputImage }))
  assert.deepEqual(run.made, { frames: 85, fps: 16, width: 1232, height: 736, sound: false })
})

test('a server that is always fast renders accelerated tasks as such if its limits say so', async (t) => {
  const limits = { modes: { text_to_video: { accelerated: true } } }
  for (const [wishes, expected] of [
    [{}, false],
    [{ limits }, true],
  ] as const) {
    const { render } = await open(t, 't2av', wishes)
    assert.equal((await render(materialOf(), { accelerated: true })).accelerated, expected)
  }
})

test('a file that the server has no access to is the operator’s failure, not a bad file of the caller', async (t) => {
  const { render } = await open(t, 'ref2av')
  const lost = { ...SILENT, path: '/nowhere/clip.mp4' }
  await assert.rejects(render(materialOf({ references: [lost] })), (error) => error instanceof EngineFailure)
})

test('a server that sends interim answers renders the video', async (t) => {
  const server = await startModelServer(t, lightx2vDialect, interim)
  const engine = serverEngine(serverSettings('lightx2v/minimax-h3-t2av', server.url))
  const input = { task: taskOf(), material: materialOf(), folder: await newFolder(t) }
  await engine.render({ ...input, encoded: '' }, calm(), ignore)
  assert.equal(server.videos.length, 1)
})

test('an abort of an unanswered create still cancels the video by its chosen id', async (t) => {
  const posted = Promise.withResolvers<void>()
  const server = await startModelServer(t, lightx2vDialect, () => {
    posted.resolve()
    return true
  })
  const engine = serverEngine(serverSettings('lightx2v/minimax-h3-t2av', server.url), { create: CREATE_MS })
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
