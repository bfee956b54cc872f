import assert from 'node:assert/strict'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny'
import { checkOutput } from '../../src/media/check.ts'
import type { Progress } from '../../workers/engine/engine.ts'
import { EngineFailure } from '../../workers/engine/failure.ts'
import { type Conforming, conform as conformed, type Recode } from '../../workers/engine/http/conform.ts'
import { assertWhole } from '../../workers/engine/http/received.ts'
import { recode } from '../../workers/engine/procedural/recode.ts'
import { runChild } from '../../workers/engine/procedural/run-child.ts'
import { quietCodec } from '../support/codec.ts'
import { numberIn, picturesOf, retime, writeCounter } from '../workers/engine/clips.ts'
import { CODECS, calm, corpus, ignore, newFolder, taskOf } from '../workers/engine/helpers.ts'
import { embedded } from '../workers/engines/subjects.ts'
import { madeClip } from './made.ts'

const SIZE = { width: 160, height: 96 }
const FRAMES = 22

/** A task of 22 frames in the size of the counters. */
function wantedOf(
  wishes: Omit<Partial<Conforming>, 'task'> & { readonly frames?: number; readonly audio?: boolean } = {},
) {
  const { frames = FRAMES, audio = true, ...others } = wishes
  const task = taskOf({ ...SIZE, frames, audio })
  const making = { frames, fps: 24, ...SIZE }
  return { task, making, endsOnImage: false, ...others }
}

async function read(path: string) {
  using input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  const stats = await video?.computePacketStats()
  const rate = Math.round((stats?.averagePacketRate ?? 0) * 1000) / 1000
  return { pictures: stats?.packetCount, rate, sound: audio ? await audio.computeDuration() : null }
}

/** The numbers that its frames show. */
const shownIn = async (path: string) => (await picturesOf(path)).map((picture) => numberIn(picture, 160, 96))

const counting = (frames: number, of: (n: number) => number = (n) => n) =>
  Array.from({ length: frames }, (_, n) => of(n))

/** Encodes in this process, where the product starts a child. */
function encoding(ffmpegPath: string | null = null, preset = 'ultrafast', onShare: Progress = ignore): Recode {
  return async (work) => recode(await quietCodec(ffmpegPath), { ...work, preset }, onShare)
}

/** The path of the result. */
const conform = async (path: string, folder: string, wanted: Conforming, encode = encoding()) =>
  (await conformed(path, folder, wanted, encode)).path

const isFailure = (retry: boolean, message: RegExp) => (error: unknown) =>
  error instanceof EngineFailure && error.retry === retry && message.test(error.message)

test('a video that is right stays unchanged', async (t) => {
  const clip = await madeClip({ ...SIZE, frames: FRAMES, fps: 24, sound: true })
  assert.equal(await conform(clip, await newFolder(t), wantedOf()), clip)
})

test('unrequested sound is removed, and the frames stay as they are coded', async (t) => {
  const clip = await madeClip({ ...SIZE, frames: FRAMES, fps: 24, sound: true })
  const path = await conform(clip, await newFolder(t), wantedOf({ audio: false }))
  assert.deepEqual(await read(path), { pictures: FRAMES, rate: 24, sound: null })
  assert.deepEqual(await picturesOf(path), await picturesOf(clip))
})

for (const { name, ffmpegPath } of CODECS) {
  test(`${name}: a video at 16, 25 or 30 frames a second keeps its speed`, async (t) => {
    const folder = await newFolder(t)
    const counter = await writeCounter(join(folder, 'counter.mp4'), 34)
    for (const fps of ffmpegPath ? [16] : [16, 25, 30]) {
      const other = await retime(counter, join(folder, `${fps}.mp4`), (number) => number / fps)
      assert.equal((await read(other)).rate, fps)
      const progress: number[] = []
      const path = await conform(
        other,
        folder,
        wantedOf(),
        encoding(ffmpegPath, 'ultrafast', (share) => progress.push(share)),
      )
      assert.equal((await read(path)).rate, 24)
      const expected = counting(FRAMES, (n) => Math.floor((n * fps) / 24))
      assert.deepEqual(await shownIn(path), expected, `${fps}`)
      assert.equal(progress.at(-1), 1)
    }
  })
}

test('a longer video is cut to its first frames, without encoding where nothing refers to the others', async (t) => {
  const folder = await newFolder(t)
  const counter = await writeCounter(join(folder, 'counter.mp4'), 28)
  const cut = await conform(counter, folder, wantedOf())
  assert.deepEqual(await picturesOf(cut), (await picturesOf(counter)).slice(0, FRAMES))
  // With bidirectional frames the 22nd may refer to a later one.
  const slow = await retime(counter, join(folder, '20.mp4'), (number) => number / 20)
  const shuffled = await conform(slow, folder, wantedOf({ frames: 33 }), encoding(null, 'medium'))
  await copyFile(shuffled, join(folder, 'shuffled.mp4'))
  for (const frames of [22, 23, 24]) {
    const path = await conform(join(folder, 'shuffled.mp4'), folder, wantedOf({ frames }))
    assert.deepEqual(
      await shownIn(path),
      counting(frames, (n) => Math.floor((n * 20) / 24)),
    )
  }
})

test('a few missing frames are filled by the last one, and a much shorter video is a failure to try again', async (t) => {
  const folder = await newFolder(t)
  const counter = await writeCounter(join(folder, 'counter.mp4'), 20)
  const path = await conform(counter, folder, wantedOf())
  assert.deepEqual(await shownIn(path), [...counting(20), 19, 19])
  const late = conform(counter, folder, wantedOf({ frames: 45 }))
  await assert.rejects(late, isFailure(true, /20 frames at 24\.000 a second, which is too short for 45 at 24/))
})

test('a video that ends on the caller’s image still does after a surplus is left out', async (t) => {
  const folder = await newFolder(t)
  const counter = await writeCounter(join(folder, 'counter.mp4'), 25)
  const shown = await shownIn(await conform(counter, folder, wantedOf({ endsOnImage: true })))
  assert.deepEqual([shown.length, shown[0], shown.at(-1)], [FRAMES, 0, 24])
  assert.ok(
    shown.slice(1).every((number, i) => [1, 2].includes(number - (shown[i] as number))),
    String(shown),
  )
})

test('a video of another size is scaled without distortion and cropped at its centre', async (t) => {
  const [folder, made] = [await newFolder(t), { width: 240, height: 120 }]
  const video = join(folder, 'square.mp4')
  await writeSquare(video, made)
  const wanted = { ...wantedOf(), making: { frames: FRAMES, fps: 24, ...made } }
  const rendered = await conform(video, folder, wanted)
  const [picture] = await picturesOf(rendered)
  assert.ok(picture)
  const bright = (of: readonly number[]) => of.flatMap((at, i) => ((picture[at] ?? 0) > 120 ? [i] : []))
  const [across, down] = [bright(counting(160, (x) => 48 * 160 + x)), bright(counting(96, (y) => y * 160 + 80))]
  // 60 of 120 rows, scaled to 96 rows, in the middle.
  assert.deepEqual([across[0], across.at(-1), down[0], down.at(-1)], [56, 103, 24, 71])
  const { path, thumbnailPath } = await embedded.package({ task: wanted.task, folder, rendered }, calm(), ignore)
  const found = await checkOutput(path, thumbnailPath, { ...SIZE, frames: FRAMES, audio: true })
  assert.deepEqual(found, { hasAudio: false, problem: null })
})

/** A bright square of half the height in the centre of each frame. */
async function writeSquare(path: string, { width, height }: typeof SIZE) {
  const settings = { path, width, height, frames: FRAMES, preset: 'ultrafast', sound: null }
  const encoder = await (await quietCodec()).openEncoder(settings)
  const picture = new Uint8Array((width * height * 3) / 2).fill(128)
  for (let i = 0; i < width * height; i++) {
    const away = [Math.abs((i % width) - (width - 1) / 2), Math.abs(Math.floor(i / width) - (height - 1) / 2)]
    picture[i] = Math.max(...away) < height / 4 ? 200 : 40
  }
  for (let i = 0; i < FRAMES; i++) await encoder.write(picture)
  await encoder.finish()
}

test('a size far from the requested one is a permanent failure', async (t) => {
  const clip = await madeClip({ ...SIZE, frames: FRAMES, fps: 24, sound: false })
  const wanted = wantedOf({ making: { frames: FRAMES, fps: 24, width: 1344, height: 768 } })
  const made = conform(clip, await newFolder(t), wanted)
  await assert.rejects(made, isFailure(false, /is 160x96, but 1344x768 was requested/))
})

test('sound is cut to the length of the frames, and copied', async (t) => {
  const folder = await newFolder(t)
  for (const fps of [24, 16]) {
    const clip = await madeClip({ ...SIZE, frames: 40, fps, sound: true })
    const path = await conform(clip, folder, wantedOf())
    const { pictures, sound } = await read(path)
    assert.equal(pictures, FRAMES)
    assert.ok(Math.abs((sound ?? 0) - FRAMES / 24) < 0.05, `${sound}`)
  }
})

test('another codec and a rotated video become upright H.264', async (t) => {
  const folder = await newFolder(t)
  const making = { frames: 30, fps: 30, width: 720, height: 1280 }
  const task = taskOf({ width: 96, height: 160, frames: 5, audio: false })
  const path = await conform(corpus('iphone-hevc-rotated.MOV'), folder, { ...wantedOf(), task, making })
  assert.deepEqual(await read(path), { pictures: 5, rate: 24, sound: null })
})

test('a truncated file, or one that is not an mp4, is a failure to try again', async (t) => {
  const path = join(await newFolder(t), 'x.mp4')
  const whole = await readFile(await madeClip({ ...SIZE, frames: FRAMES, fps: 24, sound: true }))
  for (const bytes of [whole.subarray(0, 4), whole.subarray(0, 20), whole.subarray(0, whole.length - 1)]) {
    await writeFile(path, bytes)
    await assert.rejects(assertWhole(path), isFailure(true, /./))
  }
  const others = ['empty.png', 'page.html-as.png', 'webm-renamed.mp4', 'png-renamed.mp4', 'truncated-no-moov.mp4']
  for (const name of others) await assert.rejects(assertWhole(corpus(name)), isFailure(true, /./), name)
})

test('sound alone is not a video', async (t) => {
  const made = conform(corpus('audio-only.mp4'), await newFolder(t), wantedOf())
  await assert.rejects(made, isFailure(false, /sound only/))
})

test('an abort ends the process that encodes, with its reason', async (t) => {
  const folder = await newFolder(t)
  const clip = await madeClip({ ...SIZE, frames: 400, fps: 16, sound: false })
  const abort = new AbortController()
  const reason = new Error('cancelled by its owner')
  const made = conform(clip, folder, wantedOf({ frames: 590 }), (work) => {
    const job = { kind: 'conform', ...work, preset: 'ultrafast', ffmpegPath: null } as const
    return runChild(job, abort.signal, () => abort.abort(reason))
  })
  await assert.rejects(made, (error) => error === reason)
})
