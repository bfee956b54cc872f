import type { Material, TaskInput } from '../engine.ts'
import type { Call, Json, Server } from './call.ts'
import type { Complaint } from './verdict.ts'

/** What is to be rendered, its material fitted for a server already. */
export interface Order {
  readonly task: TaskInput
  readonly material: Material
  /** Whether the faster parameters are asked for. */
  readonly accelerated: boolean
}

export type VideoState =
  | { readonly is: 'running'; readonly fraction: number | null }
  | { readonly is: 'done' }
  | { readonly is: 'failed'; readonly complaint: Complaint }
  /** Cancelled or deleted by somebody else. */
  | { readonly is: 'gone' }

/** How one kind of model server is spoken to. */
export interface VideoApi {
  readonly server: Server
  /** What of the material this server cannot be given; null: nothing. */
  problemOf(material: Material): string | null
  /** The call that begins a video, and the id that the video will have where the caller may choose it. */
  order(order: Order): Promise<{ readonly call: Omit<Call, 'signal'>; readonly id: string | null }>
  /** The id that the server answered with. @throws ServerFault */
  idOf(answer: Json): string
  /** Paths of a video's status and of its finished file; DELETE on the first cancels it. */
  statePath(id: string): string
  contentPath(id: string): string
  videoPath(id: string): string
  /** @throws ServerFault for a state that such a server does not have */
  stateOf(answer: Json): VideoState
  /** Whether it keeps finished videos until they are deleted. */
  readonly keeps: boolean
}
