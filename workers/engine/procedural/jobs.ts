import { availableParallelism } from 'node:os'
import type { ResizeOptions } from 'sharp'
import type { Size } from '../../../src/media/canvas.ts'
import type { Material } from '../engine.ts'

/** What the parent may ask of the child, and what it hears back; both cross as JSON. */
export type Job = RenderJob | PackageJob | UpscaleJob | FitJob

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
}

export interface PackageJob extends Common {
  readonly kind: 'package'
  readonly rendered: string
  readonly output: string
  readonly thumbnail: string
  /** Written into the file. */
  readonly comment: string
  /** The picture that the thumbnail shows. */
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

/** A caller's pictures and sounds as PNG and WAV; `name` is what the caller knows each by. */
export interface FitJob extends Common {
  readonly kind: 'fit'
  readonly pictures: readonly (Conversion & { readonly resize: ResizeOptions })[]
  readonly sounds: readonly (Conversion & { readonly samples: number })[]
}

interface Conversion {
  readonly name: string
  readonly from: string
  readonly to: string
}

/** Memory beside what V8 reserves, and time. */
export interface Most {
  readonly memoryMb: number
  readonly ms: number
}

const MINUTE_MS = 60_000
const CORES = availableParallelism()

/**
 * The most that a job may take. The largest material and the largest video take half of the memory; an encoder has pictures
 * for each core. The times are those that a stage may run.
 */
export const MOST: Readonly<Record<Job['kind'], Most>> = {
  render: { memoryMb: 2048 + 16 * CORES, ms: 60 * MINUTE_MS },
  upscale: { memoryMb: 3072 + 128 * CORES, ms: 60 * MINUTE_MS },
  package: { memoryMb: 1024, ms: 10 * MINUTE_MS },
  fit: { memoryMb: 2048, ms: 10 * MINUTE_MS },
}

/** `sizes`: of the pictures that a `fit` made. `refused`: the detail of a Refusal over a bad asset. */
export type Report =
  | { readonly progress: number }
  | { readonly done: true; readonly sizes: readonly Size[] }
  | { readonly failed: string }
  | { readonly refused: string }
