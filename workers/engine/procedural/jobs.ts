import { availableParallelism } from 'node:os'
import type { ResizeOptions } from 'sharp'
import type { Size } from '../../../src/media/canvas.ts'
import type { Material } from '../engine.ts'

/** The parent's requests to the child, and the child's answers; both are sent as JSON. */
export type Job = RenderJob | PackageJob | UpscaleJob | FitJob | ConformJob | MarkJob

interface Common {
  readonly ffmpegPath: string | null
}

export interface RenderJob extends Common {
  readonly kind: 'render'
  /** scene.json. */
  readonly scene: string
  readonly material: Material
  readonly output: string
  readonly preset: string
  /** Whether it reports frames as previews. */
  readonly previews: boolean
}

export interface PackageJob extends Common {
  readonly kind: 'package'
  readonly rendered: string
  readonly output: string
  readonly thumbnail: string
  /** The comment in the file. */
  readonly comment: string
  /** Number of the frame for the thumbnail. */
  readonly picture: number
}

export interface UpscaleJob extends Common {
  readonly kind: 'upscale'
  readonly rendered: string
  readonly output: string
  readonly factor: 2 | 3
  readonly frames: number
  readonly preset: string
}

/**
 * Converts a caller's images, sounds and videos to PNG, WAV and MP4 (H.264 and AAC at 24 frames a second); `name` is the
 * caller's name for each.
 */
export interface FitJob extends Common {
  readonly kind: 'fit'
  readonly pictures: readonly (Conversion & { readonly resize: ResizeOptions })[]
  /** At most `samples`; silence follows if there are fewer than `least`. */
  readonly sounds: readonly (Conversion & { readonly samples: number; readonly least: number })[]
  /** At most `frames` frames, cropped to the size; the last one is held if there are fewer than `least`. */
  readonly videos: readonly (Conversion & Footage)[]
}

interface Footage extends Size {
  readonly frames: number
  readonly least: number
  readonly sound: boolean
}

/** Makes the frames of a server's video into those of a task, without sound. */
export interface ConformJob extends Common {
  readonly kind: 'conform'
  readonly video: string
  readonly output: string
  readonly width: number
  readonly height: number
  readonly frames: number
  /** Factor of all times of the video. */
  readonly stretch: number
  readonly preset: string
}

/** Draws a watermark on every frame; the sound is copied. */
export interface MarkJob extends Common {
  readonly kind: 'mark'
  readonly video: string
  readonly output: string
  readonly text: string
  readonly frames: number
  readonly preset: string
}

interface Conversion {
  readonly name: string
  readonly from: string
  readonly to: string
}

/** Memory apart from V8's reservation, and time. */
export interface Most {
  readonly memoryMb: number
  readonly ms: number
}

const MINUTE_MS = 60_000
const CORES = availableParallelism()

/**
 * Limits of a job. The largest material and the largest video use half of the memory; an encoder has frames in work for each
 * core. The times are those that a stage may run.
 */
export const MOST: Readonly<Record<Job['kind'], Most>> = {
  render: { memoryMb: 2048 + 16 * CORES, ms: 60 * MINUTE_MS },
  upscale: { memoryMb: 3072 + 128 * CORES, ms: 60 * MINUTE_MS },
  package: { memoryMb: 1024, ms: 10 * MINUTE_MS },
  conform: { memoryMb: 2048 + 16 * CORES, ms: 10 * MINUTE_MS },
  mark: { memoryMb: 3072 + 128 * CORES, ms: 10 * MINUTE_MS },
  fit: { memoryMb: 2048, ms: 10 * MINUTE_MS },
}

/** `sizes`: of the images that a `fit` made. `refused`: the detail of a Refusal for a bad asset. */
export type Report =
  | { readonly progress: number }
  | { readonly preview: string }
  | { readonly done: true; readonly sizes: readonly Size[] }
  | { readonly failed: string }
  | { readonly refused: string }
