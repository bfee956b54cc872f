import type { Client, CombinedError } from 'urql'
import { WorksDocument, type WorksQueryVariables } from '../generated/graphql.ts'
import { byFrame } from './by-frame.ts'
import { type Choice, finder, keepChoice, keptChoice } from './choice.ts'
import { followWorks } from './follow-works.ts'
import { byNewest, isSame } from './order.ts'
import { readWorks } from './read-works.ts'
import type { Stars } from './stars.ts'
import { type Filter, hasEnded, passes, STATUSES } from './status.ts'
import type { Listed, Work } from './work.ts'

export type { Listed, Work }

export interface WorksState extends Choice {
  /** Those that the filter and the search let through, newest first; the tasks of one create in their order. */
  readonly works: readonly Listed[]
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
  readonly choose: (choice: Partial<Choice>) => void
  readonly stars: Stars
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

/** Loaded works of a choice. */
interface List {
  readonly ids: ReadonlySet<string>
  readonly end: string | null
  readonly hasMore: boolean
}

export function createWorks(client: Client, stars: Stars): Works {
  const known = new Map<string, Work>()
  /** Works from pushes, which are newer than those of pages. */
  const pushed = new Set<string>()
  const listeners = new Set<() => void>()
  const lists = new Map<Filter, List>()
  /** Those of the present search. */
  const finds = new Map<Filter, List>()
  const listsOf = ({ search }: Choice) => (search === '' ? lists : finds)
  let state: WorksState = { ...keptChoice(), works: [], isLoading: true, error: null, hasMore: false }

  const hidden = new Set<string>()
  const endings = new Set<(work: Work) => void>()
  let atWork: readonly Work[] = []
  /** Where the pushes go on: before the first page, so that no change falls between the page and them. */
  let cursor: string | null = null
  let isFollowed = false
  let stop: (() => void) | null = null

  /** The newest of the first page. */
  let newest: Work | undefined
  /** An unknown work from before the first page is on a page that was not read yet. The pushes may repeat its last changes. */
  const isOnLaterPage = (work: Work) => newest !== undefined && !known.has(work.id) && byNewest(newest, work) < 0

  const listen = (from: string, first: readonly Work[] = []) => {
    if (cursor === null) newest = first[0]
    cursor ??= from
    if (isFollowed) stop ??= followWorks(client, cursor, byFrame(change), (last) => (cursor = last))
  }

  const set = (part: Partial<WorksState>) => {
    const isNew = Object.entries(part).some(([name, value]) => state[name as keyof WorksState] !== value)
    if (isNew) state = { ...state, ...part }
    for (const listener of listeners) listener()
  }
  const arrange = (part: Partial<WorksState> = {}) => {
    const { filter, search } = { ...state, ...part }
    const list = listsOf({ filter, search }).get(filter)
    const isFound = finder(search)
    const isChosen = (work: Work) =>
      filter === 'STARRED'
        ? stars.has(work.id) && isFound(work)
        : passes(filter, work.status) &&
          (list?.ids.has(work.id) || (search === '' ? !hasEnded(work.status) || pushed.has(work.id) : isFound(work)))
    const sorted = [...known.values()].filter((work) => !hidden.has(work.id) && isChosen(work)).sort(byNewest)
    // The gallery is laid out again only when a work comes or goes: each card follows its own.
    const works = isSame(sorted, state.works) ? state.works : sorted
    const unfinished = [...known.values()].filter(({ status }) => !hasEnded(status)).sort(byNewest)
    if (unfinished.length !== atWork.length || unfinished.some((work, at) => work !== atWork[at])) atWork = unfinished
    set({ ...part, works, hasMore: list?.hasMore ?? false })
  }

  const know = (works: readonly Work[]) => {
    for (const work of works) if (!pushed.has(work.id)) known.set(work.id, work)
  }
  const isChoice = (choice: Choice) => choice.filter === state.filter && choice.search === state.search

  const readPage = async (choice: Choice) => {
    const { filter, search } = choice
    const list = listsOf(choice).get(filter)
    const variables = { first: PAGE, after: list?.end ?? null, status: STATUSES[filter], search: search || null }
    const { data, error } = await client.query(WorksDocument, variables, { requestPolicy: 'network-only' }).toPromise()
    if (!data) return error ?? null
    const { nodes, pageInfo } = data.tasks
    know(nodes)
    listen(data.tasks.updatesCursor, nodes)
    if (search !== '' && search !== state.search) return null
    const ids = new Set([...(list?.ids ?? []), ...nodes.map(({ id }) => id)])
    listsOf(choice).set(filter, { ids, end: pageInfo.endCursor, hasMore: pageInfo.hasNextPage })
    return null
  }

  /** All of them, so that they can be searched here. */
  const readStarred = async () => {
    // The pushes begin with the first page.
    const problem = cursor === null ? await readPage({ filter: 'ALL', search: '' }) : null
    const unknown = stars.all().filter((id) => !known.has(id))
    if (problem || unknown.length === 0) return problem
    const { works, missing, error } = await readWorks(client, unknown)
    know(works)
    stars.set(missing, false)
    return error
  }

  const loadMore = async () => {
    const { filter, search } = state
    set({ isLoading: true, error: null })
    const error = await (filter === 'STARRED' ? readStarred() : readPage({ filter, search }))
    // An answer for a choice that was left meanwhile shows nothing.
    if (isChoice({ filter, search })) arrange({ isLoading: false, error })
  }

  const loadAtWork = async () => {
    let after: string | null = null
    for (let page = 0; page < UNFINISHED_PAGES; page++) {
      const variables: WorksQueryVariables = { first: 100, after, status: STATUSES.WORKING }
      const { data } = await client.query(WorksDocument, variables, { requestPolicy: 'network-only' }).toPromise()
      if (!data) return
      const { nodes, pageInfo } = data.tasks
      know(nodes)
      after = pageInfo.endCursor
      if (!pageInfo.hasNextPage) break
    }
    arrange()
  }

  const choose = (part: Partial<Choice>) => {
    const choice = { filter: state.filter, search: state.search, ...part }
    if (isChoice(choice)) return
    keepChoice(choice)
    if (choice.search !== state.search) finds.clear()
    arrange({ ...choice, error: null, isLoading: false })
    if (!listsOf(choice).has(choice.filter)) void loadMore()
  }

  const hide = (id: string, isHidden: boolean) => {
    if (isHidden) hidden.add(id)
    else hidden.delete(id)
    arrange()
  }

  const drop = (id: string) => {
    pushed.add(id)
    known.delete(id)
    stars.set([id], false)
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
      stars.set([id], false)
    }
    put([...changes.values()].filter((work) => work !== null).filter((work) => !isOnLaterPage(work)))
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
      const leave = stars.subscribe(arrange)
      if (cursor !== null) listen(cursor)
      return () => {
        leave()
        isFollowed = false
        stop?.()
        stop = null
      }
    },
    loadMore,
    loadAtWork,
    choose,
    stars,
    find: (id) => known.get(id),
    put,
    drop,
    hide,
  }
}

function isUnfinished(work: Work | undefined): boolean {
  return work !== undefined && !hasEnded(work.status)
}
