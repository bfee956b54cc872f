import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeScene } from '../../../workers/engine/procedural/scene/scene.ts'
import { soundOf } from '../../../workers/engine/procedural/sound/sound.ts'
import { taskOf } from './helpers.ts'

function wholeOf(seed: number): Float32Array[] {
  const scene = describeScene(taskOf({ seed, frames: 56, prompt: 'a storm at sea' }))
  const sound = soundOf(scene)
  return Array.from({ length: scene.frames }, sound)
}

test('every frame has 2000 samples in two channels', () => {
  assert.deepEqual([...new Set(wholeOf(1).map((part) => part.length))], [4000])
})

test('the sound starts and ends in silence and never clips', () => {
  const parts = wholeOf(1)
  assert.equal(Math.abs(parts.at(0)?.at(0) ?? 1), 0)
  assert.equal(Math.abs(parts.at(-1)?.at(-1) ?? 1), 0)
  const peak = Math.max(...parts.map((part) => part.reduce((most, value) => Math.max(most, Math.abs(value)), 0)))
  assert.ok(peak > 0.1 && peak < 0.9, `peak ${peak}`)
})

test('the same seed gives the same sound, and another seed another one', () => {
  assert.deepEqual(wholeOf(1), wholeOf(1))
  assert.notDeepEqual(wholeOf(1), wholeOf(2))
})
