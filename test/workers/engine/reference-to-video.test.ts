import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Material, TaskInput } from '../../../workers/engine/engine.ts'
import { openFilm } from '../../../workers/engine/procedural/film.ts'
import { describeScene } from '../../../workers/engine/procedural/scene/scene.ts'
import { proceduralEngine } from '../../../workers/engine/procedural.ts'
import { quietCodec } from '../../support/codec.ts'
import { numberIn, picturesOf, writeCounter, writePicture } from './clips.ts'
import { CODECS, calm, ignore, imageFile, materialOf, newFolder, taskOf, videoFile } from './helpers.ts'

const SIZE = { width: 160, height: 96 }
const LUMA = SIZE.width * SIZE.height

function referenceTask(wishes: Partial<TaskInput>): TaskInput {
  return taskOf({
    ...SIZE,
    mode: 'reference_to_video',
    prompt: '<Video 1> by a lake at sunset',
    audio: false,
    ...wishes,
  })
}

async function render(folder: string, task: TaskInput, material: Material, ffmpegPath: string | null = null) {
  const engine = proceduralEngine({ preset: 'ultrafast', ffmpegPath })
  const { path } = await engine.encode({ task, material, folder }, calm(), ignore)
  return engine.render({ task, material, folder, encoded: path }, calm(), ignore)
}

/** Raw frames before they are encoded. */
async function film(t: TestContext, task: TaskInput, material: Material): Promise<Uint8Array[]> {
  const reel = await openFilm(describeScene(task, material), material, await quietCodec())
  t.after(() => reel.close())
  const pictures: Uint8Array[] = []
  for (let frame = 0; frame < task.frames; frame++) {
    await reel.paint(frame)
    pictures.push(Uint8Array.from(reel.buffer))
  }
  return pictures
}

const numberOf = (picture: Uint8Array | undefined) => numberIn(picture ?? new Uint8Array(), SIZE.width, SIZE.height)

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i)

for (const { name, ffmpegPath } of CODECS) {
  test(`${name}: the output shows exactly the first frames of a long video`, async (t) => {
    const folder = await newFolder(t)
    const clip = await writeCounter(join(folder, 'counter.mp4'), 150)
    const material = materialOf({ references: [videoFile(clip, 56)] })
    const { path } = await render(folder, referenceTask({ frames: 56 }), material, ffmpegPath)
    assert.deepEqual((await picturesOf(path)).map(numberOf), upTo(56))
  })
}

test('encoded material is named by position, and render finds its own copy', async (t) => {
  const folder = await newFolder(t)
  const clip = await writeCounter(join(folder, 'counter.mp4'), 22)
  const task = referenceTask({ frames: 22 })
  const engine = proceduralEngine({ preset: 'ultrafast' })
  const elsewhere = materialOf({ references: [videoFile('/elsewhere/counter.mp4', 22)] })
  const { path } = await engine.encode({ task, material: elsewhere, folder }, calm(), ignore)
  assert.doesNotMatch(await readFile(path, 'utf8'), /elsewhere/)
  const material = materialOf({ references: [videoFile(clip, 22)] })
  const rendered = await engine.render({ task, material, folder, encoded: path }, calm(), ignore)
  assert.deepEqual((await picturesOf(rendered.path)).map(numberOf), upTo(22))
})

test('a shorter video plays to its last used frame and then fades to the scene', async (t) => {
  const clip = await writeCounter(join(await newFolder(t), 'counter.mp4'), 60)
  const task = referenceTask({ frames: 56 })
  const pictures = await film(t, task, materialOf({ references: [videoFile(clip, 22)] }))
  assert.deepEqual(pictures.slice(0, 22).map(numberOf), upTo(22))
  const last = pictures.at(-1) ?? new Uint8Array()
  const levels = new Set(last.subarray(0, LUMA))
  assert.ok(levels.size > 60, 'a painted scene, not the two greys of the counter')
})

test('a video slightly shorter than its header holds its last frame', async (t) => {
  const clip = await writeCounter(join(await newFolder(t), 'counter.mp4'), 20)
  const pictures = await film(t, referenceTask({ frames: 22 }), materialOf({ references: [videoFile(clip, 22)] }))
  assert.deepEqual(pictures.map(numberOf), [...upTo(20), 19, 19])
})

test('a second video follows the first from its first frame', async (t) => {
  const folder = await newFolder(t)
  const [one, two] = [join(folder, 'one.mp4'), join(folder, 'two.mp4')]
  await writeCounter(one, 40)
  await writeCounter(two, 40)
  const references = [videoFile(one, 39), videoFile(two, 39)]
  const numbers = (await film(t, referenceTask({ frames: 39 }), materialOf({ references }))).map(numberOf)
  assert.deepEqual(numbers.slice(0, 19), upTo(19))
  assert.deepEqual(numbers.slice(31), upTo(20).slice(12))
})

test('images are shown in order, each for a while, in the mood of the scene', async (t) => {
  const folder = await newFolder(t)
  const levels = [60, 130, 200]
  const paths = await Promise.all(
    levels.map((grey) => writePicture(join(folder, `${grey}.png`), 64, 40, () => [grey, grey, grey])),
  )
  const task = referenceTask({ frames: 124, prompt: 'a sunny day, <Picture 1> <Picture 2> <Picture 3>' })
  const pictures = await film(t, task, materialOf({ references: paths.map(imageFile) }))
  // Flat images: without a blend all luma in the middle is nearly equal.
  const seen = pictures.flatMap((picture) => {
    const middle = picture.subarray(48 * 160 + 50, 48 * 160 + 110)
    const mean = middle.reduce((sum, value) => sum + value, 0) / middle.length
    const flat = middle.every((value) => Math.abs(value - mean) < 12)
    const nearest = levels.findIndex((grey) => Math.abs(16 + grey * 0.859 - mean) < 20)
    return flat && nearest >= 0 ? [nearest] : []
  })
  assert.deepEqual(
    seen,
    seen.toSorted((a, b) => a - b),
  )
  for (const place of [0, 1, 2]) {
    const count = seen.filter((nearest) => nearest === place).length
    assert.ok(count >= 10, `picture ${place + 1} is shown alone in ${count} frames`)
  }
})

test('an image before a video keeps both in their positions', async (t) => {
  const folder = await newFolder(t)
  const clip = await writeCounter(join(folder, 'counter.mp4'), 130)
  const picture = await writePicture(join(folder, 'grey.png'), 64, 40, () => [90, 90, 90])
  const references = [imageFile(picture), videoFile(clip, 124)]
  const task = referenceTask({ frames: 124 })
  const { shots } = describeScene(task, materialOf({ references }))
  const start = shots.find(({ of }) => of === 'video')
  const next = shots.find(({ of, from }) => of === 'scene' && from > 0)
  const pictures = await film(t, task, materialOf({ references }))
  const [first, last] = [(start?.from ?? 0) + (start?.fade ?? 0), next?.from ?? 0]
  const numbers = pictures.slice(first, last).map(numberOf)
  assert.ok(numbers.length >= 20)
  assert.deepEqual(
    numbers,
    numbers.map((_, i) => (start?.fade ?? 0) + i),
  )
})

test('the same material and seed give the same frames, and another seed others', async (t) => {
  const folder = await newFolder(t)
  const picture = await writePicture(join(folder, 'ramp.png'), 320, 192, (x, y) => [x & 255, y, 90])
  const material = materialOf({ references: [imageFile(picture)] })
  const task = referenceTask({ frames: 22, prompt: 'a lake at sunset' })
  const [one, same, other] = await Promise.all([1, 1, 2].map((seed) => film(t, { ...task, seed }, material)))
  assert.deepEqual(one, same)
  assert.notDeepEqual(one, other)
})
