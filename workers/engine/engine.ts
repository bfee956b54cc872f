import type { EngineLimits, Mode } from '../../src/engine-limits.ts'
import type { Size } from '../../src/media/canvas.ts'

/**
 * The engine port: the worker's interface to whatever makes the video. One engine runs one stage at a time in its own folder.
 *
 * Every function reads its inputs from files, writes its outputs into `input.folder` and returns its results. It must stop
 * within two seconds of `signal` and leave no child process behind. `onProgress` takes 0..1 of the stage.
 */
export type Progress = (fraction: number) => void

/**
 * Takes a frame while it renders: a JPEG, PNG or WebP file in `input.folder`, of any size. The worker makes it small and shows it to
 * the caller. A few in a render are enough; later ones than `PREVIEWS_MAX` are ignored.
 */
export type Preview = (path: string) => void

export const PREVIEWS_MAX = 9

export interface TaskInput {
  readonly taskId: string
  readonly mode: Mode
  /** The text refers to material as the model does: `<Picture 1>`, `<Video 1>`, `<Audio 1>`. */
  readonly prompt: string
  readonly negativePrompt: string | null
  readonly seed: number
  /** Exact number of frames, on the 17k+5 grid (spec 2.1). */
  readonly frames: number
  /** Pixels of the canvas before upscaling (spec 2.2). */
  readonly width: number
  readonly height: number
  readonly audio: boolean
  readonly accelerated: boolean
  readonly useContextIr: boolean
  /**
   * Whether its frames come from a finished video (an upscale), which must not get a second watermark
   * (docs/rules/material.md#watermarks).
   */
  readonly ofFinishedWork: boolean
}

/** An uploaded file for the engine: a local copy, with the results of the upload's probe. */
export interface MaterialFile {
  readonly kind: 'image' | 'video' | 'audio'
  readonly contentType: string
  readonly path: string
  /** Display size (EXIF, rotation matrix and pixel aspect applied); null for audio. */
  readonly width: number | null
  readonly height: number | null
  /** null for images. */
  readonly durationMs: number | null
  readonly hasAudio: boolean
  /** Frames of a video that are used, counted from its first at 24 a second: 17k+5, at most the output's (spec 4.10 rule 4). */
  readonly frames: number | null
}

export interface Material {
  readonly inputImage: MaterialFile | null
  readonly endImage: MaterialFile | null
  /** In the caller's order; the prompt's markers count them by kind. */
  readonly references: readonly MaterialFile[]
}

export interface StageInput {
  readonly task: TaskInput
  /** A folder for this attempt only; the worker removes it afterwards. */
  readonly folder: string
}

export interface EncodeOutput {
  /** The model's own conditioning (for the embedded engine: the scene description); passed to render. */
  readonly path: string
  readonly contextIrApplied: boolean
}

export interface RenderOutput {
  /** The rendered video, not yet packaged. */
  readonly path: string
  readonly accelerated: boolean
  /** What a model server made, before it became the task's own. */
  readonly made?: Made
}

export interface Made extends Size {
  readonly frames: number
  /** Frames a second. */
  readonly fps: number
  readonly sound: boolean
}

export interface PackageOutput {
  /** mp4, moov first. */
  readonly path: string
  /** image/webp of a frame at one third. */
  readonly thumbnailPath: string
  readonly watermarked: boolean
}

export interface Engine {
  readonly name: string
  readonly limits: EngineLimits
  encode(input: StageInput & { material: Material }, signal: AbortSignal, onProgress: Progress): Promise<EncodeOutput>
  render(
    input: StageInput & { material: Material; encoded: string },
    signal: AbortSignal,
    onProgress: Progress,
    onPreview?: Preview,
  ): Promise<RenderOutput>
  upscale(
    input: StageInput & { rendered: string; factor: 2 | 3 },
    signal: AbortSignal,
    onProgress: Progress,
  ): Promise<{ readonly path: string }>
  package(input: StageInput & { rendered: string }, signal: AbortSignal, onProgress: Progress): Promise<PackageOutput>
}

/** An engine throws this if every attempt would fail: a bad asset, or content that it refuses. */
export class Refusal extends Error {
  readonly reason: 'invalid_asset' | 'content_policy_input' | 'content_policy_output'
  /** Text for the caller. */
  readonly detail: string

  constructor(reason: Refusal['reason'], detail: string) {
    super(detail)
    this.reason = reason
    this.detail = detail
  }

  /** Content refused by policy is rejected; everything else fails (docs/rules/tasks.md#failures). */
  get rejected(): boolean {
    return this.reason !== 'invalid_asset'
  }
}
