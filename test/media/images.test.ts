import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { corpus, image, probed, refused } from './stored.ts'

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#808' } })

/** Noise does not compress: half of the file is half of the image. */
function noise(width: number, height: number): Sharp {
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, (_, i) => Math.imul(i, 2_654_435_761) >>> 13))
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

test('an image has the size of its orientation in each of the three formats', async () => {
  for (const orientation of [1, 3, 6, 8]) {
    const turned = picture(30, 20).withMetadata({ orientation })
    const [width, height] = orientation > 4 ? [20, 30] : [30, 20]
    assert.deepEqual(await probed(await turned.clone().jpeg().toBuffer()), image('image/jpeg', width, height))
    assert.deepEqual(await probed(await turned.clone().png().toBuffer()), image('image/png', width, height))
    assert.deepEqual(await probed(await turned.clone().webp().toBuffer()), image('image/webp', width, height))
  }
})

test('every variant of the three formats is an image', async () => {
  const source = noise(64, 48)
  const files = {
    'image/jpeg': [
      source.clone().jpeg({ progressive: true }),
      source.clone().grayscale().jpeg(),
      source.clone().toColourspace('cmyk').jpeg(),
    ],
    'image/png': [
      source.clone().png({ progressive: true }),
      source.clone().png({ palette: true }),
      source.clone().ensureAlpha(0.5).png(),
    ],
    'image/webp': [
      source.clone().webp(),
      source.clone().webp({ lossless: true }),
      source.clone().ensureAlpha(0.5).webp(),
    ],
  }
  for (const [contentType, sorts] of Object.entries(files)) {
    for (const sort of sorts) assert.deepEqual(await probed(await sort.toBuffer()), image(contentType, 64, 48))
  }
  assert.deepEqual(
    await probed(await corpus('rgb.png'), Buffer.alloc(1000)),
    image('image/png', 300, 200),
    'junk behind',
  )
})

test('a truncated or damaged image is refused', async () => {
  const source = noise(400, 300)
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const bytes = await source.clone().toFormat(format).toBuffer()
    for (const share of [0.1, 0.5, 0.9]) {
      assert.equal(await refused(bytes.subarray(0, bytes.length * share)), 'media_unreadable', `${format} ${share}`)
    }
  }
  const png = await source.png().toBuffer()
  assert.equal(await refused(Buffer.from(png).fill(7, png.length / 2, png.length / 2 + 100)), 'media_unreadable')
  assert.equal(await refused(png.subarray(0, 8)), 'media_unreadable')
})

/** A PNG with only a valid header. */
async function pngOf(width: number, height: number): Promise<Buffer> {
  const png = await picture(8, 8).png().toBuffer()
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

test('the pixel limit is checked in the header without decoding', async () => {
  const started = process.memoryUsage.rss()
  assert.equal(await refused(await pngOf(10_001, 10_000)), 'image_too_large')
  assert.equal(await refused(await pngOf(999_999, 999_999)), 'image_too_large')
  assert.equal(await refused(await corpus('bomb-30000x30000.png')), 'image_too_large')
  assert.ok(process.memoryUsage.rss() - started < 32 * 1024 * 1024)
  // At the limit the size is accepted; the missing pixels are a separate problem.
  assert.equal(await refused(await pngOf(10_000, 10_000)), 'media_unreadable')
})

test('a large progressive image is accepted by its header', async () => {
  const large = picture(4001, 4000)
  const whole = await large.clone().jpeg({ progressive: true }).toBuffer()
  assert.deepEqual(await probed(whole), image('image/jpeg', 4001, 4000))
  assert.deepEqual(await probed(whole.subarray(0, whole.length / 2)), image('image/jpeg', 4001, 4000))
  const plain = await large.jpeg().toBuffer()
  assert.equal(await refused(plain.subarray(0, plain.length / 2)), 'media_unreadable')
})
