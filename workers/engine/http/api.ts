import type { EngineLimits, Mode } from '../../../src/engine-limits.ts'
import type { Material, TaskInput } from '../engine.ts'
import type { Parameters, ServerSettings } from '../settings.ts'
import type { Call, Json, Server } from './call.ts'
import type { Complaint } from './verdict.ts'

/** The video that a server is asked for; it is made into the task's own afterwards (conform.ts). */
export interface Making {
  readonly frames: number
  /** Frames a second. */
  readonly fps: number
  readonly width: number
  readonly height: number
}

/** A render request; its material is already fitted for a server. */
export interface Order {
  readonly task: TaskInput
  /** What the server is to make. */
  readonly making: Making
  readonly material: Material
  /** Whether to send the faster parameters. */
  readonly accelerated: boolean
}

export type VideoState =
  | { readonly is: 'running'; readonly fraction: number | null }
  /** With the path of the file, if only the server can name it. */
  | { readonly is: 'done'; readonly contentPath?: string }
  | { readonly is: 'failed'; readonly complaint: Complaint }
  /** Somebody else cancelled or deleted it. */
  | { readonly is: 'gone' }

/** Follows a video on a server that pushes. */
export interface Follower {
  /** Asks for the video's state. @throws ServerFault */
  state(signal: AbortSignal): Promise<VideoState>
  /** Resolves when the server has announced another state, or can announce none for a while. */
  changed(): Promise<void>
  close(): void
}

/** The protocol of one kind of model server. */
export interface VideoApi {
  readonly server: Server
  /**
   * The call that starts a video, and the id of the video if the caller may choose it.
   * @param signal of the requests that must be made before
   */
  order(order: Order, signal: AbortSignal): Promise<{ readonly call: Omit<Call, 'signal'>; readonly id: string | null }>
  /** The id in the server's answer. @throws ServerFault */
  idOf(answer: Json): string
  /** Paths of a video's status and of its finished file; DELETE on the first cancels it. */
  statePath(id: string): string
  contentPath(id: string): string
  videoPath(id: string): string
  /** @throws ServerFault for an unknown state */
  stateOf(answer: Json): VideoState
  /** Whether the server keeps finished videos until they are deleted. */
  readonly keeps: boolean
  /** Follows a video instead of asking at its statePath, if the server pushes progress. */
  follow?(id: string, onFraction: (fraction: number) => void): Follower
  /** Cancels or deletes a video, if DELETE at its videoPath does not. */
  end?(id: string, signal: AbortSignal): Promise<void>
}

/** One kind of server with one model, as its public rules describe it (docs/engines). */
export interface ServerProfile {
  /** `SERVER/MODEL`, the value of ENGINE_PROFILE. */
  readonly name: string
  readonly engine: 'openai-video' | 'lightx2v' | 'comfyui'
  /** Of the server as its recipe starts it; ENGINE_LIMITS changes them. */
  readonly limits: EngineLimits
  /** What to ask for, so that the server neither refuses nor changes it. */
  making(task: TaskInput): Making
  /** The protocol with these settings. @throws ConfigError */
  open(settings: ServerSettings): VideoApi
  /** Whether the server refuses some containers, codecs, rates or lengths of references: it is sent plain ones (material.ts). */
  readonly plainMedia?: boolean
  /** Whether the server accepts these faster parameters in this mode; absent: it accepts any in every mode. */
  accelerates?(mode: Mode, parameters: Parameters): boolean
  /** The profile with these settings, if they decide its limits and what to ask for. @throws ConfigError */
  configured?(settings: ServerSettings): ServerProfile
}
