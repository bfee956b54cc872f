import type { Order, VideoApi } from '../http/api.ts'
import { type Form, formOf } from '../http/form.ts'
import { videosApi } from '../http/videos.ts'
import type { Parameters, ServerSettings } from '../settings.ts'

/** Fields of a model's own, besides those of every model. */
export type OwnFields = (order: Order) => Parameters

/** OpenAI's Videos API as vLLM-Omni serves it: a multipart form with an exact number of frames besides OpenAI's own fields. */
export function vllmOmni(own: OwnFields) {
  return (settings: ServerSettings): VideoApi => ({
    ...videosApi(settings),
    async order(order) {
      return { call: { method: 'POST', path: '/v1/videos', form: requestOf(settings, order, own(order)) }, id: null }
    },
  })
}

/** The task's fields are promised to callers: no parameter changes them. */
function requestOf(settings: ServerSettings, order: Order, own: Parameters): Form {
  const { task, making, accelerated } = order
  const faster = accelerated ? settings.acceleratedParameters[task.mode] : null
  const common = {
    prompt: task.prompt,
    size: `${making.width}x${making.height}`,
    num_frames: making.frames,
    fps: making.fps,
    seed: task.seed,
  }
  const fields = merge({ model: settings.model }, settings.parameters, faster ?? {}, common, own)
  const texts = Object.entries(fields)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)])
  return formOf(Object.fromEntries(texts), filesOf(order))
}

/** A single image has OpenAI's own field name, the only one that every model accepts for it. */
function filesOf({ material: { inputImage, endImage, references } }: Order) {
  const field = endImage === null && references.length === 0 ? 'input_reference' : 'input_references'
  return [inputImage, endImage, ...references].flatMap((file) => (file ? [{ field, file }] : []))
}

/** Later values win, also inside `extra_params`. */
function merge(...all: readonly Parameters[]): Parameters {
  const extra = Object.assign({}, ...all.map((each) => each['extra_params']))
  const merged = Object.assign({}, ...all) as Record<string, unknown>
  return Object.keys(extra).length > 0 ? { ...merged, extra_params: extra } : merged
}
