import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearestCanvas } from '../../src/media/canvas.ts'
import { framesFor, usedFrames } from '../../src/media/frames.ts'
import { markersOf } from '../../src/media/markers.ts'

test('frames are the least 17k+5 that covers the requested seconds', () => {
  const known = [
    [5000, 124],
    [5167, 124],
    [5168, 141],
    [6000, 158],
    [6500, 158],
    [15000, 362],
  ] as const
  for (const [ms, frames] of known) assert.equal(framesFor(ms), frames, `${ms} ms`)
  for (let ms = 5000; ms <= 15000; ms++) {
    const frames = framesFor(ms)
    assert.equal((frames - 5) % 17, 0)
    assert.ok(frames * 1000 >= ms * 24 - 10, `${ms} ms: ${frames} are too few`)
    assert.ok((frames - 17) * 1000 < ms * 24 - 10, `${ms} ms: ${frames} are too many`)
  }
})

test('a reference video is used up to the output’s frames, aligned down', () => {
  assert.equal(usedFrames(15_000, 124), 124)
  assert.equal(usedFrames(4_200, 124), 90)
  assert.equal(usedFrames(208, 124), 5)
  assert.equal(usedFrames(200, 124), 0)
})

test('auto takes the nearest canvas, and the earlier one on a tie', () => {
  const nearest = (width: number, height: number) => nearestCanvas({ width, height })
  assert.equal(nearestCanvas(null), '16:9')
  assert.equal(nearest(1920, 1080), '16:9')
  assert.equal(nearest(1080, 1920), '9:16')
  assert.equal(nearest(4000, 3000), '4:3')
  assert.equal(nearest(3000, 4000), '3:4')
  assert.equal(nearest(500, 500), '1:1')
  assert.equal(nearest(2560, 1080), '21:9')
  assert.equal(nearest(30_000, 1), '21:9')
  // Exactly between 1344/768 and 1536/672 on the logarithmic scale: their geometric mean is 2.
  assert.equal(nearest(2000, 1000), '16:9')
})

test('markers are read as they are written', () => {
  const read = (prompt: string) => markersOf(prompt).map(({ kind, number }) => `${kind} ${number}`)
  assert.deepEqual(read('让@图片1像@视频2一样，配@音频3'), ['Picture 1', 'Video 2', 'Audio 3'])
  assert.deepEqual(read('@图片12'), ['Picture 12'])
  assert.deepEqual(read('@图片01 @图片０ @视频 1'), ['Picture null', 'Picture null', 'Video null'])
  assert.deepEqual(read('@图片 and @视频。'), [])
  assert.deepEqual(read('<Picture 3> <Picture x>'), ['Picture 3'])
})
