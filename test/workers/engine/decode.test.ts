import assert from 'node:assert/strict'
import { copyFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import sharp, { type Sharp } from 'sharp'
import { type Codec, Unreadable, type VideoSettings } from '../../../workers/engine/procedural/codec/codec.ts'
import { quietCodec } from '../../support/codec.ts'
import { numberIn, retime, writeCounter, writeTone } from './clips.ts'
import { CODECS, corpus, newFolder } from './helpers.ts'

const SIZE = { width: 160, height: 96 }

async function decode(codec: Codec, path: string, settings: VideoSettings): Promise<Uint8Array[]> {
  const pictures: Uint8Array[] = []
  for await (const picture of codec.decodeVideo(path, settings)) pictures.push(Uint8Array.from(picture))
  return pictures
}

async function numbersOf(codec: Codec, path: string, frames: number): Promise<number[]> {
  const pictures = await decode(codec, path, { ...SIZE, frames })
  return pictures.map((picture) => numberIn(picture, SIZE.width, SIZE.height))
}

const upTo = (count: number, number: (i: number) => number) => Array.from({ length: count }, (_, i) => number(i))

// One video for all tests, which only read it.
const counters = await mkdtemp(join(tmpdir(), 'vidgate-counter-'))
after(() => rm(counters, { recursive: true, force: true }))
const counter = await writeCounter(join(counters, 'counter.mp4'), 60)

function correlation(one: readonly number[], other: ArrayLike<number>): number {
  const mean = (of: (i: number) => number) => one.reduce((sum, _, i) => sum + of(i), 0) / one.length
  const [a, b] = [mean((i) => one[i] ?? 0), mean((i) => other[i] ?? 0)]
  const product = (x: ArrayLike<number>, y: ArrayLike<number>, p: number, q: number) =>
    mean((i) => ((x[i] ?? 0) - p) * ((y[i] ?? 0) - q))
  return product(one, other, a, b) / Math.sqrt(product(one, one, a, a) * product(other, other, b, b))
}

for (const { name, ffmpegPath, reads } of CODECS) {
  const codec = () => quietCodec(ffmpegPath)

  test(`${name}: a video at 24 frames a second returns each frame, up to the requested number`, async () => {
    assert.deepEqual(
      await numbersOf(await codec(), counter, 39),
      upTo(39, (i) => i),
    )
    assert.equal((await numbersOf(await codec(), counter, 100)).length, 60)
  })

  test(`${name}: 30 frames a second become 24`, async (t) => {
    const path = await retime(counter, join(await newFolder(t), 'thirty.mp4'), (number) => number / 30)
    const numbers = await numbersOf(await codec(), path, 36)
    // The n-th of 24 a second is the one displayed at n/24 s, give or take half a step.
    assert.equal(numbers.length, 36)
    for (const [i, number] of numbers.entries()) {
      assert.ok(Math.abs(number / 30 - i / 24) <= 1 / 40, `picture ${i} shows ${number}`)
    }
  })

  test(`${name}: a variable frame rate becomes constant`, async (t) => {
    // 10 a second for two seconds, then 60.
    const secondsOf = (n: number) => (n < 20 ? n / 10 : 2 + (n - 20) / 60)
    const path = await retime(counter, join(await newFolder(t), 'uneven.mp4'), secondsOf)
    const numbers = await numbersOf(await codec(), path, 100)
    assert.equal(numbers.length, 64)
    for (const [i, number] of numbers.entries()) {
      const shown = secondsOf(number)
      assert.ok(shown - i / 24 <= 1 / 40 && i / 24 - shown <= 0.13, `picture ${i} shows ${number}`)
    }
  })

  test(`${name}: a video with a late start begins at once`, async (t) => {
    const path = await retime(counter, join(await newFolder(t), 'late.mp4'), (number) => 0.5 + number / 24)
    assert.deepEqual(
      await numbersOf(await codec(), path, 12),
      upTo(12, (i) => i),
    )
  })

  test(`${name}: a rotated video is decoded upright`, async () => {
    const [width, height] = [180, 320]
    const [first] = await decode(await codec(), corpus('rotated-90.mp4'), { width, height, frames: 1 })
    const chroma = (row: number) => {
      const at = (row >> 1) * (width / 2) + (width - 20) / 2
      return { blue: first?.[width * height + at] ?? 0, red: first?.[(width * height * 5) / 4 + at] ?? 0 }
    }
    assert.ok(chroma(20).red < 60 && chroma(20).blue > 128, 'cyan above')
    assert.ok(chroma(300).red > 200, 'red below')
  })

  test(`${name}: non-square pixels are shown in proportion`, async () => {
    const [width, height] = [512, 288]
    const path = corpus('anamorphic-sar.mp4')
    const [first] = await decode(await codec(), path, { width, height, frames: 1 })
    const stored = await (await quietCodec()).pictureAt(path, 0)
    assert.deepEqual([stored.width, stored.height], [720, 576])
    const raw = { width: 720, height: 576, channels: 3 } as const
    // With pixels treated as square, only the middle 405 rows would fill the canvas.
    const squares = { left: 0, top: 85, width: 720, height: 405 }
    const whole = sharp(stored.rgb, { raw }).resize(width, height, { fit: 'fill' })
    const cropped = sharp(stored.rgb, { raw }).extract(squares).resize(width, height, { fit: 'fill' })
    // Brightness matches closely, although the colour matrix of an untagged file is guessed.
    const likeness = async (other: Sharp) => {
      const rgb = await other.removeAlpha().raw().toBuffer()
      const luma = Array.from(first?.subarray(0, width * height) ?? [], (_, i) => {
        const [r, g, b] = [rgb[i * 3] ?? 0, rgb[i * 3 + 1] ?? 0, rgb[i * 3 + 2] ?? 0]
        return 0.2126 * r + 0.7152 * g + 0.0722 * b
      })
      return correlation(luma, first ?? [])
    }
    const [right, wrong] = [await likeness(whole), await likeness(cropped)]
    assert.ok(right > 0.97 && wrong < right - 0.01, `${right} ${wrong}`)
  })

  test(`${name}: the probed one of two video tracks is decoded`, async () => {
    assert.equal((await decode(await codec(), corpus('two-video-two-audio.mp4'), { ...SIZE, frames: 100 })).length, 48)
  })

  const VIDEOS = ['fragmented-no-mehd.mp4', 'edit-list.mp4', 'video-only.mov', 'header-lies-16s.mp4']
  for (const file of VIDEOS.slice(0, reads ? undefined : 1)) {
    test(`${name}: ${file} is decoded`, async () => {
      assert.equal((await decode(await codec(), corpus(file), { ...SIZE, frames: 22 })).length, 22)
    })
  }

  const SOUNDS = [
    ['cbr-info.mp3', 1],
    ['vbr-no-xing.mp3', 2.808],
    ['size-ffffffff.wav', 2],
    ['extensible-24bit.wav', 1],
    ['cover-art.m4a', 4],
    ['total-samples-0.flac', 2],
    ['exactly-15s.mp3', 5],
  ] as const
  for (const [file, seconds] of SOUNDS.slice(0, reads ? undefined : 1)) {
    test(`${name}: ${file} gives ${seconds} s of sound`, async () => {
      const [left, right] = await (await codec()).decodeAudio(corpus(file), 5 * 48000)
      assert.equal(left.length, right.length)
      assert.ok(Math.abs(left.length / 48000 - seconds) < 0.03, `${left.length / 48000} s`)
    })
  }

  test(`${name}: a mono tone of 44.1 kHz keeps its pitch on both channels`, async (t) => {
    const path = await writeTone(join(await newFolder(t), 'tone.wav'), 1, 440)
    const [left, right] = await (await codec()).decodeAudio(path, 48000)
    assert.deepEqual(left, right)
    let crossings = 0
    for (let i = 1; i < left.length; i++) if ((left[i - 1] ?? 0) < 0 && (left[i] ?? 0) >= 0) crossings++
    assert.ok(Math.abs(crossings - 440) <= 1, `${crossings} periods`)
  })

  test(`${name}: a file without video, a truncated file and one without sound are unreadable`, async (t) => {
    const folder = await newFolder(t)
    const playlist = join(folder, 'list.mp4')
    await writeFile(playlist, `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${counter}\n#EXT-X-ENDLIST\n`)
    const headless = join(folder, 'headless.mp4')
    await copyFile(counter, headless)
    await truncate(headless, (await readFile(counter)).length >> 1)
    for (const path of [playlist, headless, corpus('truncated-no-moov.mp4'), corpus('webm-renamed.mp4')]) {
      await assert.rejects(decode(await codec(), path, { ...SIZE, frames: 5 }), Unreadable)
    }
    for (const path of [counter, playlist, corpus('ogg-renamed.mp3'), corpus('no-samples.wav')]) {
      await assert.rejects((await codec()).decodeAudio(path, 48000), Unreadable)
    }
  })
}
