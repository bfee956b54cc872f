import assert from 'node:assert/strict'
import { test } from 'node:test'
import { materialReport } from '../../src/file/report.ts'

const NO_PIXELS = { width: null, height: null }

const usedOf = (kind: 'image' | 'video' | 'audio', durationMs: number | null) =>
  materialReport({ kind, durationMs, ...NO_PIXELS }).usedSeconds?.map(({ seconds }) => seconds) ?? null

test('a video is used up to the output’s frames, aligned to the grid (spec 4.10 rule 4)', () => {
  assert.deepEqual(usedOf('video', 15_000), [5.167, 10.125, 14.375])
  assert.deepEqual(usedOf('video', 3000), [2.333, 2.333, 2.333])
  assert.deepEqual(usedOf('video', 208), [0.208, 0.208, 0.208])
  assert.deepEqual(usedOf('video', 133), [0, 0, 0])
})

test('audio is used up to the seconds of the output', () => {
  assert.deepEqual(usedOf('audio', 15_020), [5.167, 10.125, 15.02])
  assert.deepEqual(usedOf('audio', 900), [0.9, 0.9, 0.9])
})

test('an image has no used seconds', () => {
  assert.equal(usedOf('image', null), null)
})

test('auto resolves to the canvas nearest to the pixels, and audio has none', () => {
  const ratioOf = (width: number | null, height: number | null) =>
    materialReport({ kind: 'image', durationMs: null, width, height }).autoAspectRatio
  assert.equal(ratioOf(1920, 1080), '16:9')
  assert.equal(ratioOf(1080, 1920), '9:16')
  assert.equal(ratioOf(1000, 999), '1:1')
  assert.equal(ratioOf(3000, 1000), '21:9')
  assert.equal(ratioOf(null, null), null)
})
