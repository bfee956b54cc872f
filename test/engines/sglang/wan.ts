import sharp from 'sharp'
import type { Size } from '../../../src/media/canvas.ts'
import { type Judge, Refused, type Sent } from '../sglang.ts'

/** MiniMax H3's own fields. */
const FOREIGN = ['task', 'conditions', 'target', 'audio_flow_shift', 'audio_guidance_scale']

interface Checkpoint {
  readonly task: 'T2V' | 'I2V' | 'TI2V'
  readonly sizes: readonly string[]
  /** The size of a video with this start image. */
  readonly sizeOf: (image: Size) => Size
}

const A14B = ['1280x720', '720x1280', '832x480', '480x832']
/** Pixels of both sides to the multiple below, for an area of 1280 × 720. */
const belowArea = ({ width, height }: Size): Size => {
  const side = (ratio: number) => Math.floor(Math.round(Math.sqrt(921_600 * ratio)) / 16) * 16
  return { width: side(width / height), height: side(height / width) }
}

export const CHECKPOINTS = {
  'sglang/wan-2.2-t2v': { task: 'T2V', sizes: A14B, sizeOf: belowArea },
  'sglang/wan-2.2-i2v': { task: 'I2V', sizes: A14B, sizeOf: belowArea },
  'sglang/wan-2.2-ti2v': { task: 'TI2V', sizes: ['1280x704', '704x1280'], sizeOf: bestSize },
} as const satisfies Readonly<Record<string, Checkpoint>>

/** A server with one checkpoint of Wan 2.2. It judges by the rules that every Wan shares, in the stricter form of any version. */
export function wan({ task, sizes, sizeOf }: Checkpoint): Judge {
  return async (sent) => {
    const { fields, files } = sent
    if (!fields['prompt']) throw new Refused(sent.isForm ? 'prompt is required' : 'Invalid request body: prompt')
    const foreign = FOREIGN.filter((name) => name in fields)
    if (foreign.length > 0) throw new Refused(`unsupported model-specific video request field(s): ${foreign}`)
    // The form takes one file, by this name; every other file is dropped.
    const [image] = files.filter(({ field }) => field === 'input_reference')
    if (task === 'I2V' && !image) throw new Refused('input_reference or reference_url is required')
    if (task === 'T2V' && image) throw new Refused('input_reference is not supported for T2V models.')
    const number = (name: string, usual: number) => integer(sent, name) ?? usual
    const fps = number('fps', 24)
    const frames = number('num_frames', fps * number('seconds', 4))
    for (const [name, value] of Object.entries({
      fps,
      num_frames: frames,
      num_inference_steps: number('num_inference_steps', 40),
    })) {
      if (value <= 0) throw new Refused(`${name} must be a positive int, got ${value}`)
    }
    if (number('seed', 0) < 0) throw new Refused('seed must be a non-negative int')
    const size = sizeIn(fields['size'], sizes)
    const made = image ? sizeOf(await imageSize(image.bytes)) : size
    return { made: { frames: 4 * Math.floor((frames - 1) / 4) + 1, fps, ...made, sound: false }, fails: null }
  }
}

function integer({ isForm, fields }: Sent, name: string): number | null {
  const value = fields[name]
  if (value === undefined || value === null) return null
  const parsed = isForm && /^-?\d+$/.test(String(value)) ? Number(value) : value
  if (Number.isInteger(parsed)) return parsed as number
  if (!isForm) throw new Refused(`Invalid request body: ${name}: Input should be a valid integer`)
  throw new Refused([{ loc: ['body', name], msg: 'Input should be a valid integer', input: value }], 422)
}

function sizeIn(size: unknown, sizes: readonly string[]): Size {
  const [usual = ''] = sizes
  const text = typeof size === 'string' && /^\d+x\d+$/.test(size) ? size : usual
  if (!sizes.includes(text)) throw new Refused(`Unsupported resolution: ${text}. Supported resolutions: ${sizes}`)
  const [width = 0, height = 0] = text.split('x').map(Number)
  return { width, height }
}

async function imageSize(bytes: Buffer): Promise<Size> {
  const { width, height } = await sharp(bytes).metadata()
  return { width, height }
}

/** Two candidates in an area of 1280 × 704, in steps of 32: by width or by height first. The nearer ratio wins. */
function bestSize({ width, height }: Size): Size {
  const area = 1280 * 704
  const ratio = width / height
  const wide = Math.sqrt(area * ratio)
  const high = area / wide
  const step = (side: number) => Math.trunc(side / 32) * 32
  const first = { width: step(wide), height: step(area / step(wide)) }
  const second = { width: step(area / step(high)), height: step(high) }
  const off = (size: Size) => Math.max(ratio / (size.width / size.height), size.width / size.height / ratio)
  return off(first) < off(second) ? first : second
}
