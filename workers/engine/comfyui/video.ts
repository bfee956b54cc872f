import type { Ends, EngineLimits, FileLimits, ModeLimits } from '../../../src/engine-limits.ts'
import { DURATION_MAX_S } from '../../../src/limits.ts'
import type { Size } from '../../../src/media/canvas.ts'
import { framesFor } from '../../../src/media/frames.ts'
import type { TaskInput } from '../engine.ts'
import type { Making } from '../http/api.ts'
import { framesOn } from '../http/making.ts'
import type { NodeMap, Slot, VideoRules, Workflow } from './workflow.ts'

/** Of an upload, below the server's own limit for a request (`--max-upload-size`, by default 100 MiB). */
const MOST_UPLOAD = 100_000_000
const HALF_SECOND = 500

/** What to ask of a workflow: at least the task's time, at the model's frame rate, on its grid of frames and sizes. */
export function makingOf({ fps, frames, size }: VideoRules, task: TaskInput): Making {
  const grid = { fps, step: frames.multiple, offset: frames.plus }
  return { frames: framesOn(grid, task), fps, ...sizeOf(size, task) }
}

/** The size in the model's multiples that is nearest to the canvas' ratio, within the model's area. */
function sizeOf({ multiple, max_pixels: most = Number.POSITIVE_INFINITY }: VideoRules['size'], canvas: Size): Size {
  const scale = Math.min(1, Math.sqrt(most / (canvas.width * canvas.height)))
  const sides = (side: number) =>
    [Math.floor, Math.ceil].map((round) => Math.max(1, round((side * scale) / multiple)) * multiple)
  const sizes = sides(canvas.width).flatMap((width) => sides(canvas.height).map((height) => ({ width, height })))
  const error = ({ width, height }: Size) => Math.abs(Math.log((width * canvas.height) / (height * canvas.width)))
  const fitting = sizes.filter(({ width, height }) => width * height <= most)
  const [best = canvas] = fitting.sort((a, b) => error(a) - error(b) || b.width * b.height - a.width * a.height)
  return best
}

/** The modes whose files the map has nodes for, up to the longest video of the grid. */
export function limitsOfWorkflow({ map, video }: Workflow): EngineLimits {
  const common: ModeLimits = { maxMs: longest(video), sound: video.sound }
  const ends = endsOf(map)
  const references = map.references && Object.values(map.references).flat()
  const withoutImages = !isRequired(map.start_image) && !isRequired(map.end_image)
  const withoutReferences = !references?.some(isRequired)
  return {
    modes: {
      ...(withoutImages && withoutReferences ? { text_to_video: common } : {}),
      ...(ends.length > 0 && withoutReferences ? { image_to_video: { ...common, ends } } : {}),
      ...(references && withoutImages ? { reference_to_video: { ...common, references: referencesOf(map) } } : {}),
    },
    progress: true,
  }
}

const isRequired = (slot: Slot | undefined) => slot !== undefined && !slot.optional

function endsOf({ start_image: start, end_image: end }: NodeMap): Ends[] {
  return [
    ...(start && !isRequired(end) ? (['start'] as const) : []),
    ...(end && !isRequired(start) ? (['end'] as const) : []),
    ...(start && end ? (['both'] as const) : []),
  ]
}

function referencesOf({ references }: NodeMap): ModeLimits['references'] {
  const { image = [], video = [], audio = [] } = references ?? {}
  const files = (slots: readonly Slot[]): FileLimits => ({ max: slots.length, maxBytes: MOST_UPLOAD })
  return {
    max: image.length + video.length + audio.length,
    audioOnly: image.length + video.length === 0,
    image: { max: image.length },
    video: files(video),
    audio: files(audio),
  }
}

/** The longest duration, in half seconds, that stays within the model's frames; undefined if all durations do. */
function longest({ fps, frames }: VideoRules): number | undefined {
  const { max } = frames
  if (max === undefined) return undefined
  const grid = { fps, step: frames.multiple, offset: frames.plus }
  const fits = (ms: number) => framesOn(grid, { frames: framesFor(ms) }) <= max
  let ms = DURATION_MAX_S * 1000
  if (fits(ms)) return undefined
  while (ms > HALF_SECOND && !fits(ms)) ms -= HALF_SECOND
  return ms
}
