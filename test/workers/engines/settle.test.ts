import assert from 'node:assert/strict'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny'
import { EngineFailure } from '../../../workers/engine/failure.ts'
import { settleVideo } from '../../../workers/engine/finish.ts'
import { numberIn, picturesOf, retime, writeCounter } from '../engine/clips.ts'
import { corpus, newFolder, taskOf } from '../engine/helpers.ts'
import { clipOf } from './clips.ts'

async function read(path: string) {
  using input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  const video = await input.getPrimaryVideoTrack()
  const stats = await video?.computePacketStats()
  const sound = (await input.getPrimaryAudioTrack()) !== null
  return { pictures: stats?.packetCount, rate: Math.round((stats?.averagePacketRate ?? 0) * 1000) / 1000, sound }
}

test('a valid video stays unchanged', async (t) => {
  const clip = await clipOf(22)
  assert.equal(await settleVideo(clip, await newFolder(t), taskOf()), clip)
})

test('unrequested sound is removed without re-encoding the pictures', async (t) => {
  const clip = await clipOf(22)
  const path = await settleVideo(clip, await newFolder(t), taskOf({ audio: false }))
  assert.deepEqual(await read(path), { pictures: 22, rate: 24, sound: false })
  assert.deepEqual(await picturesOf(path), await picturesOf(clip))
})

test('silent video at another frame rate is converted to 24 a second, in order', async (t) => {
  const folder = await newFolder(t)
  const counter = await writeCounter(join(folder, 'counter.mp4'), 22)
  const slow = await retime(counter, join(folder, 'slow.mp4'), (number) => number / 16)
  assert.equal((await read(slow)).rate, 16)
  const path = await settleVideo(slow, folder, taskOf())
  assert.deepEqual(await read(path), { pictures: 22, rate: 24, sound: false })
  const numbers = (await picturesOf(path)).map((picture) => numberIn(picture, 160, 96))
  assert.deepEqual(numbers, [...Array(22).keys()])
})

test('another frame rate with requested sound is a failure, and without it is converted', async (t) => {
  const folder = await newFolder(t)
  const hopeless = (error: unknown) => error instanceof EngineFailure && !error.retry && /a second/.test(error.message)
  const other = corpus('black-10s.mp4')
  assert.deepEqual(await read(other), { pictures: 300, rate: 30, sound: true })
  await assert.rejects(settleVideo(other, folder, taskOf()), hopeless)
  const path = await settleVideo(other, folder, taskOf({ audio: false }))
  assert.deepEqual(await read(path), { pictures: 300, rate: 24, sound: false })
})

test('another codec is a permanent failure', async (t) => {
  await assert.rejects(
    settleVideo(corpus('iphone-hevc-rotated.MOV'), await newFolder(t), taskOf()),
    (error) => error instanceof EngineFailure && !error.retry && /hevc, not H.264/.test(error.message),
  )
})

test('a truncated file, or one that is not an mp4, is a failure that is tried again', async (t) => {
  const folder = await newFolder(t)
  const path = join(folder, 'x.mp4')
  const again = (error: unknown) => error instanceof EngineFailure && error.retry
  const whole = await readFile(await clipOf(22))
  for (const bytes of [whole.subarray(0, 4), whole.subarray(0, 20), whole.subarray(0, whole.length - 1)]) {
    await writeFile(path, bytes)
    await assert.rejects(settleVideo(path, folder, taskOf()), again)
  }
  for (const name of [
    'empty.png',
    'page.html-as.png',
    'webm-renamed.mp4',
    'png-renamed.mp4',
    'truncated-no-moov.mp4',
  ]) {
    await copyFile(corpus(name), path)
    await assert.rejects(settleVideo(path, folder, taskOf()), again, name)
  }
})

test('sound alone is not a video', async (t) => {
  await assert.rejects(settleVideo(corpus('audio-only.mp4'), await newFolder(t), taskOf()), /sound only/)
})
