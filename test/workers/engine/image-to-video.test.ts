import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openFilm } from '../../../workers/engine/procedural/film.ts'
import { type Fit, loadStill } from '../../../workers/engine/procedural/material/still.ts'
import type { Field } from '../../../workers/engine/procedural/pixels/compose.ts'
import { describeScene } from '../../../workers/engine/procedural/scene/scene.ts'
import { quietCodec } from '../../support/codec.ts'
import { writePicture, writeQuadrants } from './clips.ts'
import { imageFile, materialOf, newFolder, taskOf } from './helpers.ts'

const SIZE = { width: 320, height: 192 }
const FRAMES = 39

interface Wish {
  readonly start?: string
  readonly end?: string
  readonly prompt?: string
  readonly seed?: number
}

/** Raw frames before they are encoded. */
async function framesOf({ start, end, prompt = 'snowing at sunset', seed = 1 }: Wish, numbers: readonly number[]) {
  const material = materialOf({ inputImage: start ? imageFile(start) : null, endImage: end ? imageFile(end) : null })
  const task = taskOf({ ...SIZE, frames: FRAMES, mode: 'image_to_video', prompt, seed })
  const film = await openFilm(describeScene(task, material), material, await quietCodec())
  const pictures: Uint8Array[] = []
  for (const number of numbers) {
    await film.paint(number)
    pictures.push(Uint8Array.from(film.buffer))
  }
  return pictures
}

async function exact(path: string, fit: Fit): Promise<Uint8Array> {
  const { y, u, v }: Field = await loadStill(path, SIZE.width, SIZE.height, fit)
  return Uint8Array.from([...y, ...u, ...v], (value) => value / 64)
}

async function twoPictures(t: TestContext) {
  const folder = await newFolder(t)
  const start = await writeQuadrants(join(folder, 'start.png'), 300, 100)
  const end = join(folder, 'end.png')
  await writePicture(end, 400, 500, (x, y) => [(x * 255) / 400, (y * 255) / 500, 120])
  return { start, end }
}

/** Mean difference of two frames' luma. */
function distance(one: Uint8Array | undefined, other: Uint8Array | undefined): number {
  let sum = 0
  const count = SIZE.width * SIZE.height
  for (let i = 0; i < count; i++) sum += Math.abs((one?.[i] ?? 0) - (other?.[i] ?? 0))
  return sum / count
}

test('two images give a stretched first frame and a cropped last one, exactly', async (t) => {
  const { start, end } = await twoPictures(t)
  const [first, last] = await framesOf({ start, end }, [0, FRAMES - 1])
  assert.deepEqual(first, await exact(start, 'stretch'))
  assert.deepEqual(last, await exact(end, 'cover'))
})

test('a start image is the exact first frame, then moves with camera, weather and light', async (t) => {
  const { start } = await twoPictures(t)
  const [first, second, middle, last] = await framesOf({ start }, [0, 1, 19, FRAMES - 1])
  assert.deepEqual(first, await exact(start, 'stretch'))
  const away = [second, middle, last].map((picture) => distance(first, picture))
  assert.ok((away[0] ?? 0) < 1, `no jump at the start: ${away}`)
  assert.ok((away[1] ?? 0) > 2 && (away[2] ?? 0) > (away[1] ?? 0), `it continues to move: ${away}`)
})

test('an end image is approached from the painted scene', async (t) => {
  const { end } = await twoPictures(t)
  const goal = await exact(end, 'cover')
  const pictures = await framesOf({ end }, [0, 12, 20, 28, FRAMES - 1])
  const away = pictures.map((picture) => Math.round(distance(picture, goal)))
  assert.deepEqual(
    away,
    away.toSorted((a, b) => b - a),
  )
  assert.ok((away[0] ?? 0) > 15, `far from the end image at first: ${away}`)
  assert.deepEqual(pictures.at(-1), goal)
})

test('the prompt colours the transition', async (t) => {
  const { start } = await twoPictures(t)
  const [day] = await framesOf({ start, prompt: 'a sunny day' }, [19])
  const [night] = await framesOf({ start, prompt: 'a starry night' }, [19])
  assert.ok(distance(day, night) > 15)
})

test('each frame is independent of the others', async (t) => {
  const pair = await twoPictures(t)
  const [early, late] = await framesOf(pair, [7, 21])
  assert.deepEqual(await framesOf(pair, [21, 7]), [late, early])
})

/** SHA-256 (first 16 hex digits) of frames 0, 19 and 38. Change them only with an intended change of the picture. */
const KNOWN = {
  both: ['bae3eb836a42bffe', '696da8ebedb9618f', 'b4593133ec24056a'],
  start: ['bae3eb836a42bffe', '7d545bd9d9fe33ae', '8fa2ff7c93a12d5a'],
  end: ['b2770356197368c0', 'e88d8b388444d364', 'b4593133ec24056a'],
} as const

for (const [kind, known] of Object.entries(KNOWN)) {
  test(`with ${kind === 'both' ? 'both images' : `only the ${kind} image`} frames have the same bytes on every machine`, async (t) => {
    const { start, end } = await twoPictures(t)
    const wish = kind === 'both' ? { start, end } : kind === 'start' ? { start } : { end }
    const pictures = await framesOf(wish, [0, 19, 38])
    const hashes = pictures.map((picture) => createHash('sha256').update(picture).digest('hex').slice(0, 16))
    assert.deepEqual(hashes, known)
  })
}
