import type { Client, CombinedError } from 'urql'
import { type WorkFragment, WorksDocument, WorksUpdatedDocument } from '../generated/graphql.ts'

export type Work = WorkFragment

export interface WorksState {
  /** Newest first; the tasks of one create in their order. */
  readonly works: readonly Work[]
  readonly isLoading: boolean
  readonly error: CombinedError | null
  /** Whether older ones are not loaded yet. */
  readonly hasMore: boolean
}

/** The account's works: pages of what was, and pushes of what changes. */
export interface Works {
  readonly get: () => WorksState
  readonly subscribe: (listener: () => void) => () => void
  /** Follows the pushes until the function it gives is called. */
  readonly follow: () => () => void
  readonly loadMore: () => Promise<void>
  /** What an answer told before the push does. */
  readonly put: (works: readonly Work[]) => void
  readonly drop: (id: string) => void
}

const PAGE = 30

export function createWorks(client: Client): Works {
  const known = new Map<string, Work>()
  /** Pushed, so newer than whatever a page says of them. */
  const pushed = new Set<string>()
  const listeners = new Set<() => void>()
  let end: string | null = null
  let state: WorksState = { works: [], isLoading: true, error: null, hasMore: false }

  const set = (part: Partial<WorksState>) => {
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }
  const arrange = (part: Partial<WorksState> = {}) => set({ ...part, works: [...known.values()].sort(byNewest) })

  const loadMore = async () => {
    set({ isLoading: true, error: null })
    const { data, error } = await client
      .query(WorksDocument, { first: PAGE, after: end }, { requestPolicy: 'network-only' })
      .toPromise()
    if (!data) {
      set({ isLoading: false, error: error ?? null })
      return
    }
    for (const work of data.tasks.nodes) if (!pushed.has(work.id)) known.set(work.id, work)
    end = data.tasks.pageInfo.endCursor
    arrange({ isLoading: false, hasMore: data.tasks.pageInfo.hasNextPage })
  }

  const drop = (id: string) => {
    pushed.add(id)
    known.delete(id)
    arrange()
  }

  const put = (works: readonly Work[]) => {
    for (const work of works) {
      pushed.add(work.id)
      known.set(work.id, work)
    }
    arrange()
  }

  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    follow: () => followWorks(client, put, drop),
    loadMore,
    put,
    drop,
  }
}

/** @returns what ends it */
function followWorks(client: Client, put: Works['put'], drop: Works['drop']): () => void {
  let after: string | null = null
  let isOver = false
  let stop = () => {}
  const listen = () => {
    const source = client.subscription(WorksUpdatedDocument, { after })
    const { unsubscribe } = source.subscribe(({ data, error }) => {
      if (data) {
        const { cursor, taskId, task } = data.tasksUpdated
        after = cursor
        if (task) put([task])
        else drop(taskId)
      }
      // A reader too slow for what changes is ended, and goes on from where it was.
      if (error && !error.networkError && after !== null && !isOver) queueMicrotask(again)
    })
    stop = unsubscribe
  }
  const again = () => {
    stop()
    if (!isOver) listen()
  }
  listen()
  return () => {
    isOver = true
    stop()
  }
}

function byNewest(one: Work, other: Work): number {
  if (one.groupId !== null && one.groupId === other.groupId) return (one.nIndex ?? 0) - (other.nIndex ?? 0)
  return other.createdAt.localeCompare(one.createdAt) || other.id.localeCompare(one.id)
}
