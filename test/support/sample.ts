import { join } from 'node:path'
import { AV_LOG_ERROR } from 'node-av/constants'
import { Log } from 'node-av/lib'
import sharp from 'sharp'
import { CANVASES } from '../../src/media/canvas.ts'
import { framesFor } from '../../src/media/frames.ts'
import { quietCodec } from './codec.ts'
import { sampleIn } from './idle-engine.ts'

const GREY = 128

/** Creates a grey video of five seconds, once, as the result of every task. */
export async function makeSample(folder: string): Promise<void> {
  const { video, thumbnail } = sampleIn(folder)
  const { width, height } = CANVASES['1:1']
  const frames = framesFor(5000)
  Log.setLevel(AV_LOG_ERROR)
  const codec = await quietCodec()
  const raw = join(folder, 'raw.mp4')
  const encoder = await codec.openEncoder({ path: raw, width, height, frames, preset: 'ultrafast', sound: null })
  const picture = Buffer.alloc((width * height * 3) / 2, GREY)
  for (let i = 0; i < frames; i++) await encoder.write(picture)
  await encoder.finish()
  await codec.remux(raw, video, 'sample')
  const flat = { width, height, channels: 3, background: { r: GREY, g: GREY, b: GREY } } as const
  await sharp({ create: flat }).resize(96).webp().toFile(thumbnail)
}
