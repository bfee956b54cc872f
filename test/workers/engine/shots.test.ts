import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MaterialFile } from '../../../workers/engine/engine.ts'
import { deal, planCues, planShots, type Shot } from '../../../workers/engine/procedural/scene/shots.ts'
import { readPrompt } from '../../../workers/engine/procedural/scene/vocabulary.ts'
import { audioFile, imageFile, materialOf, taskOf, videoFile } from './helpers.ts'

const picture = imageFile('p')
const video = (frames: number) => videoFile('v', frames)

function plan(references: readonly MaterialFile[], frames = 124): Shot[] {
  return planShots(taskOf({ mode: 'reference_to_video', frames }), materialOf({ references }))
}

/** Each visible source and its start, e.g. `video0@0`. */
const names = (shots: readonly Shot[]) => shots.map(({ of, reference, from }) => `${of}${reference ?? ''}@${from}`)

test('a long video alone fills the whole output, frame for frame', () => {
  assert.deepEqual(plan([video(124)]), [{ of: 'video', reference: 0, from: 0, until: 124, fade: 0 }])
})

test('a shorter video plays to its end and then fades to the scene', () => {
  assert.deepEqual(plan([video(56)]), [
    { of: 'video', reference: 0, from: 0, until: 76, fade: 0 },
    { of: 'scene', reference: null, from: 56, until: 124, fade: 20 },
  ])
})

test('several videos share the time, and a long one leaves room for the next', () => {
  assert.deepEqual(names(plan([video(124), video(22), video(124)])), ['video0@0', 'video1@51', 'video2@73'])
  assert.deepEqual(names(plan([video(22), video(39)])), ['video0@0', 'video1@22', 'scene@61'])
})

test('images appear in order, between an opening and a closing scene', () => {
  assert.deepEqual(names(plan([picture, picture])), ['scene@0', 'picture0@20', 'picture1@62', 'scene@104'])
})

test('nine images leave no time for the scene', () => {
  const shots = plan(Array.from({ length: 9 }, () => picture))
  assert.deepEqual(
    shots.map(({ reference }) => reference),
    [0, 1, 2, 3, 4, 5, 6, 7, 8],
  )
})

test('all images and videos appear in the caller’s order', () => {
  assert.deepEqual(names(plan([video(124), picture])), ['video0@0', 'picture1@52', 'scene@104'])
  assert.deepEqual(names(plan([picture, video(124), audioFile('a', 5000), picture])), [
    'scene@0',
    'picture0@20',
    'video1@48',
    'picture3@76',
    'scene@104',
  ])
})

test('audio alone uses the painted scene', () => {
  assert.deepEqual(names(plan([audioFile('a', 3000)])), ['scene@0'])
})

test('each frame shows one or two shots for any references, and the last fade is complete', () => {
  const mixes = [
    [picture],
    [video(5)],
    [picture, video(22)],
    Array.from({ length: 9 }, () => picture),
    [...Array.from({ length: 9 }, () => picture), video(124), video(124), video(124)],
  ]
  for (const references of mixes) {
    for (const frames of [124, 158, 362]) {
      const shots = plan(references, frames)
      for (let frame = 0; frame < frames; frame++) {
        const seen = shots.filter(({ from, until }) => frame >= from && frame < until).length
        assert.ok(seen === 1 || seen === 2, `${seen} shots in picture ${frame}`)
      }
      assert.equal(shots.at(-1)?.until, frames)
      assert.ok(shots.every(({ from, until, fade }) => from + fade <= until))
      const used = new Set(shots.flatMap(({ reference }) => reference ?? []))
      assert.equal(used.size, references.length)
    }
  }
})

test('sounds play one after another, and a long one leaves room for the next', () => {
  const cues = (...lengths: readonly number[]) =>
    planCues(
      taskOf({ mode: 'reference_to_video', frames: 124 }),
      materialOf({ references: [picture, ...lengths.map((ms) => audioFile('a', ms))] }),
    )
  assert.deepEqual(cues(15000), [{ reference: 1, from: 0, frames: 124 }])
  assert.deepEqual(cues(1000, 15000), [
    { reference: 1, from: 0, frames: 24 },
    { reference: 2, from: 24, frames: 100 },
  ])
})

test('dealing grants every wish when there is enough, and even shares when there is not', () => {
  assert.deepEqual(deal(10, [2, 3]), [2, 3])
  assert.deepEqual(deal(10, [2, 30, 30]), [2, 4, 4])
  assert.deepEqual(deal(10, [30, 1, 30]), [4, 1, 5])
})

test('markers do not change what is read from the prompt', () => {
  assert.deepEqual(readPrompt('<Picture 1>在日落的湖边，像 <Video 2> 和 <Audio 1>'), readPrompt('在日落的湖边，像 和'))
  assert.equal(readPrompt('<Picture 1> by <Video 1>').moodSaid, false)
})
