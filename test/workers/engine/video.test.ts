import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'
import sharp from 'sharp'
import type { Progress, TaskInput } from '../../../workers/engine/engine.ts'
import { proceduralEngine } from '../../../workers/engine/procedural.ts'
import { calm, ignore, materialOf, newFolder, taskOf } from './helpers.ts'

const engine = proceduralEngine({ preset: 'ultrafast' })
const material = materialOf()

async function make(wishes: Partial<TaskInput>, onProgress: Progress = ignore) {
  const folder = await mkdtemp(join(tmpdir(), 'vidgate-engine-'))
  after(() => rm(folder, { recursive: true, force: true }))
  const task = taskOf(wishes)
  const encoded = await engine.encode({ task, material, folder }, calm(), ignore)
  const rendered = await engine.render({ task, material, folder, encoded: encoded.path }, calm(), onProgress)
  return { folder, task, rendered }
}

// Two renders for all tests.
const progress: number[] = []
const WHOLE = { frames: 22, width: 384, height: 224 }
const whole = await make(WHOLE, (fraction) => progress.push(fraction))
const quick = await make({ frames: 5, audio: false, accelerated: true })

async function factsOf(path: string) {
  const bytes = await readFile(path)
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
  const video = await input.getPrimaryVideoTrack()
  const audio = await input.getPrimaryAudioTrack()
  assert.ok(video)
  let pictures = 0
  for await (const _ of new EncodedPacketSink(video).packets()) pictures++
  return {
    boxes: boxesOf(bytes),
    text: bytes.toString('latin1'),
    pictures,
    width: await video.getCodedWidth(),
    height: await video.getCodedHeight(),
    codec: await video.getCodecParameterString(),
    colours: await video.getColorSpace(),
    seconds: await video.computeDuration(),
    sound: audio && {
      rate: await audio.getSampleRate(),
      channels: await audio.getNumberOfChannels(),
      codec: await audio.getCodecParameterString(),
      samples: Math.round((await audio.computeDuration()) * 48000),
    },
  }
}

function boxesOf(bytes: Buffer): string[] {
  const names: string[] = []
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at)) names.push(bytes.toString('latin1', at + 4, at + 8))
  return names
}

test('a packaged video has the frames, size and sound of its task', async () => {
  const packed = await engine.package({ ...whole, rendered: whole.rendered.path }, calm(), ignore)
  const facts = await factsOf(packed.path)
  const { pictures, width, height } = facts
  assert.deepEqual({ frames: pictures, width, height }, WHOLE)
  assert.equal(facts.seconds, 22 / 24)
  assert.match(facts.codec ?? '', /^avc1\.6400/, 'High profile')
  assert.deepEqual(facts.colours, { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false })
  assert.deepEqual(facts.sound, { rate: 48000, channels: 2, codec: 'mp4a.40.2', samples: 22 * 2000 })
  assert.ok(facts.boxes.indexOf('moov') < facts.boxes.indexOf('mdat'), 'moov first')
  assert.ok(facts.text.includes('vidgate embedded renderer'))
  assert.doesNotMatch(facts.text, /stage|worker|attempt|engine/)
  assert.equal(packed.watermarked, false)
  const thumbnail = await sharp(packed.thumbnailPath).metadata()
  assert.deepEqual([thumbnail.format, thumbnail.width, thumbnail.height], ['webp', 640, 373])
})

test('a silent task has no sound track', async () => {
  assert.equal((await factsOf(quick.rendered.path)).sound, null)
})

test('the requested acceleration is used and reported', () => {
  assert.equal(quick.rendered.accelerated, true)
  assert.equal(whole.rendered.accelerated, false)
})

test('the scene is written as JSON and reports no context', async (t) => {
  const task = taskOf({ useContextIr: true, prompt: '极光下的雪山' })
  const encoded = await engine.encode({ task, material, folder: await newFolder(t) }, calm(), ignore)
  assert.equal(encoded.contextIrApplied, false)
  const scene = JSON.parse(await readFile(encoded.path, 'utf8'))
  assert.equal(scene.mood, 'aurora')
  assert.equal(scene.snowy, true)
})

test('progress rises to one', () => {
  assert.deepEqual(
    progress,
    progress.toSorted((a, b) => a - b),
  )
  assert.equal(progress.at(-1), 1)
})

test('an upscaled video is larger by the factor and keeps frames and sound', async () => {
  const { path } = await engine.upscale({ ...whole, rendered: whole.rendered.path, factor: 3 }, calm(), ignore)
  const facts = await factsOf(path)
  assert.deepEqual([facts.width, facts.height, facts.pictures], [1152, 672, 22])
  assert.equal(facts.sound?.samples, 22 * 2000)
})
