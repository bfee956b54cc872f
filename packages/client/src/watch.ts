import type { Connection } from './connection.ts'
import { type GraphqlError, subscriptionError } from './errors.ts'
import { follow, type ServerEvent, type StreamOptions } from './events.ts'
import type { VideoTask, WaitingNotice } from './generated/api.ts'

export interface WatchOptions extends StreamOptions {
  /** Number of the last change that you know: the first item is then the one after it. */
  readonly after?: number | undefined
}

/** A video as it was after one of its changes. */
export interface VideoState {
  /** Number of the change: 1, 2, 3 … */
  readonly seq: number
  readonly video: VideoTask
}

export interface ChangesOptions extends StreamOptions {
  /** Only videos of one create with `n` > 1; the changes then end with the last video. */
  readonly groupId?: string | undefined
  /** Cursor of the last change that you know. */
  readonly after?: string | undefined
}

/** One change of one of several videos. `GET /v1/videos/{id}` (`get`) has the rest. */
export interface VideoChange {
  readonly id: string
  readonly seq: number
  /** null if the video was deleted. */
  readonly status: VideoTask['status'] | null
  readonly progress: number
  readonly waiting: WaitingNotice['reason'] | null
  /** For `after`. */
  readonly cursor: string
}

/** Whether a video has ended: no change follows, except its deletion. */
export function hasEnded({ status }: Pick<VideoTask, 'status'>): boolean {
  return ['succeeded', 'failed', 'cancelled', 'rejected'].includes(status)
}

/** Every change once, in order, over as many connections as it takes. */
export async function* watch(
  connection: Connection,
  id: string,
  { after = 0, ...options }: WatchOptions,
): AsyncGenerator<VideoState, void> {
  let last = after
  const call = () => ({
    path: `/v1/videos/${encodeURIComponent(id)}/events`,
    headers: last > 0 ? { 'last-event-id': String(last) } : {},
    videoId: id,
  })
  for await (const event of follow(connection, options, { call })) {
    const seq = Number(event.id)
    if (seq <= last) continue
    const video: VideoTask = JSON.parse(event.data)
    last = seq
    yield { seq, video }
    if (hasEnded(video)) return
  }
}

const QUERY = `subscription ($groupId: ID, $after: String) { tasksUpdated(groupId: $groupId, after: $after) {
  taskId seq cursor task { status progress waiting { reason } } } }`

interface Result {
  readonly errors?: readonly GraphqlError[]
  readonly data?: {
    readonly tasksUpdated: {
      readonly taskId: string
      readonly seq: number
      readonly cursor: string
      readonly task: {
        readonly status: string
        readonly progress: number
        readonly waiting: { readonly reason: string } | null
      } | null
    }
  }
}

/** Changes of several videos over one connection. Each repeat is recognised by its `seq`. */
export async function* changes(
  connection: Connection,
  { after, groupId, ...options }: ChangesOptions,
): AsyncGenerator<VideoChange, void> {
  let cursor = after
  const call = () => ({
    method: 'POST',
    path: '/graphql',
    headers: { accept: 'text/event-stream' },
    body: { query: QUERY, variables: { groupId, after: cursor } },
  })
  const resultOf = ({ data }: ServerEvent): Result => JSON.parse(data || '{}')
  const errorIn = (event: ServerEvent) => {
    const [error] = resultOf(event).errors ?? []
    return error && subscriptionError(error)
  }
  for await (const event of follow(connection, options, { call, errorIn })) {
    if (event.type === 'complete') return
    const update = resultOf(event).data?.tasksUpdated
    if (!update) continue
    const { taskId, seq, task } = update
    cursor = update.cursor
    const [status, waiting] = [task?.status, task?.waiting?.reason].map((name) => name?.toLowerCase() ?? null)
    yield { id: taskId, seq, status, progress: task?.progress ?? 0, waiting, cursor } as VideoChange
  }
}
