import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfig } from '../../../src/config.ts'
import { checkOutput } from '../../../src/media/check.ts'
import { isDrawable } from '../../../workers/engine/procedural/mark/glyphs.ts'
import { mark } from '../../../workers/engine/procedural/mark/mark.ts'
import { stampOf } from '../../../workers/engine/procedural/mark/stamp.ts'
import { proceduralEngine } from '../../../workers/engine/procedural.ts'
import { madeClip } from '../../engines/made.ts'
import { quietCodec } from '../../support/codec.ts'
import { picturesOf } from './clips.ts'
import { CODECS, calm, ignore, newFolder, taskOf } from './helpers.ts'

const SIZE = { width: 320, height: 192 }
const FRAMES = 22
const clip = await madeClip({ ...SIZE, frames: FRAMES, fps: 24, sound: true })
const [original] = await picturesOf(clip)

/** Mean change of luma in the lower right corner and in the rest of a frame. */
function changes(picture: Uint8Array): { corner: number; rest: number } {
  const sums = { corner: 0, rest: 0 }
  for (let i = 0; i < 320 * 192; i++) {
    const part = i % 320 >= 200 && i >= 320 * 170 ? 'corner' : 'rest'
    sums[part] += Math.abs((picture[i] ?? 0) - (original?.[i] ?? 0))
  }
  return { corner: sums.corner / (120 * 22), rest: sums.rest / (320 * 192 - 120 * 22) }
}

test('a packaged video shows the operator’s watermark in a corner of every frame', async (t) => {
  const folder = await newFolder(t)
  const engine = proceduralEngine({ preset: 'ultrafast', watermark: 'AI-generated' })
  const shown: number[] = []
  const made = await engine.package({ task: taskOf(), folder, rendered: clip }, calm(), (share) => shown.push(share))
  assert.equal(made.watermarked, true)
  const expected = { ...SIZE, frames: FRAMES, audio: true }
  assert.deepEqual(await checkOutput(made.path, made.thumbnailPath, expected), { problem: null, hasAudio: true })
  const pictures = await picturesOf(made.path)
  assert.equal(pictures.length, FRAMES)
  for (const picture of pictures) {
    const { corner, rest } = changes(picture)
    assert.ok(corner > 4 && rest < 1, `${corner} ${rest}`)
  }
  assert.deepEqual(
    shown,
    shown.toSorted((a, b) => a - b),
  )
  assert.equal(shown.at(-1), 1)
})

test('an upscale of a finished video gets no watermark', async (t) => {
  const engine = proceduralEngine({ preset: 'ultrafast', watermark: 'AI-generated' })
  const task = taskOf({ ofFinishedWork: true })
  const made = await engine.package({ task, folder: await newFolder(t), rendered: clip }, calm(), ignore)
  assert.equal(made.watermarked, false)
  const [picture] = await picturesOf(made.path)
  assert.deepEqual(picture, original)
})

test('a system’s ffmpeg draws the same watermark', async (t) => {
  const drawn: Uint8Array[] = []
  for (const { name, ffmpegPath } of CODECS) {
    const output = join(await newFolder(t), `${name}.mp4`)
    const job = { video: clip, output, text: '© 2026', frames: 5, preset: 'ultrafast' }
    await mark(await quietCodec(ffmpegPath), job, ignore)
    drawn.push((await picturesOf(output))[4] ?? new Uint8Array())
  }
  const [own, other] = drawn
  assert.ok(own && other && own.length === original?.length && own.length === other.length)
  const apart = own.reduce((sum, value, i) => sum + Math.abs(value - (other[i] ?? 0)), 0) / own.length
  assert.ok(apart < 1, String(apart))
})

test('the watermark is legible on white and on black', () => {
  const [width, height] = [1344, 768]
  for (const luma of [16, 235]) {
    const picture = new Uint8Array((width * height * 3) / 2).fill(128).fill(luma, 0, width * height)
    stampOf('AI-GENERATED', width, height)(picture)
    const values = picture.subarray(0, width * height).filter((value) => value !== luma)
    assert.ok(values.length > 500 && values.length < 0.02 * width * height, String(values.length))
    const [darkest, lightest] = [Math.min(luma, ...values), Math.max(luma, ...values)]
    assert.ok(lightest - darkest > 90, `${darkest} ${lightest}`)
  }
})

test('every character that the configuration allows is drawn, and others are refused', () => {
  const letters = Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code)).filter((letter) =>
    /\S/.test(letter),
  )
  const allows = (WATERMARK: string) => {
    try {
      return readConfig({ WATERMARK }).watermark === WATERMARK
    } catch (error) {
      assert.match(String(error), /WATERMARK: must be at most 40 Latin letters/)
      return false
    }
  }
  const allowed = letters.filter(allows)
  assert.ok(allowed.length > 70)
  assert.deepEqual(
    allowed.filter((letter) => !isDrawable(letter)),
    [],
  )
  assert.deepEqual([allows('AI 生成'), allows('x'.repeat(41)), readConfig({}).watermark], [false, false, null])
})
