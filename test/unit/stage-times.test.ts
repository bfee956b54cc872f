import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Stage } from '../../src/queue/catalog.ts'
import { type KnownRuns, learnTimes, pixelsOf } from '../../src/task/stage-times.ts'

const known = (stage: Stage, pixels: number, seconds: number, rest: Partial<KnownRuns> = {}): KnownRuns => ({
  ...{ stage, engine: 'model', accelerated: false, pixels, seconds, runs: 10 },
  ...rest,
})

const learn = (...runs: readonly KnownRuns[]) => {
  const times = learnTimes(runs)
  return (stage: Stage, pixels: number, engine = 'model', accelerated = false) => {
    const seconds = times({ stage, engine, accelerated, pixels })
    return seconds === null ? null : Number(seconds.toFixed(2))
  }
}

test('with one known size a render of another one is proportional to its pixels, and an encode takes the same time', () => {
  const secondsOf = learn(known('render', 100, 8), known('encode', 100, 3))
  assert.deepEqual([secondsOf('render', 100), secondsOf('render', 300), secondsOf('encode', 300)], [8, 24, 3])
})

test('a new size is predicted by the power that the known sizes show', () => {
  const quadratic = learn(known('render', 100, 4), known('render', 200, 16), known('render', 400, 64))
  assert.deepEqual([quadratic('render', 50), quadratic('render', 800)], [1, 256])
  const constant = learn(known('package', 100, 2), known('package', 400, 2))
  assert.equal(constant('package', 1600), 2)
})

test('a single slow run among known sizes moves the prediction of the others little', () => {
  const secondsOf = learn(
    ...[known('render', 100, 10), known('render', 200, 20), known('render', 400, 40)],
    known('render', 300, 3000, { runs: 1 }),
  )
  assert.deepEqual([secondsOf('render', 200), secondsOf('render', 800)], [20, 80])
  assert.ok((secondsOf('render', 300) ?? 0) < 150)
})

test('engines and acceleration have their own times; an unknown engine gets those of all, an unknown stage none', () => {
  const secondsOf = learn(
    ...[known('render', 100, 10), known('render', 100, 3, { accelerated: true })],
    known('render', 100, 30, { engine: 'slow', runs: 1 }),
  )
  assert.deepEqual(
    [secondsOf('render', 100), secondsOf('render', 100, 'model', true), secondsOf('render', 100, 'slow', true)],
    [10, 3, 30],
  )
  const foreign = secondsOf('render', 100, 'new') ?? 0
  assert.ok(foreign >= 3 && foreign <= 10)
  assert.equal(secondsOf('upscale', 100), null)
})

test('upscale and package count the pixels of the delivered size', () => {
  const task = { width: 10, height: 10, frames: 5, resolution: '4k' } as const
  assert.deepEqual([pixelsOf('render', task), pixelsOf('upscale', task)], [500, 4500])
})
