import assert from 'node:assert/strict'
import { copyFile, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { Unreadable } from '../../../workers/engine/procedural/codec/codec.ts'
import { loadStill } from '../../../workers/engine/procedural/material/still.ts'
import { blueOf, lumaOf, redOf } from '../../../workers/engine/procedural/pixels/colour.ts'
import type { Field } from '../../../workers/engine/procedural/pixels/compose.ts'
import { BLUE, GREEN, RED, writePicture, YELLOW } from './clips.ts'
import { corpus, newFolder } from './helpers.ts'

type Rgb = readonly [number, number, number]

const [WIDTH, HEIGHT] = [320, 192]

function yuvAt({ width, y, u, v }: Field, x: number, row: number): number[] {
  const half = (row >> 1) * (width / 2) + (x >> 1)
  return [y[row * width + x], u[half], v[half]].map((value) => (value ?? 0) / 64)
}

function yuvOf([r, g, b]: Rgb): number[] {
  const colour = [r / 255, g / 255, b / 255] as const
  return [lumaOf(...colour), blueOf(...colour), redOf(...colour)].map(Math.round)
}

/** Twice as wide as the canvas's ratio: a red and a green end, blue over yellow between. */
function writeBanner(path: string): Promise<string> {
  return writePicture(path, 400, 120, (x, y) => (x < 100 ? RED : x >= 300 ? GREEN : y < 60 ? BLUE : YELLOW))
}

test('a stretched image is shown whole, out of proportion', async (t) => {
  const path = await writeBanner(join(await newFolder(t), 'banner.png'))
  const still = await loadStill(path, WIDTH, HEIGHT, 'stretch')
  assert.deepEqual(yuvAt(still, 4, 96), yuvOf(RED))
  assert.deepEqual(yuvAt(still, 74, 20), yuvOf(RED))
  assert.deepEqual(yuvAt(still, 86, 20), yuvOf(BLUE))
  assert.deepEqual(yuvAt(still, 160, 180), yuvOf(YELLOW))
  assert.deepEqual(yuvAt(still, 316, 96), yuvOf(GREEN))
})

test('a cropped image shows its middle, in proportion', async (t) => {
  const path = await writeBanner(join(await newFolder(t), 'banner.png'))
  const still = await loadStill(path, WIDTH, HEIGHT, 'cover')
  // The middle 200 of 400 columns are kept: both ends are removed to the last column but one.
  for (const x of [4, 160, 314]) {
    assert.deepEqual(yuvAt(still, x, 20), yuvOf(BLUE))
    assert.deepEqual(yuvAt(still, x, 170), yuvOf(YELLOW))
  }
})

test('a cropped image taller than the canvas loses its top and bottom', async (t) => {
  const path = join(await newFolder(t), 'tall.png')
  await writePicture(path, 100, 300, (_, y) => (y < 100 ? RED : y < 200 ? GREEN : BLUE))
  const still = await loadStill(path, WIDTH, HEIGHT, 'cover')
  for (const row of [2, 96, 188]) assert.deepEqual(yuvAt(still, 160, row), yuvOf(GREEN))
})

test('an image of the canvas’s size is copied pixel for pixel', async (t) => {
  const path = join(await newFolder(t), 'same.png')
  const at = (x: number, y: number): Rgb => [(x * 7 + y) & 255, (y * 5) & 255, (x * y) & 255]
  await writePicture(path, WIDTH, HEIGHT, at)
  const still = await loadStill(path, WIDTH, HEIGHT, 'cover')
  const wrong: string[] = []
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      if (yuvAt(still, x, y)[0] !== yuvOf(at(x, y))[0]) wrong.push(`${x},${y}`)
    }
  }
  assert.deepEqual(wrong, [])
})

test('a rotated photo is shown upright', async () => {
  const still = await loadStill(corpus('photo-exif6.jpg'), 600, 450, 'stretch')
  const upright = await sharp(corpus('photo-exif6.jpg')).autoOrient().grayscale().raw().toBuffer()
  const wrong = upright.filter((grey, i) => Math.abs((still.y[i] ?? 0) / 64 - (16 + (grey * 219) / 255)) > 12).length
  assert.equal(upright.length, 600 * 450)
  assert.ok(wrong < upright.length / 100, `${wrong} pixels differ`)
})

test('transparent parts are shown on white', async (t) => {
  const path = join(await newFolder(t), 'clear.png')
  await sharp({ create: { width: 32, height: 20, channels: 4, background: { r: 200, g: 0, b: 0, alpha: 0 } } })
    .png()
    .toFile(path)
  assert.deepEqual(yuvAt(await loadStill(path, WIDTH, HEIGHT, 'cover'), 100, 100), [235, 128, 128])
})

for (const name of ['cmyk.jpg', 'flag-16bit.png', 'animated.webp', 'exif5-1x2-le.jpg']) {
  test(`${name} is decoded`, async () => {
    const still = await loadStill(corpus(name), WIDTH, HEIGHT, 'cover')
    assert.ok(still.y.every((value) => value >= 16 * 64 && value <= 235 * 64))
  })
}

test('a file that is not an image, too large or truncated is unreadable', async (t) => {
  const folder = await newFolder(t)
  const [text, cut] = [join(folder, 'text.png'), join(folder, 'cut.jpg')]
  await writeFile(text, 'no picture')
  await copyFile(corpus('photo-exif6.jpg'), cut)
  await truncate(cut, (await readFile(cut)).length >> 1)
  for (const path of [text, cut, corpus('bomb-30000x30000.png')]) {
    await assert.rejects(loadStill(path, WIDTH, HEIGHT, 'cover'), Unreadable)
  }
})

test('a missing file is not the caller’s error', async (t) => {
  const path = join(await newFolder(t), 'none.png')
  await assert.rejects(loadStill(path, WIDTH, HEIGHT, 'cover'), { code: 'ENOENT' })
})
