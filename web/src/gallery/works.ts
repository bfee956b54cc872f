import type { Client, CombinedError } from 'urql'
import { type WorkFragment, WorksDocument, WorksUpdatedDocument } from '../generated/graphql.ts'
import { type Filter, passes, STATUSES } from './status.ts'

export type Work = WorkFragment

export interface WorksState {
  /** Those that the filter lets through, newest first; the tasks of one create in their order. */
  readonly works: readonly Work[]
  readonly filter: Filter
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
  readonly choose: (filter: Filter) => void
  /** Whatever the filter. */
  readonly find: (id: string) => Work | undefined
  /** Task states from answers, before the push delivers them. */
  readonly put: (works: readonly Work[]) => void
  readonly drop: (id: string) => void
}

const PAGE = 30

/** Loaded works of a filter. */
interface List {
  readonly ids: ReadonlySet<string>
  readonly end: string | null
  readonly hasMore: boolean
}

export function createWorks(client: Client): Works {
  const known = new Map<string, Work>()
  /** Works from pushes, which are newer than those of pages. */
  const pushed = new Set<string>()
  const listeners = new Set<() => void>()
  const lists = new Map<Filter, List>()
  let state: WorksState = { works: [], filter: 'ALL', isLoading: true, error: null, hasMore: false }

  const set = (part: Partial<WorksState>) => {
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }
  const arrange = (part: Partial<WorksState> = {}) => {
    const filter = part.filter ?? state.filter
    const list = lists.get(filter)
    const isListed = ({ id, status }: Work) => (pushed.has(id) || list?.ids.has(id)) && passes(filter, status)
    const works = [...known.values()].filter(isListed).sort(byNewest)
    set({ ...part, works, hasMore: list?.hasMore ?? false })
  }

  const loadMore = async () => {
    const { filter } = state
    const list = lists.get(filter)
    set({ isLoading: true, error: null })
    const variables = { first: PAGE, after: list?.end ?? null, status: STATUSES[filter] }
    const { data, error } = await client.query(WorksDocument, variables, { requestPolicy: 'network-only' }).toPromise()
    if (data) {
      const { nodes, pageInfo } = data.tasks
      for (const work of nodes) if (!pushed.has(work.id)) known.set(work.id, work)
      const ids = new Set([...(list?.ids ?? []), ...nodes.map(({ id }) => id)])
      lists.set(filter, { ids, end: pageInfo.endCursor, hasMore: pageInfo.hasNextPage })
    }
    // An answer for a filter that was left meanwhile shows nothing.
    if (state.filter === filter) arrange({ isLoading: false, error: data ? null : (error ?? null) })
  }

  const choose = (filter: Filter) => {
    if (filter === state.filter) return
    arrange({ filter, error: null, isLoading: false })
    if (!lists.has(filter)) void loadMore()
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
    choose,
    find: (id) => known.get(id),
    put,
    drop,
  }
}

/** @returns a function that ends it */
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
      // A subscription that is read too slowly ends, and continues from its last cursor.
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
