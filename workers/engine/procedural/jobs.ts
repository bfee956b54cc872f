import type { Material } from '../engine.ts'

/** What the parent may ask of the child, and what it hears back; both cross as JSON. */
export type Job = RenderJob | PackageJob | UpscaleJob

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

/** `refused`: the detail of a Refusal over a bad asset. */
export type Report =
  | { readonly progress: number }
  | { readonly done: true }
  | { readonly failed: string }
  | { readonly refused: string }
