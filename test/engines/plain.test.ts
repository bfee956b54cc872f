import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lengthsOf, soundPartOf, videoPartOf } from '../../workers/engine/http/plain.ts'
import { audioFile, imageFile, videoFile } from '../workers/engine/helpers.ts'

const film = videoFile('/film.mp4', 240)
const size = { width: 854, height: 480 }

test('references of a kind that are together longer than 15 seconds lose the excess from the longest', () => {
  const seconds = (...lengths: number[]) => lengths.map((length) => audioFile('/sound.wav', length * 1000))
  assert.deepEqual(lengthsOf(seconds(15.1)), [15_000])
  assert.deepEqual(lengthsOf(seconds(2, 11.1, 2)), [2000, 11_000, 2000])
  assert.deepEqual(lengthsOf([imageFile('/image.png'), film, ...seconds(15)]), [0, 10_000, 15_000])
})

test('a file of exactly two seconds keeps them, also if it decodes to less', () => {
  assert.deepEqual(soundPartOf(2000), { samples: 96_000, least: 96_000 })
  assert.deepEqual(videoPartOf(film, size, 2000, 124), { ...size, frames: 48, least: 48, sound: false })
})

test('a video is converted as far as the output uses it, and at least two seconds of it', () => {
  assert.equal(videoPartOf(film, size, 10_000, 124).frames, 124)
  assert.equal(videoPartOf(film, size, 10_000, 22).frames, 48)
  assert.equal(videoPartOf(film, size, 15_000, 362).frames, 360)
})

test('a converted video has even sides, the pixels of a canvas at most, and no ratio beyond its own', () => {
  const sizes = [256, 257, 641, 642, 1000, 1920, 2161, 5400].flatMap((side) => [
    { width: Math.floor(side * 2.5), height: side },
    { width: side, height: Math.floor(side * 2.5) },
    { width: side, height: side },
  ])
  for (const each of sizes) {
    const { width, height } = videoPartOf(film, each, 5000, 124)
    const [ratio, own] = [width / height, each.width / each.height]
    assert.ok(width % 2 === 0 && height % 2 === 0 && Math.min(width, height) >= 256)
    assert.ok(width * height <= 1344 * 768 * 1.01)
    assert.ok(own < 1 ? ratio >= own && ratio <= 1.01 : ratio <= own && ratio >= 0.99)
  }
})
