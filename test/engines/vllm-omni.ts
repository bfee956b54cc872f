import { formOf, openaiDialect, requestIn } from '../workers/engines/dialects.ts'
import type { Dialect, SentFile } from '../workers/engines/model-server.ts'
import { type Made, madeClip } from './made.ts'

/** A request as this server reads it. */
export interface Request {
  readonly fields: Readonly<Record<string, string>>
  readonly files: readonly SentFile[]
}

/**
 * What the server does with a request: refuse it at once, let the model fail, leave material out without a word, or make a
 * video.
 */
export type Verdict =
  | { readonly refused: { readonly status: number; readonly detail: unknown } }
  | { readonly failed: { readonly code: number; readonly message: string } }
  | { readonly dropped: string }
  | { readonly made: Made }

/** The rules of one model, after those of the form (docs/engines/vllm-omni.md). */
export interface Model {
  /** Whether the form may have several images, videos and sounds. */
  readonly mixed: boolean
  judge(request: Request, extra: Extra): Verdict | Promise<Verdict>
}

export type Extra = Readonly<Record<string, unknown>>

const fail = (message: string, code = 500): Verdict => ({ failed: { code, message } })

/** Fields of the form with the types that it reads. It ignores all others. */
const INTEGERS = /^(width|height|num_frames|short_edge|num_outputs_per_prompt|num_inference_steps|seed)$/
const NUMBERS = /^(fps|start_time_seconds|guidance_scale(_2)?|boundary_ratio|flow_shift|true_cfg_scale|sound_duration)$/
const TEXTS = /^(prompt|model|seconds|size|user|aspect_ratio|quality|negative_prompt|lora|extra_params|generate_sound)$/

export function ignoredFields({ fields, files }: Request): string[] {
  const read = (name: string) => [INTEGERS, NUMBERS, TEXTS].some((names) => names.test(name))
  const names = files.map(({ field }) => field).filter((field) => !/^input_references?$/.test(field))
  return [...Object.keys(fields).filter((name) => !read(name)), ...names]
}

export async function judge(model: Model, request: Request): Promise<Verdict> {
  const { fields, files } = request
  const wrong = Object.entries(fields).flatMap(([name, value]) => {
    const pattern = INTEGERS.test(name) ? /^-?\d+$/ : NUMBERS.test(name) ? /^-?\d+(\.\d+)?$/ : /^/
    return pattern.test(value) ? [] : [{ loc: ['body', name], msg: 'Input should be a valid number', input: value }]
  })
  if (fields['prompt'] === undefined) wrong.push({ loc: ['body', 'prompt'], msg: 'Field required', input: '' })
  if (!/^\d+x\d+$/.test(fields['size'] ?? '1x1')) {
    wrong.push({ loc: ['body', 'size'], msg: "String should match pattern '^\\d+x\\d+$'", input: fields['size'] ?? '' })
  }
  if (wrong.length > 0) return { refused: { status: 422, detail: wrong } }
  const refuse = (detail: string): Verdict => ({ refused: { status: 400, detail } })
  const parsed = [jsonOf(fields['extra_params']), jsonOf(fields['lora'])]
  if (parsed.includes(null)) return refuse('Invalid JSON in form field.')
  const single = files.filter(({ field }) => field === 'input_reference').length
  if (single > 0 && single < files.length) {
    return refuse('Provide input_references alone, without input_reference, image_reference, or video_reference.')
  }
  if (fields['model'] !== undefined && fields['model'] !== 'served') {
    return refuse(`Model mismatch: request specifies '${fields['model']}' but server is running 'served'.`)
  }
  const [extra, lora] = parsed
  const named = (lora?.['name'] ?? lora?.['lora_name']) && (lora?.['path'] ?? lora?.['lora_path'])
  if (fields['lora'] !== undefined && !named) return fail('Invalid lora object: both name and path are required.', 400)
  return model.judge(request, extra ?? {})
}

/** null if it is not a JSON object. */
export function jsonOf(text: string | undefined): Extra | null {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Extra) : null
  } catch {
    return null
  }
}

const number = ({ fields }: Request, name: string) => Number(fields[name])
const floorTo = (value: number, multiple: number) => Math.floor(value / multiple) * multiple

/** The start image of a model with one image: the only field that its form reads as an image. */
const startOf = ({ files }: Request) => files.find(({ field }) => field === 'input_reference')

interface Shape {
  /** Whether the model takes a start image. */
  readonly image: 'never' | 'may' | 'must'
  readonly multiple: number
}

/** Wan 2.2 rounds frames down to 4k + 1 and sizes down to a multiple. */
export const wan = ({ image, multiple }: Shape): Model => ({
  mixed: false,
  judge(request) {
    const start = startOf(request)
    if (image === 'must' && !start) return fail('No image is provided. This model requires an image to run.')
    if (request.files.length > (start && image !== 'never' ? 1 : 0)) return { dropped: 'input_references' }
    const [width = 0, height = 0] = sizeOf(request)
    if (image === 'must' && (width % 16 !== 0 || height % 16 !== 0)) {
      return fail(`\`height\` and \`width\` have to be divisible by 16 but are ${height} and ${width}.`)
    }
    const asked = number(request, 'num_frames')
    const frames = asked % 4 === 1 ? asked : floorTo(asked, 4) + 1
    const size = { width: floorTo(width, multiple), height: floorTo(height, multiple) }
    return { made: { frames, fps: number(request, 'fps'), ...size, sound: false } }
  },
})

/** LTX-2 refuses every number of frames but 8k + 1, and its distilled checkpoints a negative prompt. */
export const ltx = ({ multiple, distilled }: { readonly multiple: number; readonly distilled: boolean }): Model => ({
  mixed: false,
  judge(request) {
    const [width = 0, height = 0] = sizeOf(request)
    if (request.files.length > (startOf(request) ? 1 : 0)) return { dropped: 'input_references' }
    if (width % multiple !== 0 || height % multiple !== 0) {
      return fail(`\`height\` and \`width\` must be divisible by ${multiple} but are ${height} and ${width}.`)
    }
    const frames = number(request, 'num_frames')
    if (frames % 8 !== 1) return fail(`\`num_frames\` must be 8k+1 but is ${frames}.`)
    const { negative_prompt: negative, num_inference_steps: steps, flow_shift: shift } = request.fields
    if (shift !== undefined) return fail('LTX does not support `flow_shift`; use `sigmas` for a custom schedule.')
    if (distilled && negative) return fail('positive-only guidance does not accept negative conditioning.')
    if (distilled && steps !== undefined && steps !== '8') return fail('num_inference_steps must be 8.')
    return { made: { frames, fps: number(request, 'fps'), width, height, sound: true } }
  },
})

/** HunyuanVideo 1.5 decodes whole groups of four frames after the first, and sizes in multiples of 16. */
export const hunyuan = (image: 'never' | 'must'): Model => ({
  mixed: false,
  judge(request) {
    const start = startOf(request)
    if (image === 'must' && !start) return fail('Image is required for HunyuanVideo-1.5 I2V generation.')
    if (request.files.length > (image === 'must' ? 1 : 0)) return { dropped: 'input_references' }
    const [width = 0, height = 0] = sizeOf(request)
    if (start && (width % 16 !== 0 || height % 16 !== 0)) return fail('The size of tensor a must match the size of b')
    const frames = floorTo(number(request, 'num_frames') - 1, 4) + 1
    const size = { width: floorTo(width, 16), height: floorTo(height, 16) }
    return { made: { frames, fps: number(request, 'fps'), ...size, sound: false } }
  },
})

export const sizeOf = ({ fields }: Request) => (fields['size'] ?? '').split('x').map(Number)

/** The server over HTTP. Models fail while their videos are made, as in the real one, which reports no progress before. */
export function vllmOmni(model: Model): Dialect {
  const verdicts = new Map<string, Verdict>()
  return {
    ...openaiDialect,
    async read(incoming, id) {
      const form = await formOf(incoming)
      if (!form) return { status: 422, body: { detail: [{ loc: ['body', 'prompt'], msg: 'Field required' }] } }
      const request = await requestIn(form)
      const verdict = await judge(model, request)
      if ('refused' in verdict) return { status: verdict.refused.status, body: { detail: verdict.refused.detail } }
      verdicts.set(id, verdict)
      return { id, ...request, frames: 'made' in verdict ? verdict.made.frames : 0 }
    },
    state(video) {
      const common = { id: video.id, object: 'video', progress: 0, error: null }
      if (video.polls < 2) return { ...common, status: 'in_progress' }
      const verdict = verdicts.get(video.id) ?? fail('lost')
      if ('failed' in verdict) return { ...common, status: 'failed', error: verdict.failed }
      return { ...common, status: 'completed', progress: 100 }
    },
    async file({ id }) {
      const verdict = verdicts.get(id)
      if (!verdict || !('made' in verdict)) throw new Error('there is no file')
      return madeClip(verdict.made)
    },
  }
}
