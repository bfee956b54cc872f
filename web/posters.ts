import sharp from 'sharp'
import { newPainter } from '../workers/engine/procedural/picture.ts'
import { rgbOf } from '../workers/engine/procedural/pixels/colour.ts'
import { describeScene } from '../workers/engine/procedural/scene/scene.ts'
import { studio } from './src/locales/en/studio.ts'

/**
 * `node web/posters.ts` paints the stills of the console's examples with the embedded renderer: a frame at a third of each video,
 * in `web/src/gallery/posters`, 12 KB each at most.
 */
const FOLDER = new URL('src/gallery/posters/', import.meta.url)
const CANVAS = { frames: 124, width: 1344, height: 768 } as const
const WIDTH = 480
const BYTES_MAX = 12 * 1024

/** The seed whose picture shows most of its prompt. */
const SEEDS = { lake: 3, street: 5, cat: 12, waves: 14, tea: 11, train: 11 } as const

for (const [name, seed] of Object.entries(SEEDS) as [keyof typeof SEEDS, number][]) {
  const prompt = studio.examples[name]
  const scene = describeScene({
    ...{ ...CANVAS, taskId: name, mode: 'text_to_video', prompt, negativePrompt: null, seed },
    ...{ audio: false, accelerated: false, useContextIr: false, ofFinishedWork: false },
  })
  const paint = newPainter(scene)
  paint(Math.floor(CANVAS.frames / 3))
  const { width, height } = CANVAS
  const poster = sharp(rgbOf(paint.buffer, width, height), { raw: { width, height, channels: 3 } })
  const { size } = await poster
    .resize(WIDTH)
    .webp({ quality: 45, effort: 6 })
    .toFile(new URL(`${name}.webp`, FOLDER).pathname)
  if (size > BYTES_MAX) throw new Error(`the poster ${name} has ${size} bytes`)
  console.log(`${name}.webp ${size} bytes`)
}
