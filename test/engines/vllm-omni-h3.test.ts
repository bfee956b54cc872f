import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MODES } from '../../src/engine-limits.ts'
import { framesFor } from '../../src/media/frames.ts'
import type { MaterialFile, TaskInput } from '../../workers/engine/engine.ts'
import type { Parameters } from '../../workers/engine/settings.ts'
import { MINIMAX_H3 as profile } from '../../workers/engine/vllm-omni/minimax-h3.ts'
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
import { startModelServer } from '../workers/engines/model-server.ts'
import { serverEngine, serverSettings } from '../workers/engines/subjects.ts'
import { honest } from '../workers/engines/tricks.ts'
import { judge, type Model, vllmOmni, wan } from './vllm-omni.ts'
import { MINIMAX_H3, probe } from './vllm-omni-h3.ts'
import { filmOf, LORA, pictureOf, requestFor, soundOf } from './vllm-omni-requests.ts'

test('MiniMax H3 serves all modes from 5 to 15 seconds at the task’s own frames, size and rate', () => {
  for (const mode of MODES) {
    const { minMs = 0, maxMs = Number.POSITIVE_INFINITY } = profile.limits.modes[mode] ?? { maxMs: 0 }
    assert.ok(minMs <= 5000 && maxMs >= 15_000)
  }
  for (let ms = 5000; ms <= 15_000; ms += 100) {
    const task = taskOf({ frames: framesFor(ms), width: 1536, height: 672 })
    assert.deepEqual(profile.making(task), { frames: task.frames, fps: 24, width: 1536, height: 672 })
  }
})

test('references at the limits of MiniMax H3’s profile are served, and those beyond are not', async (t) => {
  const folder = await newFolder(t)
  const { references } = profile.limits.modes.reference_to_video ?? {}
  assert.deepEqual(references, {
    max: 12,
    audioOnly: false,
    image: { max: 9, minSide: 256, minRatio: 0.4, maxRatio: 2.5 },
    video: { max: 3, minSide: 256, minRatio: 0.4, maxRatio: 2.5, minMs: 2000 },
    audio: { max: 3, minMs: 2000 },
  })
  const serves = async (...files: MaterialFile[]) => {
    const task = taskOf({ mode: 'reference_to_video', frames: 124, width: 1344, height: 768 })
    return 'made' in (await judge(MINIMAX_H3, await requestFor(profile, task, materialOf({ references: files }))))
  }
  const image = (width: number, height: number) => pictureOf(folder, { width, height })
  const [small, sound, film] = [await image(256, 256), await soundOf(folder, 2), await filmOf(2)]
  assert.ok(await serves(small))
  assert.ok(!(await serves(await image(255, 300))))
  assert.ok(await serves(await image(640, 256), await image(256, 640)))
  assert.ok(!(await serves(await image(642, 256))))
  assert.ok(!(await serves(await image(256, 642))))
  assert.ok(await serves(...Array(9).fill(small), film, sound, sound))
  assert.ok(!(await serves(...Array(9).fill(small), film, film, sound, sound)))
  assert.ok(!(await serves(...Array(10).fill(small))))
  assert.ok(!(await serves(sound)))
  assert.ok(!(await serves(small, await soundOf(folder, 1.9))))
  assert.ok(!(await serves(await filmOf(1.9))))
  assert.ok(!(await serves(await filmOf(2, { width: 448, height: 240 }))))
})

test('a LoRA of MiniMax H3 accelerates the modes of its family, as its file name says', () => {
  const acceleratedBy = (name: string) => {
    const faster = { num_inference_steps: 4, lora: { name: 'turbo', path: `/models/${name}.safetensors` } }
    const acceleratedParameters = Object.fromEntries(MODES.map((mode) => [mode, faster]))
    const settings = serverSettings('vllm-omni/minimax-h3', 'http://gpu', { acceleratedParameters })
    const { modes } = serverEngine(settings).limits
    return MODES.filter((mode) => modes[mode]?.accelerated)
  }
  assert.deepEqual(acceleratedBy('minimax_h3_fl2v_turbo_4step_v1.0_768p_bf16'), ['text_to_video', 'image_to_video'])
  assert.deepEqual(acceleratedBy('minimax_h3_ref2v_turbo_8step_v1.0_768p_bf16'), ['reference_to_video'])
  assert.deepEqual(acceleratedBy('minimax_h3_t2va_flashgen_4step_v1.0_768p_bf16'), ['text_to_video'])
})

test('a LoRA with another name, other steps or another shift is refused by the server', async () => {
  const verdictOf = async (faster: Parameters) => {
    const task = taskOf({ frames: 124, width: 1344, height: 768, accelerated: true })
    return judge(MINIMAX_H3, await requestFor(profile, task, materialOf(), { text_to_video: faster }))
  }
  assert.ok('made' in (await verdictOf(LORA)))
  assert.ok('failed' in (await verdictOf({ ...LORA, lora: { name: 'turbo', path: '/models/turbo.safetensors' } })))
  assert.ok('failed' in (await verdictOf({ ...LORA, num_inference_steps: 4 })))
  assert.ok('failed' in (await verdictOf({ ...LORA, flow_shift: 12 })))
  assert.ok('failed' in (await verdictOf({ ...LORA, lora: { name: 'turbo' } })))
})

test('the prompt’s audio markers follow the numbers of the model, which counts the sound of videos first', async (t) => {
  const folder = await newFolder(t)
  const [film, sound] = [await filmOf(2), await soundOf(folder, 2)]
  const task = taskOf({ mode: 'reference_to_video', prompt: '<Video 1> sings <Audio 1>, then <Audio 2>' })
  const promptOf = async (...references: MaterialFile[]) =>
    (await requestFor(profile, task, materialOf({ references }))).fields['prompt']
  assert.equal(await promptOf(film, sound, film, sound), '<Video 1> sings <Audio 3>, then <Audio 4>')
  assert.equal(await promptOf({ ...film, hasAudio: false }, sound, sound), task.prompt)
})

test('references of any accepted codec, rate and pixel shape are served, and lengths within the tolerance of the API', async (t) => {
  const server = await startModelServer(t, vllmOmni(MINIMAX_H3), honest)
  const engine = serverEngine(serverSettings(profile.name, server.url))
  const film = { ...videoFile(corpus('edit-list.mp4'), 216), width: 854, height: 480, hasAudio: true }
  const sound = { ...audioFile(corpus('audio-only.mp4'), 15_020), contentType: 'audio/mp4' }
  const material = materialOf({ references: [film, sound] })
  const task = taskOf({ mode: 'reference_to_video', frames: 124, width: 448, height: 256 })
  const input = { task, material, folder: await newFolder(t) }
  const { path: encoded } = await engine.encode(input, calm(), ignore)
  await engine.render({ ...input, encoded }, calm(), ignore)
  const [video] = server.videos
  assert.equal(video?.frames, 124)
  const sent = await Promise.all((video?.files ?? []).map(probe))
  assert.deepEqual(
    sent.map(({ codec, soundCodec, width, height, seconds }) => [codec, soundCodec, width, height, seconds.toFixed(2)]),
    [
      ['avc', 'aac', 854, 480, '5.17'],
      [null, 'pcm-s16', 0, 0, '15.00'],
    ],
  )
})

for (const [name, model, wishes, making] of [
  ['vllm-omni/minimax-h3', MINIMAX_H3, { audio: true }, { frames: 362, fps: '24', sent: '360' }],
  [
    'vllm-omni/wan-2.2-i2v',
    wan({ image: 'must', multiple: 16 }),
    { audio: false },
    { frames: 245, fps: '16', sent: '245' },
  ],
] satisfies [string, Model, Partial<TaskInput>, object][]) {
  test(`${name} renders 15 seconds from a start image in one request`, async (t) => {
    const server = await startModelServer(t, vllmOmni(model), honest)
    const engine = serverEngine(serverSettings(name, server.url))
    const material = materialOf({ inputImage: imageFile(corpus('photo-exif6.jpg')) })
    const task = taskOf({ mode: 'image_to_video', frames: framesFor(15_000), width: 448, height: 256, ...wishes })
    const input = { task, material, folder: await newFolder(t) }
    const { path: encoded } = await engine.encode(input, calm(), ignore)
    await engine.render({ ...input, encoded }, calm(), ignore)
    const [video, ...others] = server.videos
    assert.deepEqual(others, [])
    assert.equal(video?.frames, making.frames)
    assert.deepEqual([video?.fields['num_frames'], video?.fields['fps']], [making.sent, making.fps])
  })
}
