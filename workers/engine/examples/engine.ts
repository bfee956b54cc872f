import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { codecFor } from '../procedural/codec/choose.ts'
import { SAMPLES_PER_PICTURE, type Sound } from '../procedural/codec/codec.ts'
import type { materialJson, taskJson } from '../wire.ts'

/**
 * The command engine's protocol in Node (see ../README.md): a moving gradient and a tone. Like engine.py it only renders; the
 * worker does the rest.
 */
interface Request {
  readonly describe?: true
  readonly stage?: string
  readonly task: ReturnType<typeof taskJson>
  readonly material: ReturnType<typeof materialJson> | null
  readonly folder: string
}

const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)

const request = JSON.parse(await text(process.stdin)) as Request
if (request.describe) {
  const modes = ['text_to_video', 'image_to_video', 'reference_to_video']
  say({ describe: { modes, max_references: 12, audio_only: true, stages: ['render'] } })
} else if (request.stage === 'render') {
  await render(request)
} else {
  say({ unsupported: true })
}

async function render({ task, folder }: Request) {
  const { width, height, frames, seed, audio, accelerated } = task
  const path = join(folder, 'rendered.mp4')
  const codec = await codecFor(null)
  const sound = audio ? toneOf(seed) : null
  const encoder = await codec.openEncoder({ path, width, height, frames, preset: 'ultrafast', sound })
  const picture = new Uint8Array((width * height * 3) / 2)
  for (let frame = 0; frame < frames; frame++) {
    paint(picture, width, height, frame, seed)
    await encoder.write(picture)
    say({ progress: (frame + 1) / frames })
  }
  await encoder.finish()
  say({ done: { path, accelerated } })
}

/** Y, then U and V, each at half the size. */
function paint(picture: Uint8Array, width: number, height: number, frame: number, seed: number) {
  const luma = width * height
  const ramp = Uint8Array.from({ length: width + height }, (_, i) => 40 + ((i + frame * 2) & 127))
  for (let y = 0; y < height; y++) picture.set(ramp.subarray(y, y + width), y * width)
  picture.fill(100 + (seed % 50), luma, luma + luma / 4)
  picture.fill(120 + (seed % 30), luma + luma / 4)
}

/** The left channel, then the right. */
function toneOf(seed: number): Sound {
  const step = (2 * Math.PI * (200 + (seed % 200))) / 48_000
  let at = 0
  return () => {
    const out = new Float32Array(SAMPLES_PER_PICTURE * 2)
    for (let i = 0; i < SAMPLES_PER_PICTURE; i++) {
      const value = 0.1 * Math.sin(step * at++)
      out[i] = value
      out[i + SAMPLES_PER_PICTURE] = value
    }
    return out
  }
}
