import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openFilm } from '../../../workers/engine/procedural/film.ts'
import { enlarge } from '../../../workers/engine/procedural/pixels/enlarge.ts'
import { describeScene } from '../../../workers/engine/procedural/scene/scene.ts'
import { quietCodec } from '../../support/codec.ts'
import { materialOf, taskOf } from './helpers.ts'

const [WIDTH, HEIGHT] = [640, 384]

/** Luma of one frame. */
async function painted(prompt: string, accelerated: boolean): Promise<Uint8Array> {
  const scene = describeScene(taskOf({ prompt, accelerated, width: WIDTH, height: HEIGHT }))
  const film = await openFilm(scene, materialOf(), await quietCodec())
  await film.paint(10)
  await film.close()
  assert.equal(film.buffer.length, (WIDTH * HEIGHT * 3) / 2)
  return film.buffer.subarray(0, WIDTH * HEIGHT)
}

/** Mean of each cell of 32 × 32 pixels. */
function cellsOf(luma: Uint8Array): number[] {
  const cells = new Array<number>((WIDTH / 32) * (HEIGHT / 32)).fill(0)
  luma.forEach((value, i) => {
    const cell = Math.floor(i / WIDTH / 32) * (WIDTH / 32) + Math.floor((i % WIDTH) / 32)
    cells[cell] = (cells[cell] ?? 0) + value / 1024
  })
  return cells
}

/** Mean difference of neighbours in a row. */
function detailOf(luma: Uint8Array): number {
  let sum = 0
  for (let i = 1; i < luma.length; i++) if (i % WIDTH > 0) sum += Math.abs((luma[i] ?? 0) - (luma[i - 1] ?? 0))
  return sum / luma.length
}

test('a draft shows the same scene with less detail', async () => {
  for (const prompt of ['a lake at sunset', 'a city skyline at night']) {
    const [whole, draft] = [await painted(prompt, false), await painted(prompt, true)]
    const [expected, found] = [cellsOf(whole), cellsOf(draft)]
    const apart = expected.reduce((sum, value, i) => sum + Math.abs(value - (found[i] ?? 0)), 0) / expected.length
    assert.ok(apart < 8, `${prompt}: ${apart}`)
    assert.ok(detailOf(draft) < 0.85 * detailOf(whole), `${prompt}: ${detailOf(draft)} of ${detailOf(whole)}`)
  }
})

test('a picture is enlarged smoothly: flat areas stay flat, and a step becomes a ramp', () => {
  const into = new Uint8Array(8 * 4 * 1.5)
  // Two rows of luma, then one sample row of each chroma plane.
  enlarge(Uint8Array.from([100, 100, 100, 200, 100, 100, 100, 200, 60, 60, 90, 90]), 4, 2, into)
  const row = [100, 100, 100, 100, 100, 125, 175, 200]
  assert.deepEqual([...into], [...row, ...row, ...row, ...row, ...new Array(8).fill(60), ...new Array(8).fill(90)])
})
