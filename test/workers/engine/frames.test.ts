import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { newPainter } from '../../../workers/engine/procedural/picture.ts'
import { describeScene } from '../../../workers/engine/procedural/scene/scene.ts'
import { taskOf } from './helpers.ts'

/** SHA-256 (first 16 hex digits) of frames 0, 61 and 123. Change them only with an intended change of the picture. */
const KNOWN = {
  'a lake at sunset': ['886bd6e302e50405', '2b4cb92efba6e735', 'd1333ca44e09067c'],
  雪夜的城市: ['a335785ca8c90f8d', '3520f53d51ce4eb0', 'a106a67f64a67049'],
  'aurora over a snowy forest': ['0c84ca32d137d6a1', '03ecad5083955d02', '4dbd30c7681f2f01'],
  'a stormy desert in the rain': ['cca9dd9aea46786e', 'a3c8e2a179a706c6', '74e5d7967914446a'],
} as const

const SMALL = { width: 256, height: 160, frames: 124 }

function hashes(prompt: string, seed: number, frames = [0, 61, 123]): string[] {
  const paint = newPainter(describeScene(taskOf({ ...SMALL, prompt, seed })))
  return frames.map((frame) => {
    paint(frame)
    return createHash('sha256').update(paint.buffer).digest('hex').slice(0, 16)
  })
}

for (const [prompt, known] of Object.entries(KNOWN)) {
  test(`"${prompt}" gives the same bytes on every machine`, () => assert.deepEqual(hashes(prompt, 1), known))
}

test('a frame does not depend on earlier frames', () => {
  const [first, middle, last] = hashes('rain on a lake', 3)
  assert.deepEqual(hashes('rain on a lake', 3, [123, 0, 61]), [last, first, middle])
})

test('another seed gives another frame in the same mood', () => {
  const [one, two] = [1, 2].map((seed) => describeScene(taskOf({ ...SMALL, seed }))) as [Scene, Scene]
  assert.equal(one.mood, two.mood)
  assert.notDeepEqual(hashes('a lake at sunset', 1), hashes('a lake at sunset', 2))
})

test('consecutive frames differ', () => {
  assert.equal(new Set(hashes('a lake at sunset', 1)).size, 3)
})

type Scene = ReturnType<typeof describeScene>
