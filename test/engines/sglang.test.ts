import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny'
import sharp from 'sharp'
import { MODES, type Mode } from '../../src/engine-limits.ts'
import { ASPECT_RATIOS, CANVASES, type Size } from '../../src/media/canvas.ts'
import { framesFor } from '../../src/media/frames.ts'
import type { Material, MaterialFile, TaskInput } from '../../workers/engine/engine.ts'
import { EngineFailure } from '../../workers/engine/failure.ts'
import type { ServerProfile } from '../../workers/engine/http/api.ts'
import { download } from '../../workers/engine/http/download.ts'
import { begin, untilDone } from '../../workers/engine/http/watch.ts'
import type { ServerSettings } from '../../workers/engine/settings.ts'
import { SGLANG } from '../../workers/engine/sglang/profiles.ts'
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
} from '../workers/engine/helpers.ts'
import { PATIENT, serverEngine, serverSettings } from '../workers/engines/subjects.ts'
import { SGLANG_JUDGES } from './servers.ts'
import { type Judge, startSglang } from './sglang.ts'

const H3 = 'sglang/minimax-h3'
const REF2VA = 'sglang/minimax-h3-ref2va'

function profileOf(name: string): ServerProfile {
  const profile = SGLANG.find((each) => each.name === name)
  assert.ok(profile)
  return profile
}

interface Wishes {
  readonly config?: Partial<ServerSettings>
  readonly task?: Partial<TaskInput>
  readonly material?: Material
}

/** Renders on a server for this profile, or on another one. */
async function render(t: TestContext, name: string, { config, task, material = materialOf() }: Wishes, on = name) {
  const server = await startSglang(t, SGLANG_JUDGES[on] as Judge)
  const engine = serverEngine(serverSettings(name, server.url, config))
  const input = { task: taskOf({ ...CANVAS, ...task }), material, folder: await newFolder(t) }
  const { path: encoded } = await engine.encode(input, calm(), ignore)
  const rendered = engine.render({ ...input, encoded }, calm(), ignore)
  return { server, rendered }
}

const CANVAS = { frames: 124, ...CANVASES['16:9'] }

/** The request of a task whose material is already fitted to the server; nothing is rendered. */
async function requestOf(t: TestContext, name: string, wishes: Wishes) {
  const server = await startSglang(t, SGLANG_JUDGES[name] as Judge)
  const { api, order } = orderOf(name, server.url, wishes)
  await begin(api, order, calm(), PATIENT)
  const [job] = server.jobs
  assert.ok(job)
  return job.sent
}

function orderOf(name: string, url: string, { config, task: wishes, material = materialOf() }: Wishes) {
  const profile = profileOf(name)
  const task = taskOf({ ...CANVAS, ...wishes })
  const order = { task, making: profile.making(task), material, accelerated: task.accelerated }
  return { api: profile.open(serverSettings(name, url, config)), order }
}

/** An image with a canvas' size, as it is fitted for a server. */
async function canvasImage(folder: string, { width, height }: Size): Promise<MaterialFile> {
  const path = join(folder, `${width}x${height}.png`)
  await sharp({ create: { width, height, channels: 3, background: '#357' } })
    .png()
    .toFile(path)
  return { ...imageFile(path), width, height }
}

const FILM = { ...videoFile(corpus('rotated-90.mp4'), 56), hasAudio: true }
const SILENT = videoFile(corpus('video-only.mov'), 22)
const SOUND = audioFile(corpus('extensible-24bit.wav'), 1000)
const PICTURE = imageFile(corpus('rgb.png'))

/** Material of a mode; each number gives other combinations. */
function materialFor(mode: Mode, image: MaterialFile, ends: boolean, number: number): Material {
  if (mode === 'text_to_video') return materialOf()
  if (mode === 'reference_to_video') {
    return materialOf({ references: [[PICTURE, SOUND], [SOUND], [SILENT, PICTURE, FILM, SOUND]][number % 3] ?? [] })
  }
  const [inputImage, endImage] = [image, ends ? image : null]
  return materialOf([{ inputImage, endImage }, { inputImage }, ends ? { endImage } : { inputImage }][number % 3])
}

for (const { name, limits, making } of SGLANG) {
  test(`${name}: every task within its limits is accepted, and made with the frames and size asked for`, async (t) => {
    const server = await startSglang(t, SGLANG_JUDGES[name] as Judge)
    const folder = await newFolder(t)
    const modes = MODES.filter((mode) => limits.modes[mode])
    const config = {
      acceleratedParameters: Object.fromEntries(modes.map((mode) => [mode, { num_inference_steps: 9 }])),
    }
    for (const ratio of ASPECT_RATIOS) {
      const canvas = CANVASES[ratio]
      const image = await canvasImage(folder, canvas)
      for (const mode of modes) {
        for (const ms of [5000, 5500, 14_500, 15_000]) {
          for (const number of [0, 1, 2, 3]) {
            const [audio, accelerated] = [number % 2 === 0, number > 1]
            const task = taskOf({ mode, frames: framesFor(ms), ...canvas, audio, accelerated })
            const material = materialFor(mode, image, !limits.modes[mode]?.ends, number)
            const { api, order } = orderOf(name, server.url, { config, task, material })
            await begin(api, order, calm(), PATIENT)
            const job = server.jobs.at(-1)
            assert.deepEqual(
              { ...job?.made, fails: job?.fails },
              { ...making(task), sound: name.includes('h3'), fails: null },
            )
            assert.equal(String(job?.sent.fields['num_inference_steps']), accelerated ? '9' : 'undefined')
            const { frames, fps } = making(task)
            assert.ok(frames / fps >= task.frames / 24 && frames / fps < (task.frames + 6) / 24)
          }
        }
      }
    }
  })
}

test('MiniMax H3 makes the task’s own frames and canvas', () => {
  for (const ratio of ASPECT_RATIOS) {
    const task = taskOf({ frames: 362, ...CANVASES[ratio] })
    assert.deepEqual(profileOf(H3).making(task), { frames: 362, fps: 24, ...CANVASES[ratio] })
  }
})

test('a text task of MiniMax H3 has a target in seconds, and neither frames, rate, size nor negative prompt', async (t) => {
  const task = { seed: 42, negativePrompt: 'rain', frames: 362 }
  const { fields, isForm } = await requestOf(t, H3, { task, config: { model: 'h3' } })
  assert.equal(isForm, false)
  assert.deepEqual(fields, {
    model: 'h3',
    prompt: 'a lake at sunset',
    seed: 42,
    task: 't2va',
    conditions: [],
    target: { short_edge: 768, aspect_ratio: '16:9', duration_seconds: 15 },
  })
})

test('start and end images are keyframes with the bytes of their files', async (t) => {
  const folder = await newFolder(t)
  const [inputImage, endImage] = [await canvasImage(folder, CANVAS), PICTURE]
  // No multiple of three, so that the last group is padded.
  await writeFile(inputImage.path, Buffer.concat([await readFile(inputImage.path), Buffer.alloc(200_001, 7)]))
  const { fields } = await requestOf(t, H3, {
    task: { mode: 'image_to_video' },
    material: materialOf({ inputImage, endImage }),
  })
  const uri = async ({ path }: MaterialFile) => `data:image/png;base64,${await readFile(path, 'base64')}`
  assert.deepEqual(fields['conditions'], [
    { type: 'image', role: 'keyframe', frame_index: 0, uri: await uri(inputImage) },
    { type: 'image', role: 'keyframe', frame_index: -1, uri: await uri(endImage) },
  ])
  assert.equal(Object(fields['target']).aspect_ratio, 'auto')
})

test('audio markers count the sound of videos before them, as MiniMax H3 does', async (t) => {
  const references = [SOUND, FILM, SILENT, { ...SOUND, path: corpus('cbr-info.mp3'), contentType: 'audio/mpeg' }]
  const prompt = '<Audio 1>, <Audio 2> and <Audio 3> over <Video 1> and <Video 2>'
  const task = { mode: 'reference_to_video', prompt } as const
  const { fields } = await requestOf(t, REF2VA, { task, material: materialOf({ references }) })
  assert.equal(fields['prompt'], '<Audio 1>, <Audio 3> and <Audio 3> over <Video 1> and <Video 2>')
  const conditions = fields['conditions'] as { type: string; role: string; uri: string }[]
  assert.deepEqual(
    conditions.map(({ type, role, uri }) => [type, role, uri.slice(0, uri.indexOf(';'))]),
    [
      ['audio', 'reference', 'data:audio/wav'],
      ['video', 'reference', 'data:video/mp4'],
      ['video', 'reference', 'data:video/mp4'],
      ['audio', 'reference', 'data:audio/mpeg'],
    ],
  )
})

test('the operator’s parameters are added, null removes one, and the task’s own take precedence', async (t) => {
  const parameters = {
    flow_shift: 12,
    prompt: 'x',
    fps: 8,
    task: 'ref2va',
    target: { duration_seconds: 4 },
    model: null,
  }
  const acceleratedParameters = {
    text_to_video: { num_inference_steps: 9, flow_shift: null, target: { short_edge: 512 } },
  }
  const config = { parameters, acceleratedParameters, model: 'h3' }
  const plain = await requestOf(t, H3, { config })
  const target = { short_edge: 768, aspect_ratio: '16:9', duration_seconds: 124 / 24 }
  const own = { prompt: 'a lake at sunset', seed: 1, task: 't2va', conditions: [] }
  assert.deepEqual(plain.fields, { flow_shift: 12, ...own, target })
  const fast = await requestOf(t, H3, { config, task: { accelerated: true } })
  assert.deepEqual(fast.fields, { num_inference_steps: 9, ...own, target: { ...target, short_edge: 512 } })
  const sized = {
    parameters: { width: 1, height: 1, size: '1x1', seconds: 4, num_frames: 5, seed: 7, guidance_scale: 4 },
  }
  const { fields } = await requestOf(t, 'sglang/wan-2.2-t2v', { config: sized })
  assert.deepEqual(fields, {
    prompt: 'a lake at sunset',
    size: '1280x720',
    num_frames: 85,
    fps: 16,
    seed: 1,
    guidance_scale: 4,
  })
})

test('Wan gets the fields that its server knows, and a start image as an upload', async (t) => {
  const inputImage = await canvasImage(await newFolder(t), CANVAS)
  const task = { mode: 'image_to_video', negativePrompt: 'rain' } as const
  const { fields, files, isForm } = await requestOf(t, 'sglang/wan-2.2-i2v', {
    task,
    material: materialOf({ inputImage }),
  })
  assert.equal(isForm, true)
  assert.deepEqual(fields, {
    prompt: 'a lake at sunset',
    num_frames: '85',
    fps: '16',
    seed: '1',
    negative_prompt: 'rain',
  })
  assert.deepEqual(
    files.map(({ field, contentType }) => [field, contentType]),
    [['input_reference', 'image/png']],
  )
})

test('an end image for Wan is outside its limits, and a permanent failure before any request', async (t) => {
  const name = 'sglang/wan-2.2-i2v'
  assert.deepEqual(profileOf(name).limits.modes.image_to_video?.ends, ['start'])
  const material = materialOf({ inputImage: PICTURE, endImage: PICTURE })
  const { server, rendered } = await render(t, name, { task: { mode: 'image_to_video' }, material })
  await assert.rejects(
    rendered,
    (error) => error instanceof EngineFailure && !error.retry && /only a start image/.test(error.message),
  )
  assert.deepEqual(server.lines, [])
})

test('a reference of another shape than the limits is a bad asset', async (t) => {
  const references = profileOf(REF2VA).limits.modes.reference_to_video?.references
  assert.deepEqual([references?.image, references?.video], Array(2).fill({ minRatio: 0.25, maxRatio: 4 }))
  for (const [width, height, accepted] of [
    [400, 100, true],
    [404, 100, false],
    [100, 404, false],
  ] as const) {
    const image = await canvasImage(await newFolder(t), { width, height })
    const wishes = { task: { mode: 'reference_to_video' }, material: materialOf({ references: [image] }) } as const
    if (accepted) await requestOf(t, REF2VA, wishes)
    else await assert.rejects((await render(t, REF2VA, wishes)).rendered, { reason: 'invalid_asset' })
  }
})

test('a task of the other weights fails for good, and the video is removed from the server', async (t) => {
  assert.deepEqual(Object.keys(profileOf(H3).limits.modes), ['text_to_video', 'image_to_video'])
  assert.deepEqual(Object.keys(profileOf(REF2VA).limits.modes), ['reference_to_video'])
  const { server, rendered } = await render(t, H3, {}, REF2VA)
  await assert.rejects(
    rendered,
    (error) => error instanceof EngineFailure && !error.retry && /not served by/.test(error.message),
  )
  assert.deepEqual(server.lines.at(-1), 'DELETE /v1/videos/ID')
})

test('any other failure of a render may be repeated, and a cancelled video is lost', () => {
  const { stateOf } = orderOf(H3, 'http://127.0.0.1:9', {}).api
  const failed = (message: string) => stateOf({ status: 'failed', error: { message } })
  assert.deepEqual(failed('Error from scheduler: CUDA out of memory'), {
    is: 'failed',
    complaint: { code: '', words: 'Error from scheduler: CUDA out of memory', blamesRequest: false },
  })
  assert.deepEqual(failed('Video generation cancelled'), { is: 'gone' })
  for (const status of ['cancelling', 'cancelled', 'deleted']) assert.deepEqual(stateOf({ status }), { is: 'gone' })
  assert.deepEqual(stateOf({ status: 'queued', progress: 0 }), { is: 'running', fraction: 0 })
})

test('a video of MiniMax H3 is polled, downloaded and deleted', async (t) => {
  const { server, rendered } = await render(t, H3, {})
  assert.deepEqual(await read((await rendered).path), { frames: 124, fps: 24, ...CANVASES['16:9'], sound: true })
  assert.deepEqual(server.lines, [
    'POST /v1/videos',
    'GET /v1/videos/ID',
    'GET /v1/videos/ID',
    'GET /v1/videos/ID/content',
    'DELETE /v1/videos/ID',
  ])
})

test('images are fitted to the canvas before they are sent', async (t) => {
  const material = materialOf({ inputImage: imageFile(corpus('photo-exif6.jpg')) })
  const { server, rendered } = await render(t, H3, { task: { mode: 'image_to_video' }, material })
  await rendered
  assert.deepEqual(server.jobs[0]?.made, { frames: 124, fps: 24, ...CANVASES['16:9'], sound: true })
})

test('Wan delivers 16 frames a second in its own size, without sound', async (t) => {
  const name = 'sglang/wan-2.2-t2v'
  const server = await startSglang(t, SGLANG_JUDGES[name] as Judge)
  const { api, order } = orderOf(name, server.url, {})
  const id = await begin(api, order, calm(), PATIENT)
  await untilDone(api, id, { signal: calm(), pace: PATIENT, hasMaterial: false }, ignore)
  const to = join(await newFolder(t), 'wan.mp4')
  const file = { path: api.contentPath(id), to, signal: calm(), pace: PATIENT, onFraction: ignore }
  assert.deepEqual(await download(api.server, file, read), { ...order.making, sound: false })
})

async function read(path: string) {
  using input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  const video = await input.getPrimaryVideoTrack()
  const { packetCount: frames, averagePacketRate: rate } = (await video?.computePacketStats()) ?? {}
  const sound = (await input.getPrimaryAudioTrack()) !== null
  const [width, height] = [await video?.getDisplayWidth(), await video?.getDisplayHeight()]
  return { frames, fps: Math.round(rate ?? 0), width, height, sound }
}
