import type { Material, TaskInput } from '../engine.ts'
import type { Call, Json, Server } from './call.ts'
import type { Complaint } from './verdict.ts'

/** A render request; its material is already fitted for a server. */
export interface Order {
  readonly task: TaskInput
  readonly material: Material
  /** Whether to send the faster parameters. */
  readonly accelerated: boolean
}

export type VideoState =
  | { readonly is: 'running'; readonly fraction: number | null }
  | { readonly is: 'done' }
  | { readonly is: 'failed'; readonly complaint: Complaint }
  /** Somebody else cancelled or deleted it. */
  | { readonly is: 'gone' }

/** The protocol of one kind of model server. */
export interface VideoApi {
  readonly server: Server
  /** Material that this server does not support; null: it supports all. */
  problemOf(material: Material): string | null
  /** The call that starts a video, and the id of the video if the caller may choose it. */
  order(order: Order): Promise<{ readonly call: Omit<Call, 'signal'>; readonly id: string | null }>
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
}
