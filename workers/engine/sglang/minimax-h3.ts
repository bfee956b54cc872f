import type { FileLimits } from '../../../src/engine-limits.ts'
import { CANVASES, nearestCanvas } from '../../../src/media/canvas.ts'
import { FPS } from '../../../src/media/frames.ts'
import type { Material, MaterialFile, TaskInput } from '../engine.ts'
import type { Making, Order, ServerProfile, VideoApi } from '../http/api.ts'
import type { Json } from '../http/call.ts'
import type { Parameters, ServerSettings } from '../settings.ts'
import { fieldsOf, sglang } from './api.ts'
import { jsonBody } from './json-body.ts'

const TASKS = { text_to_video: 't2va', image_to_video: 'fl2va', reference_to_video: 'ref2va' } as const

/** The server makes the least 17k+5 frames that cover the requested seconds, of which there are 4 to 15. */
const LEAST_FRAMES = 107
const MOST_SECONDS = 15

/** Ratios of a reference; start and end images are stretched to the canvas. */
const SHAPE: FileLimits = { minRatio: 1 / 4, maxRatio: 4 }

/** One server has the weights of either `--model-variant fl2va` or `--model-variant ref2va`. */
export const MINIMAX_H3: readonly ServerProfile[] = [
  {
    name: 'sglang/minimax-h3',
    engine: 'openai-video',
    limits: { modes: { text_to_video: { sound: true }, image_to_video: { sound: true } }, progress: false },
    making,
    open,
  },
  {
    name: 'sglang/minimax-h3-ref2va',
    engine: 'openai-video',
    limits: {
      modes: { reference_to_video: { sound: true, references: { image: SHAPE, video: SHAPE } } },
      progress: false,
    },
    making,
    open,
  },
]

function making({ frames, width, height }: TaskInput): Making {
  return { frames: Math.max(frames, LEAST_FRAMES), fps: FPS, ...CANVASES[nearestCanvas({ width, height })] }
}

function open(settings: ServerSettings): VideoApi {
  return sglang(settings, (order) => ({ form: jsonBody((uri) => requestOf(settings, order, uri)) }))
}

/** The server refuses `num_frames`, `fps` and `negative_prompt`, and takes the size from `target` alone. */
function requestOf(settings: ServerSettings, order: Order, uri: (file: MaterialFile) => string): Json {
  const { task, material, accelerated } = order
  const more = accelerated ? settings.acceleratedParameters[task.mode] : null
  return fieldsOf(settings, order, {
    prompt: promptOf(task.prompt, material),
    seed: task.seed,
    task: TASKS[task.mode],
    conditions: conditionsOf(material, uri),
    target: targetOf(order, { ...settings.parameters, ...more }),
    size: null,
    width: null,
    height: null,
    seconds: null,
    num_frames: null,
    fps: null,
    negative_prompt: null,
  })
}

/** The operator may set `short_edge`, for example to a smaller one for drafts. */
function targetOf({ task, making }: Order, { target }: Parameters): Json {
  return {
    short_edge: 768,
    ...Object(target),
    // `auto` takes the ratio of the image, which has the canvas' size; earlier versions accept nothing else.
    aspect_ratio: task.mode === 'image_to_video' ? 'auto' : nearestCanvas(making),
    duration_seconds: Math.min(making.frames / making.fps, MOST_SECONDS),
  }
}

function conditionsOf({ inputImage, endImage, references }: Material, uri: (file: MaterialFile) => string): Json[] {
  const keyframe = (file: MaterialFile | null, index: 0 | -1) =>
    file ? [{ type: 'image', role: 'keyframe', frame_index: index, uri: uri(file) }] : []
  return [
    ...keyframe(inputImage, 0),
    ...keyframe(endImage, -1),
    ...references.map((file) => ({ type: file.kind, role: 'reference', uri: uri(file) })),
  ]
}

/** The server counts the sound of a video among the audio files, in the order of the references. */
function promptOf(prompt: string, { references }: Material): string {
  const sounding = references.filter(({ kind, hasAudio }) => kind === 'audio' || (kind === 'video' && hasAudio))
  const numbers = sounding.flatMap(({ kind }, index) => (kind === 'audio' ? [index + 1] : []))
  return prompt.replace(/<Audio (\d+)>/g, (marker, number) => {
    const counted = numbers[Number(number) - 1]
    return counted === undefined ? marker : `<Audio ${counted}>`
  })
}
