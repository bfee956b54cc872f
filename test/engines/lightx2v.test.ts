import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError } from '../../src/config.ts'
import { MODES, type ReferenceLimits } from '../../src/engine-limits.ts'
import { CANVASES } from '../../src/media/canvas.ts'
import { framesFor } from '../../src/media/frames.ts'
import type { MaterialFile } from '../../workers/engine/engine.ts'
import { EngineFailure } from '../../workers/engine/failure.ts'
import type { ServerProfile } from '../../workers/engine/http/api.ts'
import { LIGHTX2V } from '../../workers/engine/lightx2v/profiles.ts'
import { randomFrom } from '../../workers/engine/procedural/pixels/random.ts'
import { materialOf } from '../workers/engine/helpers.ts'
import { serverSettings } from '../workers/engines/subjects.ts'
import { newServer } from './lightx2v.ts'
import {
  bodyOf,
  digestsOf,
  image,
  imageOf,
  limitsOf,
  materialFor,
  modeOf,
  other,
  profileOf,
  SILENT,
  SOUNDS,
  SOUNDTRACKS,
  serverTaskOf,
  usedBy,
} from './lightx2v-orders.ts'

test('every accepted duration, ratio, sound and draft is made as asked', async () => {
  const acceleratedParameters = Object.fromEntries(MODES.map((mode) => [mode, { lora_name: 'turbo.safetensors' }]))
  for (const profile of LIGHTX2V) {
    const server = newServer({ task: serverTaskOf(profile), loras: ['turbo.safetensors'] })
    for (const canvas of Object.values(CANVASES)) {
      const [start, end] = await Promise.all(['red', 'blue'].map((colour) => imageOf(canvas, colour)))
      const ends = limitsOf(profile)?.ends?.[0]
      const material = materialOf({
        inputImage: ends === 'start' || ends === 'both' ? (start ?? null) : null,
        endImage: ends === 'end' || ends === 'both' ? (end ?? null) : null,
        references: modeOf(profile) === 'reference_to_video' ? [image, SILENT] : [],
      })
      for (const seconds of [5, 5.5, 14.5, 15]) {
        for (const [audio, accelerated] of [
          [true, false],
          [false, true],
          [true, true],
          [false, false],
        ] as const) {
          const wished = { frames: framesFor(seconds * 1000), ...canvas, audio, accelerated }
          const { making, body, task } = await bodyOf(profile, material, {
            task: wished,
            settings: { acceleratedParameters },
          })
          assert.equal(server.refusalOf(body), null)
          const { made, error, lora } = await server.run(body)
          assert.equal(error, null, `${profile.name} ${JSON.stringify(wished)}`)
          assert.deepEqual(made, { ...making, sound: limitsOf(profile)?.sound })
          assert.equal(lora, accelerated ? 'turbo.safetensors' : null)
          const spare = (made?.frames ?? 0) / making.fps - task.frames / 24
          assert.ok(spare >= 0 && spare < 4 / making.fps + 0.001, `${spare} s more than the task`)
        }
      }
    }
  }
})

test('100 random pairs of tasks with different material after each other never mix', async () => {
  const random = randomFrom('pairs')
  for (let pair = 0; pair < 100; pair++) {
    const profile = random.chance(0.5)
      ? profileOf('ref2av')
      : random.pick(LIGHTX2V as [ServerProfile, ...ServerProfile[]])
    const server = newServer({ task: serverTaskOf(profile) })
    for (let turn = 0; turn < 2; turn++) {
      const material = materialFor(profile, random)
      const { body } = await bodyOf(profile, material, { task: { seed: random.below(1000) } })
      const run = await server.run(body)
      assert.equal(run.error, null)
      assert.deepEqual(usedBy(run), await digestsOf(material), `${profile.name}, pair ${pair}`)
    }
  }
})

test('a task uses none of the material or text that another client left in the server', async () => {
  const [sound = image] = SOUNDS
  const left = { image_path: other.path, last_frame_path: other.path, video_path: SILENT.path, audio_path: sound.path }
  const server = newServer({ task: 'ref2av' })
  const sizes = { target_video_length: 362, target_shape: [768, 768] }
  const theirs = await server.run({ task_id: 'theirs', prompt: 'a', negative_prompt: 'b', seed: 1, ...sizes, ...left })
  assert.equal(theirs.error, null)
  const material = materialOf({ references: [image] })
  const run = await server.run((await bodyOf(profileOf('ref2av'), material)).body)
  assert.deepEqual(usedBy(run), await digestsOf(material))
  const { prompt, negative_prompt: negative, video_path: video, audio_path: audio, image_path: path } = run.inputs
  assert.deepEqual([prompt, negative, video, audio, path], ['a lake at sunset', '', '', '', image.path])
  assert.equal(run.made?.frames, 124)
})

test('material that a server ignores is outside the limits, and is a permanent failure before any request', async () => {
  const ends = Object.fromEntries(LIGHTX2V.map((profile) => [serverTaskOf(profile), limitsOf(profile)?.ends ?? []]))
  assert.deepEqual(ends, {
    t2av: [],
    i2av: ['start'],
    l2av: ['end'],
    fl2av: ['both'],
    ref2av: [],
    t2v: [],
    i2v: ['start'],
    flf2v: ['both'],
  })
  const hopeless = (error: unknown) => error instanceof EngineFailure && !error.retry
  const both = materialOf({ inputImage: image, endImage: other })
  for (const task of ['t2av', 'i2av', 'l2av', 'ref2av', 't2v', 'i2v'] as const) {
    await assert.rejects(bodyOf(profileOf(task), both), hopeless, task)
  }
  for (const task of ['t2av', 'fl2av', 't2v'] as const) {
    await assert.rejects(bodyOf(profileOf(task), materialOf({ references: [image, SILENT] })), hopeless, task)
  }
})

/** Whether references exceed the limits of a profile. */
function isBeyond(
  references: readonly MaterialFile[],
  { max = 15, audioOnly, maxSounds = 15, image, video }: ReferenceLimits,
) {
  const count = (kind: MaterialFile['kind']) => references.filter((file) => file.kind === kind).length
  const wide = references.some(
    ({ width, height }) => width !== null && width > (image?.maxRatio ?? 100) * (height ?? 1),
  )
  if (wide || references.length > max || references.filter(({ hasAudio }) => hasAudio).length > maxSounds) return true
  if (count('image') > (image?.max ?? 15) || count('video') > (video?.max ?? 15)) return true
  return audioOnly === false && references.every(({ kind }) => kind === 'audio')
}

test('references that the server refuses are outside the limits', async () => {
  const panorama = await imageOf({ width: 32 * 41, height: 32 * 10 }, 'red')
  const many = (count: number) => Array.from({ length: count }, () => image)
  const cases: Readonly<Record<string, readonly MaterialFile[]>> = {
    'more than 12': [...many(9), SILENT, ...SOUNDS],
    '10 images': many(10),
    '4 videos': [SILENT, SILENT, SILENT, SILENT],
    'audio alone': SOUNDS,
    'four sounds with those of videos': [...SOUNDTRACKS, ...SOUNDS.slice(0, 2)],
    'an image of 4.1 to 1': [panorama],
  }
  const profile = profileOf('ref2av')
  const limits = limitsOf(profile)?.references ?? {}
  for (const [name, references] of Object.entries(cases)) {
    const { body } = await bodyOf(profile, materialOf({ references }))
    const { error } = await newServer({ task: 'ref2av' }).run(body)
    assert.equal(error?.type, 'ValueError', name)
    assert.ok(isBeyond(references, limits), name)
  }
  const most = [...many(8), ...SOUNDTRACKS, SILENT, SOUNDS[0] ?? image]
  const { error } = await newServer({ task: 'ref2av' }).run(
    (await bodyOf(profile, materialOf({ references: most }))).body,
  )
  assert.deepEqual([error, isBeyond(most, limits)], [null, false])
})

test('markers count the sounds of reference videos before the audio files, as the server does', async () => {
  const prompt = 'to <Audio 1> and <Audio 2>, <Video 2> as in <Picture 1>'
  const references = [...SOUNDS.slice(0, 2), image, ...SOUNDTRACKS.slice(0, 1), SILENT]
  const { body } = await bodyOf(profileOf('ref2av'), materialOf({ references }), { task: { prompt } })
  assert.equal(body['prompt'], 'to <Audio 2> and <Audio 3>, <Video 2> as in <Picture 1>')
})

test('a parameter of an accelerated task does not reach the next task', async () => {
  const parameters = { infer_steps: 30, negative_prompt: 'blur' }
  const acceleratedParameters = { text_to_video: { infer_steps: 4, lora_name: 'turbo', negative_prompt: 'haste' } }
  const server = newServer({ task: 't2av', loras: ['turbo'] })
  const seen = []
  for (const [accelerated, negativePrompt] of [
    [true, null],
    [false, null],
    [false, 'rain'],
    [true, null],
  ] as const) {
    const wishes = { task: { accelerated, negativePrompt }, settings: { parameters, acceleratedParameters } }
    const { config, inputs, lora } = await server.run((await bodyOf(profileOf('t2av'), materialOf(), wishes)).body)
    seen.push([config['infer_steps'], lora, inputs['negative_prompt']])
  }
  assert.deepEqual(seen, [
    [4, 'turbo', 'haste'],
    [30, null, 'blur'],
    [30, null, 'rain'],
    [4, 'turbo', 'haste'],
  ])
  const open = () =>
    profileOf('t2av').open(serverSettings('lightx2v/minimax-h3-t2av', 'http://gpu', { acceleratedParameters }))
  assert.throws(
    open,
    (error) => error instanceof ConfigError && /^ENGINE_PARAMETERS: must set infer_steps/.test(error.message),
  )
})

test('a profile that needs paths is a configuration error without shared files', () => {
  const needing = LIGHTX2V.filter((profile) => {
    try {
      profile.open(serverSettings(profile.name, 'http://gpu', { sharedFiles: false }))
      return false
    } catch (error) {
      assert.ok(error instanceof ConfigError)
      assert.match(error.message, /^ENGINE_SHARED_FILES: must be true for lightx2v\//)
      return true
    }
  })
  assert.deepEqual(needing.map(serverTaskOf), ['l2av', 'fl2av', 'ref2av', 'flf2v'])
})
