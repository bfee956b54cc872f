import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny'
import type { MaterialFile, TaskInput } from '../../../workers/engine/engine.ts'
import { describeScene } from '../../../workers/engine/procedural/scene/scene.ts'
import { mixOf } from '../../../workers/engine/procedural/sound/mix.ts'
import { proceduralEngine } from '../../../workers/engine/procedural.ts'
import { quietCodec } from '../../support/codec.ts'
import { writeTone } from './clips.ts'
import { audioFile, CODECS, calm, corpus, ignore, materialOf, newFolder, taskOf, videoFile } from './helpers.ts'

const FRAMES = 56

function soundTask(wishes: Partial<TaskInput> = {}): TaskInput {
  return taskOf({ mode: 'reference_to_video', frames: FRAMES, prompt: '<Audio 1> over a lake', ...wishes })
}

/** The left channel of each frame. */
async function mixed(references: readonly MaterialFile[], ffmpegPath: string | null = null): Promise<Float32Array[]> {
  const material = materialOf({ references })
  const sound = await mixOf(describeScene(soundTask(), material), material, await quietCodec(ffmpegPath))
  return Array.from({ length: FRAMES }, () => sound().slice(0, 2000))
}

/** Strength of one pitch in a stretch of sound (Goertzel); 2000 samples resolve 24 Hz. */
function pitchOf(samples: Float32Array | undefined, hertz: number): number {
  const turn = (2 * Math.PI * hertz) / 48000
  let [cosine, sine] = [0, 0]
  for (const [i, value] of (samples ?? new Float32Array()).entries()) {
    cosine += value * Math.cos(turn * i)
    sine += value * Math.sin(turn * i)
  }
  return (2 * Math.hypot(cosine, sine)) / 2000
}

async function tonesOf(t: TestContext, ...tones: readonly (readonly [seconds: number, hertz: number])[]) {
  const folder = await newFolder(t)
  return Promise.all(
    tones.map(async ([seconds, hertz]) =>
      audioFile(await writeTone(join(folder, `${hertz}.wav`), seconds, hertz), seconds * 1000),
    ),
  )
}

for (const { name, ffmpegPath } of CODECS) {
  test(`${name}: a reference sound is audible while it lasts, and the scene’s sound afterwards`, async (t) => {
    const parts = await mixed(await tonesOf(t, [1, 1992]), ffmpegPath)
    const strengths = parts.map((part) => pitchOf(part, 1992))
    assert.ok((strengths[10] ?? 0) > 0.3, `playing: ${strengths[10]}`)
    assert.ok((strengths[26] ?? 1) < 0.01, `ended: ${strengths[26]}`)
    assert.ok(
      (parts[35] ?? []).some((value) => Math.abs(value) > 0.01),
      'the scene sounds on',
    )
  })
}

test('several sounds play one after another', async (t) => {
  const parts = await mixed(await tonesOf(t, [0.9, 1992], [0.9, 3000]))
  const heard = (frame: number) => [pitchOf(parts[frame], 1992) > 0.2, pitchOf(parts[frame], 3000) > 0.2]
  assert.deepEqual(
    [heard(10), heard(30), heard(50)],
    [
      [true, false],
      [false, true],
      [false, false],
    ],
  )
})

test('a sound longer than the video ends with it in silence', async (t) => {
  const parts = await mixed(await tonesOf(t, [15, 1992]))
  assert.ok(pitchOf(parts[30], 1992) > 0.3)
  assert.ok(Math.abs(parts.at(-1)?.at(-1) ?? 1) < 0.001)
})

test('the mix never clips', async (t) => {
  const parts = await mixed(await tonesOf(t, [3, 90]))
  const peak = Math.max(...parts.map((part) => part.reduce((most, value) => Math.max(most, Math.abs(value)), 0)))
  assert.ok(peak < 1, `peak ${peak}`)
})

test('the sound of a reference video is not used', async () => {
  const quiet = await mixed([])
  assert.deepEqual(await mixed([videoFile(corpus('rotated-90.mp4'), 56)]), quiet)
})

async function soundTrackOf(t: TestContext, audio: boolean) {
  const folder = await newFolder(t)
  const material = materialOf({ references: await tonesOf(t, [1, 1992]) })
  const engine = proceduralEngine({ preset: 'ultrafast' })
  const task = soundTask({ frames: 22, audio })
  const { path } = await engine.encode({ task, material, folder }, calm(), ignore)
  const rendered = await engine.render({ task, material, folder, encoded: path }, calm(), ignore)
  using input = new Input({ source: new FilePathSource(rendered.path), formats: ALL_FORMATS })
  const track = await input.getPrimaryAudioTrack()
  return track && { seconds: await track.computeDuration() }
}

test('audio alone gives a sound track as long as the video', async (t) => {
  assert.deepEqual(await soundTrackOf(t, true), { seconds: 22 / 24 })
})

test('references without audio give no sound track', async (t) => {
  assert.equal(await soundTrackOf(t, false), null)
})
