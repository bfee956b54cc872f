/**
 * The engine port: what a worker drives to make pictures. One engine runs one stage at a time in a folder that is its own.
 *
 * Every function reads its inputs from files, writes its outputs into `input.folder` and answers with what it made. It must
 * stop within two seconds of `signal` and leave no child process behind. `onProgress` takes 0..1 of the stage.
 */
export type Progress = (fraction: number) => void

export interface TaskInput {
  readonly taskId: string
  readonly mode: 'text_to_video' | 'image_to_video' | 'reference_to_video'
  /** References to material in the model's own words: `<Picture 1>`, `<Video 1>`, `<Audio 1>`. */
  readonly prompt: string
  readonly negativePrompt: string | null
  readonly seed: number
  /** Exact number of pictures, on the 17k+5 grid (spec 2.1). */
  readonly frames: number
  /** Pixels of the canvas before upscaling (spec 2.2). */
  readonly width: number
  readonly height: number
  readonly audio: boolean
  readonly accelerated: boolean
  readonly useContextIr: boolean
  /**
   * Whether its pictures are those of a finished work (an upscale), which is not stamped a second time
   * (docs/rules/material.md#watermarks).
   */
  readonly ofFinishedWork: boolean
}

/** An uploaded file as the engine gets it: a local copy, and what the upload's probe read of it. */
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
  /** Pictures of a video that are used, counted from its first at 24 a second: 17k+5, at most the output's (spec 4.10 rule 4). */
  readonly frames: number | null
}

export interface Material {
  readonly inputImage: MaterialFile | null
  readonly endImage: MaterialFile | null
  /** In the caller's order, which the markers of the prompt count by kind. */
  readonly references: readonly MaterialFile[]
}

export interface StageInput {
  readonly task: TaskInput
  /** A folder for this attempt alone; the worker removes it afterwards. */
  readonly folder: string
}

export interface EncodeOutput {
  /** The model's own conditioning (for the embedded engine: the scene description); handed to render. */
  readonly path: string
  readonly contextIrApplied: boolean
}

export interface RenderOutput {
  /** The rendered video, not yet packaged. */
  readonly path: string
  readonly accelerated: boolean
}

export interface PackageOutput {
  /** mp4, moov first. */
  readonly path: string
  /** image/webp of the first third. */
  readonly thumbnailPath: string
  readonly watermarked: boolean
}

export interface EngineLimits {
  readonly modes: readonly TaskInput['mode'][]
  /** Most reference items of all kinds together; null: the specification's per-kind caps only. */
  readonly maxReferences: number | null
  /** Whether references may be audio alone. */
  readonly audioOnly: boolean
}

export interface Engine {
  readonly name: string
  readonly limits: EngineLimits
  encode(input: StageInput & { material: Material }, signal: AbortSignal, onProgress: Progress): Promise<EncodeOutput>
  render(
    input: StageInput & { material: Material; encoded: string },
    signal: AbortSignal,
    onProgress: Progress,
  ): Promise<RenderOutput>
  upscale(
    input: StageInput & { rendered: string; factor: 2 | 3 },
    signal: AbortSignal,
    onProgress: Progress,
  ): Promise<{ readonly path: string }>
  package(input: StageInput & { rendered: string }, signal: AbortSignal, onProgress: Progress): Promise<PackageOutput>
}

/** Thrown by an engine that will not make it however often it is asked: a bad asset, or content it refuses. */
export class Refusal extends Error {
  readonly reason: 'invalid_asset' | 'content_policy_input' | 'content_policy_output'
  /** For the caller. */
  readonly detail: string

  constructor(reason: Refusal['reason'], detail: string) {
    super(detail)
    this.reason = reason
    this.detail = detail
  }

  /** Content refused by policy is rejected, anything else fails (docs/rules/tasks.md#failures). */
  get rejected(): boolean {
    return this.reason !== 'invalid_asset'
  }
}
