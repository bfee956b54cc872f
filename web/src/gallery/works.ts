import type { Client, CombinedError } from 'urql'
import { type WorkFragment, WorksDocument, type WorksQueryVariables } from '../generated/graphql.ts'
import { byFrame } from './by-frame.ts'
import { followWorks } from './follow-works.ts'
import { FILTERS, type Filter, hasEnded, passes, STATUSES } from './status.ts'

export type Work = WorkFragment

/** What places a work in the gallery; it never changes. */
export type Listed = Pick<Work, 'id' | 'aspectRatio' | 'groupId' | 'nIndex' | 'prompt' | 'createdAt'>

export interface WorksState {
  /** Those that the filter lets through, newest first; the tasks of one create in their order. */
  readonly works: readonly Listed[]
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
  /** Calls for each work that a push ends. */
  readonly onEnded: (listener: (work: Work) => void) => () => void
  /** The works that have not ended, newest first, as far as they are known; the same array until one changes. */
  readonly atWork: () => readonly Work[]
  /** Follows the pushes from the first page on, until the function it gives is called. */
  readonly follow: () => () => void
  readonly loadMore: () => Promise<void>
  /** Reads all unfinished works, so that their number is known. */
  readonly loadAtWork: () => Promise<void>
  readonly choose: (filter: Filter) => void
  /** Whatever the filter. */
  readonly find: (id: string) => Work | undefined
  /** Task states from answers, before the push delivers them. */
  readonly put: (works: readonly Work[]) => void
  readonly drop: (id: string) => void
  /** Leaves a work out of the gallery, or takes it in again. */
  readonly hide: (id: string, isHidden: boolean) => void
}

const PAGE = 30

/** A thousand works. */
const UNFINISHED_PAGES = 10

const KEPT_FILTER = 'vidgate.filter'

/** The filter before a reload. */
function keptFilter(): Filter {
  const kept = sessionStorage.getItem(KEPT_FILTER)
  return FILTERS.find((filter) => filter === kept) ?? 'ALL'
}

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
  let state: WorksState = { works: [], filter: keptFilter(), isLoading: true, error: null, hasMore: false }

  const hidden = new Set<string>()
  const endings = new Set<(work: Work) => void>()
  let atWork: readonly Work[] = []
  /** Where the pushes go on: before the first page, so that no change falls between the page and them. */
  let cursor: string | null = null
  let isFollowed = false
  let stop: (() => void) | null = null

  const listen = (from: string) => {
    cursor ??= from
    if (isFollowed) stop ??= followWorks(client, cursor, byFrame(change), (last) => (cursor = last))
  }

  const set = (part: Partial<WorksState>) => {
    const isNew = Object.entries(part).some(([name, value]) => state[name as keyof WorksState] !== value)
    if (isNew) state = { ...state, ...part }
    for (const listener of listeners) listener()
  }
  const arrange = (part: Partial<WorksState> = {}) => {
    const filter = part.filter ?? state.filter
    const list = lists.get(filter)
    const isListed = ({ id, status }: Work) =>
      !hidden.has(id) && (pushed.has(id) || list?.ids.has(id)) && passes(filter, status)
    const sorted = [...known.values()].filter(isListed).sort(byNewest)
    // The gallery is laid out again only when a work comes or goes: each card follows its own.
    const works = isSame(sorted, state.works) ? state.works : sorted
    const unfinished = [...known.values()].filter(({ status }) => !hasEnded(status)).sort(byNewest)
    if (unfinished.length !== atWork.length || unfinished.some((work, at) => work !== atWork[at])) atWork = unfinished
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
      listen(data.tasks.updatesCursor)
    }
    // An answer for a filter that was left meanwhile shows nothing.
    if (state.filter === filter) arrange({ isLoading: false, error: data ? null : (error ?? null) })
  }

  const loadAtWork = async () => {
    let after: string | null = null
    for (let page = 0; page < UNFINISHED_PAGES; page++) {
      const variables: WorksQueryVariables = { first: 100, after, status: STATUSES.WORKING }
      const { data } = await client.query(WorksDocument, variables, { requestPolicy: 'network-only' }).toPromise()
      if (!data) return
      const { nodes, pageInfo } = data.tasks
      for (const work of nodes) if (!pushed.has(work.id)) known.set(work.id, work)
      after = pageInfo.endCursor
      if (!pageInfo.hasNextPage) break
    }
    arrange()
  }

  const choose = (filter: Filter) => {
    if (filter === state.filter) return
    sessionStorage.setItem(KEPT_FILTER, filter)
    arrange({ filter, error: null, isLoading: false })
    if (!lists.has(filter)) void loadMore()
  }

  const hide = (id: string, isHidden: boolean) => {
    if (isHidden) hidden.add(id)
    else hidden.delete(id)
    arrange()
  }

  const drop = (id: string) => {
    pushed.add(id)
    known.delete(id)
    arrange()
  }

  const put = (works: readonly Work[]) => {
    const ended = works.filter(({ id, status }) => hasEnded(status) && isUnfinished(known.get(id)))
    for (const work of works) {
      pushed.add(work.id)
      // A final state stays: an answer may arrive after the push that ended its work.
      if (!hasEnded(work.status) && known.has(work.id) && !isUnfinished(known.get(work.id))) continue
      known.set(work.id, work)
    }
    arrange()
    for (const work of ended) for (const listener of endings) listener(work)
  }

  const change = (changes: ReadonlyMap<string, Work | null>) => {
    for (const [id, work] of changes) {
      if (work) continue
      pushed.add(id)
      known.delete(id)
    }
    put([...changes.values()].filter((work) => work !== null))
  }

  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onEnded: (listener) => {
      endings.add(listener)
      return () => endings.delete(listener)
    },
    atWork: () => atWork,
    follow: () => {
      isFollowed = true
      if (cursor !== null) listen(cursor)
      return () => {
        isFollowed = false
        stop?.()
        stop = null
      }
    },
    loadMore,
    loadAtWork,
    choose,
    find: (id) => known.get(id),
    put,
    drop,
    hide,
  }
}

function isSame(works: readonly Listed[], others: readonly Listed[]): boolean {
  return works.length === others.length && works.every(({ id }, at) => id === others[at]?.id)
}

function isUnfinished(work: Work | undefined): boolean {
  return work !== undefined && !hasEnded(work.status)
}

function byNewest(one: Listed, other: Listed): number {
  if (one.groupId !== null && one.groupId === other.groupId) return (one.nIndex ?? 0) - (other.nIndex ?? 0)
  // Times and ids of one form need no rules of language, which cost most of a frame.
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? 1 : -1
  return one.id < other.id ? 1 : -1
}
