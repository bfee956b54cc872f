import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny'
import { SAMPLES_PER_PICTURE } from '../../../workers/engine/procedural/codec/codec.ts'
import { quietCodec } from '../../support/codec.ts'
import { picturesOf } from './clips.ts'
import { CODECS, newFolder } from './helpers.ts'

const SIZE = { width: 160, height: 96 }
const FRAMES = 12

/** The codec and size of its video, and whether its audio is as long as the video, to a packet. */
async function tracksOf(path: string) {
  using input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  const heard = (await audio?.computeDuration()) ?? 0
  const isWhole = Math.abs(heard - FRAMES / 24) < 0.05
  return [await video?.getCodec(), await video?.getDisplayWidth(), await video?.getDisplayHeight(), isWhole]
}

for (const { name, ffmpegPath } of CODECS) {
  test(`${name}: frames and sound become a video, an upscaled one and a packaged file`, async (t) => {
    const codec = await quietCodec(ffmpegPath)
    const [folder, left] = [await newFolder(t), new Float32Array(SAMPLES_PER_PICTURE * 2).fill(0.25)]
    const [made, large, whole] = ['made.mp4', 'large.mp4', 'whole.mp4'].map((each) => join(folder, each))
    assert.ok(made && large && whole)
    const settings = { ...SIZE, frames: FRAMES, preset: 'ultrafast' }
    const encoder = await codec.openEncoder({ ...settings, path: made, sound: () => left })
    for (let number = 0; number < FRAMES; number++) {
      const picture = new Uint8Array((SIZE.width * SIZE.height * 3) / 2).fill(128)
      await encoder.write(picture.fill(60 + 10 * number, 0, SIZE.width * SIZE.height))
    }
    await encoder.finish()
    assert.deepEqual(await tracksOf(made), ['avc', 160, 96, true])

    const shown: number[] = []
    await codec.upscale(made, large, { factor: 2, ...settings, onProgress: (fraction) => shown.push(fraction) })
    assert.deepEqual(await tracksOf(large), ['avc', 320, 192, true])
    assert.equal((await picturesOf(large)).length, FRAMES)
    assert.ok(shown.length > 0 && shown.every((fraction) => fraction > 0 && fraction <= 1), String(shown))

    await codec.remux(large, whole, 'what it is')
    const file = (await readFile(whole)).toString('latin1')
    assert.ok(file.includes('what it is') && file.indexOf('moov') < file.indexOf('mdat'))
    const picture = await codec.pictureAt(whole, 7)
    assert.deepEqual([picture.width, picture.height, picture.rgb.length], [320, 192, 320 * 192 * 3])
    // 130 of 16 to 235.
    assert.ok(Math.abs((picture.rgb[30_000] ?? 0) - 133) < 4, String(picture.rgb[30_000]))
  })
}
