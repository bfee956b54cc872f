import type { ModeLimits } from '../../../src/engine-limits.ts'
import type { Size } from '../../../src/media/canvas.ts'
import { FPS } from '../../../src/media/frames.ts'
import type { TaskInput } from '../engine.ts'
import { EngineFailure } from '../failure.ts'
import type { Order, ServerProfile, VideoApi } from '../http/api.ts'
import type { Call } from '../http/call.ts'
import { formOf } from '../http/form.ts'
import { framesOn, WAN as GRID } from '../http/making.ts'
import type { ServerSettings } from '../settings.ts'
import { fieldsOf, sglang } from './api.ts'

/** The larger models make 16 frames a second, the smaller one 24. */
const FPS_A14B = 16

const TEXT: ModeLimits = { sound: false }
const START: ModeLimits = { sound: false, ends: ['start'] }

/** A server has one checkpoint: for text, for a start image, or (the smaller model) for both. */
export const WAN: readonly ServerProfile[] = [
  {
    name: 'sglang/wan-2.2-t2v',
    engine: 'openai-video',
    limits: { modes: { text_to_video: TEXT }, progress: false },
    making: (task) => ({ ...timeOf(task, FPS_A14B), ...turned(task, 1280, 720) }),
    open,
  },
  {
    name: 'sglang/wan-2.2-i2v',
    engine: 'openai-video',
    limits: { modes: { image_to_video: START }, progress: false },
    making: (task) => ({ ...timeOf(task, FPS_A14B), ...ofArea(task, 1280 * 720, 16) }),
    open,
  },
  {
    name: 'sglang/wan-2.2-ti2v',
    engine: 'openai-video',
    limits: { modes: { text_to_video: TEXT, image_to_video: START }, progress: false },
    making: (task) => ({
      ...timeOf(task, FPS),
      ...(task.mode === 'text_to_video' ? turned(task, 1280, 704) : closest(task, 1280 * 704, 32)),
    }),
    open,
  },
]

const timeOf = (task: TaskInput, fps: number) => ({ frames: framesOn({ fps, ...GRID }, task), fps })

/** The model has one shape, wide or high; some versions of the server refuse every other size. */
function turned({ width, height }: Size, long: number, short: number): Size {
  return width < height ? { width: short, height: long } : { width: long, height: short }
}

/** The size that the server makes of a start image: its ratio in an area, each side rounded down. */
function ofArea({ width, height }: Size, area: number, step: number): Size {
  const side = (ratio: number) => Math.floor(Math.round(Math.sqrt(area * ratio)) / step) * step
  return { width: side(width / height), height: side(height / width) }
}

/** The same for the smaller model: one side is rounded down, the other fills the area, whichever order keeps the ratio. */
function closest({ width, height }: Size, area: number, step: number): Size {
  const down = (pixels: number) => Math.floor(pixels / step) * step
  const wide = down(Math.sqrt(area * (width / height)))
  const high = down(Math.sqrt(area * (height / width)))
  const byWidth = { width: wide, height: down(area / wide) }
  const byHeight = { width: down(area / high), height: high }
  const loss = (size: Size) => {
    const [across, down] = [size.width * height, size.height * width]
    return Math.max(across, down) / Math.min(across, down)
  }
  return loss(byWidth) < loss(byHeight) ? byWidth : byHeight
}

function open(settings: ServerSettings): VideoApi {
  return sglang(settings, (order) => requestOf(settings, order))
}

/** JSON has more fields than the form in earlier versions, but an image needs the form. */
function requestOf(settings: ServerSettings, order: Order): Pick<Call, 'json' | 'form'> {
  const { task, making, material } = order
  const { inputImage, endImage, references } = material
  if (endImage || references.length > 0) {
    throw new EngineFailure('Wan on SGLang accepts only a start image', { retry: false })
  }
  const fields = fieldsOf(settings, order, {
    prompt: task.prompt,
    // The size of a start image decides.
    size: inputImage ? null : `${making.width}x${making.height}`,
    num_frames: making.frames,
    fps: making.fps,
    seed: task.seed,
    width: null,
    height: null,
    seconds: null,
    ...(task.negativePrompt === null ? {} : { negative_prompt: task.negativePrompt }),
  })
  if (!inputImage) return { json: fields }
  const texts = Object.entries(fields).map(([name, value]): [string, string] => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ])
  return { form: formOf(Object.fromEntries(texts), [{ field: 'input_reference', file: inputImage }]) }
}
