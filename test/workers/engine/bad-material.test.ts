import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type Material, Refusal, type TaskInput } from '../../../workers/engine/engine.ts'
import { proceduralEngine } from '../../../workers/engine/procedural.ts'
import { atMost } from '../../support/rounds.ts'
import { writeCounter } from './clips.ts'
import {
  audioFile,
  CODECS,
  calm,
  corpus,
  ignore,
  imageFile,
  materialOf,
  newFolder,
  taskOf,
  untilGroupGone,
  videoFile,
} from './helpers.ts'

async function renderOf(t: TestContext, wishes: Partial<TaskInput>, material: Material, ffmpegPath: string | null) {
  const folder = await newFolder(t)
  const engine = proceduralEngine({ preset: 'ultrafast', ffmpegPath })
  const task = taskOf({ mode: 'reference_to_video', width: 160, height: 96, ...wishes })
  const { path } = await engine.encode({ task, material, folder }, calm(), ignore)
  return engine.render({ task, material, folder, encoded: path }, calm(), ignore)
}

const refusal = (name: string) => (error: unknown) => {
  assert.ok(error instanceof Refusal)
  assert.equal(error.reason, 'invalid_asset')
  assert.equal(error.detail, `${name} could not be read: the file is damaged or of a kind that is not supported.`)
  return true
}

/** A video with noise in its second half, behind a valid audio table. */
async function ruined(t: TestContext): Promise<string> {
  const folder = await newFolder(t)
  const path = await writeCounter(join(folder, 'ruined.mp4'), 22)
  const bytes = await readFile(path)
  const start = bytes.indexOf('mdat', 0, 'latin1') + 4
  await writeFile(path, bytes.fill(0xff, start, start + bytes.readUInt32BE(start - 8) - 8))
  return path
}

for (const { name, ffmpegPath } of CODECS) {
  test(`${name}: an undecodable video is refused by its name`, async (t) => {
    const references = [imageFile(corpus('rgb.png')), videoFile(await ruined(t), 22)]
    await assert.rejects(renderOf(t, {}, materialOf({ references }), ffmpegPath), refusal('Reference video 1'))
  })

  test(`${name}: undecodable audio is refused by its name`, async (t) => {
    const references = [audioFile(corpus('lavf.flac'), 900), audioFile(corpus('ogg-renamed.mp3'), 900)]
    await assert.rejects(renderOf(t, {}, materialOf({ references }), ffmpegPath), refusal('Reference audio 2'))
  })

  test(`${name}: an abort while a reference video is read leaves no process`, async (t) => {
    const folder = await newFolder(t)
    const clip = await writeCounter(join(folder, 'counter.mp4'), 60)
    let group = 0
    const engine = proceduralEngine({ preset: 'ultrafast', ffmpegPath, onChild: (pid) => (group = pid) })
    // One frame is larger than a pipe holds, so its decoder waits for the render.
    const task = taskOf({ mode: 'reference_to_video', frames: 60, width: 640, height: 384 })
    const material = materialOf({ references: [videoFile(clip, 60)] })
    const { path } = await engine.encode({ task, material, folder }, calm(), ignore)
    const abort = new AbortController()
    let aborted = 0
    const render = engine.render({ task, material, folder, encoded: path }, abort.signal, () => {
      aborted ||= performance.now()
      abort.abort(new Error('cancelled'))
    })
    await assert.rejects(render, /cancelled/)
    await untilGroupGone(group)
    assert.ok(performance.now() - aborted < atMost(2000))
  })
}

const broken = [
  ['The start image', { inputImage: imageFile(corpus('page.html-as.png')) }],
  ['The end image', { inputImage: imageFile(corpus('rgb.png')), endImage: imageFile(corpus('empty.png')) }],
] as const

for (const [name, wishes] of broken) {
  test(`${name.toLowerCase()} that is not an image is refused`, async (t) => {
    await assert.rejects(renderOf(t, { mode: 'image_to_video' }, materialOf(wishes), null), refusal(name))
  })
}

test('an image with too many pixels is refused by its number among the images', async (t) => {
  const references = [
    videoFile('unread.mp4', 5),
    imageFile(corpus('rgb.png')),
    imageFile(corpus('bomb-30000x30000.png')),
  ]
  await assert.rejects(renderOf(t, {}, materialOf({ references }), null), refusal('Reference image 2'))
})

test('missing material is an internal error, not the caller’s', async (t) => {
  const references = [videoFile(join(await newFolder(t), 'none.mp4'), 22)]
  await assert.rejects(renderOf(t, {}, materialOf({ references }), null), (error) => {
    assert.ok(error instanceof Error && !(error instanceof Refusal))
    assert.match(error.message, /ENOENT/)
    return true
  })
})
