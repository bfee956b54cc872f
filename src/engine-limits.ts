export const MODES = ['text_to_video', 'image_to_video', 'reference_to_video'] as const
export type Mode = (typeof MODES)[number]

/** Images at the ends of an `image_to_video`. */
export const ENDS = ['start', 'end', 'both'] as const
export type Ends = (typeof ENDS)[number]

type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** Limits of the files of one kind. A member that is absent has the limit of the API. */
export type FileLimits = Optional<{
  /** Number of files; 0 if the engine takes none of this kind. */
  max: number
  minMs: number
  maxMs: number
  /** Of all files together. */
  totalMs: number
  maxBytes: number
  /** Of all files together. */
  totalBytes: number
  /** Pixels of the shorter side. */
  minSide: number
  /** Pixels of the longer side. */
  maxSide: number
  /** Width divided by height. */
  minRatio: number
  maxRatio: number
}>

export type ReferenceLimits = Optional<{
  /** Number of references of all kinds. */
  max: number
  /** False if one reference must be an image or a video. */
  audioOnly: boolean
  /** Number of audio files and of videos with sound, together. */
  maxSounds: number
  image: FileLimits
  video: FileLimits
  audio: FileLimits
}>

/** What an engine can do in one mode. A member that is absent is not limited. */
export type ModeLimits = Optional<{
  /** Requested duration. */
  minMs: number
  maxMs: number
  /** image_to_video only. */
  ends: readonly Ends[]
  /** A start or end image. */
  image: FileLimits
  references: ReferenceLimits
  /** False if its videos are silent; a create with `audio` is served nevertheless. */
  sound: boolean
  /** Whether it has a faster way for drafts. */
  accelerated: boolean
}>

/** What an engine can do, in addition to the rules of the API (docs/rules/material.md#engine-limits). */
export interface EngineLimits {
  /** By mode; a mode that is absent is not supported. */
  readonly modes: { readonly [M in Mode]?: ModeLimits | undefined }
  /** Whether it may apply context IR. */
  readonly contextIr?: boolean | undefined
  /** Whether it reports progress while it renders. */
  readonly progress?: boolean | undefined
  /** The form of what its encode makes for its render; absent if its render does not read it. */
  readonly conditioning?: string | undefined
}

/** Every mode with sound and a faster way, within the rules of the API. */
export const EVERYTHING: EngineLimits = {
  modes: {
    text_to_video: { sound: true, accelerated: true },
    image_to_video: { sound: true, accelerated: true },
    reference_to_video: { sound: true, accelerated: true },
  },
  progress: true,
}
