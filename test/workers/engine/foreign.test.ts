import assert from 'node:assert/strict'
import { once } from 'node:events'
import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { forkConfined } from '../../../src/lib/confined.ts'
import { openImage } from '../../../src/media/open-image.ts'
import { type Codec, Unreadable } from '../../../workers/engine/procedural/codec/codec.ts'
import { runChild } from '../../../workers/engine/procedural/run-child.ts'
import { box, moov, mov, trak } from '../../media/boxes.ts'
import { quietCodec } from '../../support/codec.ts'
import { writeCounter } from './clips.ts'
import { CODECS, calm, corpus, ignore, newFolder, untilGone } from './helpers.ts'

const pictures = new Map<string, Promise<Buffer>>()

/** An image, made once for all tests: a large one takes a second. */
function pictureOf(side: number, format: 'png' | 'jpeg'): Promise<Buffer> {
  const create = { width: side, height: side, channels: 3, background: '#456' } as const
  const made = pictures.get(`${side} ${format}`) ?? sharp({ create }).toFormat(format).toBuffer()
  pictures.set(`${side} ${format}`, made)
  return made
}

/** A mov of one Motion JPEG frame, with any size in its sample description. */
async function writeMov(path: string, side: number, said: number, format = 'jpeg'): Promise<string> {
  const picture = await pictureOf(side, format === 'png ' ? 'png' : 'jpeg')
  const track = trak({
    format,
    size: [said, said],
    samples: 1,
    durations: [1, 1000],
    bytes: picture.length,
    at: mov.length + 8,
  })
  await writeFile(path, Buffer.concat([mov, box('mdat', picture), moov(track)]))
  return path
}

/** The number of decoded frames of a video; none if it is refused. */
async function decode(codec: Codec, path: string): Promise<number> {
  let count = 0
  try {
    for await (const _ of codec.decodeVideo(path, { width: 64, height: 64, frames: 5 })) count++
  } catch (error) {
    assert.ok(error instanceof Unreadable)
  }
  return count
}

async function ofMaterial(t: TestContext, ffmpegPath: string | null, side: number, said: number, format?: string) {
  // The container reader supports fewer codecs, and reports this.
  t.mock.method(console, 'warn', () => {})
  const path = await writeMov(join(await newFolder(t), 'picture.mov'), side, said, format)
  return decode(await quietCodec(ffmpegPath), path)
}

for (const { name, ffmpegPath } of CODECS) {
  test(`${name}: frames larger than any upload may have are not decoded, whatever the header says`, async (t) => {
    assert.equal(await ofMaterial(t, ffmpegPath, 64, 64), 1)
    assert.equal(await ofMaterial(t, ffmpegPath, 6200, 64), 0)
  })

  test(`${name}: a codec that uploads may not have is not decoded`, async (t) => {
    assert.equal(await ofMaterial(t, ffmpegPath, 64, 64, 'png '), 0)
  })

  test(`${name}: files of an engine are opened by the same rules`, async (t) => {
    const folder = await newFolder(t)
    const codec = await quietCodec(ffmpegPath)
    const counter = await writeCounter(join(folder, 'counter.mp4'), 5)
    const script = join(folder, 'rendered.mp4')
    await writeFile(script, 'ffconcat version 1.0\nfile counter.mp4\n')
    const large = await writeMov(join(folder, 'large.mov'), 6200, 64)
    const onProgress = ignore
    const settings = { factor: 2, frames: 5, preset: 'ultrafast', onProgress } as const
    for (const path of [script, large]) {
      await assert.rejects(codec.pictureAt(path, 0), path)
      await assert.rejects(codec.upscale(path, join(folder, 'upscaled.mp4'), settings), path)
    }
    await assert.rejects(codec.remux(script, join(folder, 'video.mp4'), 'vidgate'))
    await codec.remux(counter, join(folder, 'video.mp4'), 'vidgate')
    await codec.pictureAt(counter, 4)
  })
}

test('only image formats of uploads are opened', async (t) => {
  const folder = await newFolder(t)
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#456' } })
  for (const format of ['png', 'jpeg', 'webp'] as const) {
    const path = join(folder, `taken.${format}`)
    await picture.clone().toFormat(format).toFile(path)
    assert.equal((await openImage(path).metadata()).width, 8, format)
  }
  for (const format of ['tiff', 'gif', 'avif'] as const) {
    // By its bytes, whatever its name.
    const path = join(folder, `${format}.png`)
    await writeFile(path, await picture.clone().toFormat(format).toBuffer())
    await assert.rejects(openImage(path).metadata(), /unsupported image format/, format)
  }
  const svg = join(folder, 'svg.png')
  await writeFile(svg, '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>')
  await assert.rejects(openImage(svg).metadata(), /unsupported image format/)
})

test('a decoding child is limited in memory', async () => {
  const greedy = fileURLToPath(new URL('./greedy.ts', import.meta.url))
  const child = forkConfined(greedy, { memoryMb: 200, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  let took = 0
  child.on('message', (megabytes: number) => {
    took = megabytes
  })
  // An allocation fails, or V8 ends the process if there was no room left.
  await once(child, 'close')
  // The memory that V8 reserves differs by about 70 MB between machines.
  assert.ok(took >= 50 && took < 400, `${took} MB`)
})

test('a decoding child is ended after its time limit', async (t) => {
  const folder = await newFolder(t)
  const from = join(folder, 'picture.png')
  await copyFile(corpus('rgb.png'), from)
  const pictures = [{ name: 'The start image', from, to: join(folder, 'start.png'), resize: { width: 8, height: 8 } }]
  const job = { kind: 'fit', pictures, sounds: [], videos: [], ffmpegPath: null } as const
  let pid = 0
  const run = runChild(job, calm(), ignore, { onStart: (id) => (pid = id), most: { memoryMb: 1024, ms: 1 } })
  await assert.rejects(run, /the fit process took longer than 0.001 s/)
  await untilGone(pid)
  assert.deepEqual(await runChild(job, calm(), ignore), [{ width: 8, height: 8 }])
})
