import { CANVASES } from '../../../src/media/canvas.ts'
import type { Material, TaskInput } from '../engine.ts'
import type { Making, Order, VideoApi } from '../http/api.ts'
import { type Form, formOf } from '../http/form.ts'
import { videosApi } from '../http/videos.ts'
import type { Parameters, ServerSettings } from '../settings.ts'

/** Names of the model's tasks for `extra_params`; models with one task ignore them. */
const TASKS = { text_to_video: 't2va', image_to_video: 'fl2va', reference_to_video: 'ref2va' } as const

/** OpenAI's Videos API as vLLM-Omni serves it: a multipart form with an exact number of frames besides OpenAI's own fields. */
export function vllmOmni(settings: ServerSettings): VideoApi {
  return {
    ...videosApi(settings),
    async order(order) {
      return { call: { method: 'POST', path: '/v1/videos', form: requestOf(settings, order) }, id: null }
    },
  }
}

function requestOf(config: ServerSettings, { task, making, material, accelerated }: Order): Form {
  const more = accelerated ? config.acceleratedParameters[task.mode] : null
  const fields = merge(fieldsOf(config, task, material), config.parameters, more ?? {}, ownFieldsOf(task, making))
  const texts = Object.entries(fields)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)])
  const { inputImage, endImage, references } = material
  const images = [inputImage, endImage].filter((file) => file !== null)
  // A single start image has OpenAI's own field name; several files need the other one, which counts them by kind.
  const field = endImage === null && references.length === 0 ? 'input_reference' : 'input_references'
  const files = images.length > 0 ? images : references
  return formOf(
    Object.fromEntries(texts),
    files.map((file) => ({ field, file })),
  )
}

function fieldsOf({ model }: ServerSettings, task: TaskInput, { inputImage, endImage }: Material): Parameters {
  const frames = endImage && { frame_indices: inputImage ? [0, -1] : [-1] }
  return {
    model,
    generate_sound: task.audio,
    aspect_ratio: ratioOf(task),
    extra_params: { task: TASKS[task.mode], ...frames },
  }
}

/** Promised to callers: no parameter changes it. */
function ownFieldsOf(task: TaskInput, making: Making): Parameters {
  return {
    prompt: task.prompt,
    size: `${making.width}x${making.height}`,
    num_frames: making.frames,
    fps: making.fps,
    seed: task.seed,
    negative_prompt: task.negativePrompt,
  }
}

function ratioOf({ width, height }: TaskInput): string | null {
  const found = Object.entries(CANVASES).find(([, canvas]) => canvas.width === width && canvas.height === height)
  return found?.[0] ?? null
}

/** Later values win, also inside `extra_params`. */
function merge(...all: readonly Parameters[]): Parameters {
  const extra = Object.assign({}, ...all.map((each) => each['extra_params']))
  const merged = Object.assign({}, ...all) as Record<string, unknown>
  return Object.keys(extra).length > 0 ? { ...merged, extra_params: extra } : merged
}
