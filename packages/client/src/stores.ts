import { type Client, hasEnded, type ListVideos, type VideoChange, type VideoTask } from './index.ts'

/** What `useSyncExternalStore` reads. */
export interface Store<T> {
  get(): T
  subscribe(changed: () => void): () => void
}

export interface LiveVideo {
  /** null until its first state has arrived. */
  readonly video: VideoTask | null
  /** Why it is not live any more: the gateway refused. A lost connection is no error, because it comes back. */
  readonly error: Error | null
}

export interface LiveList {
  /** null until the first page has arrived. */
  readonly videos: readonly VideoTask[] | null
  readonly hasMore: boolean
  readonly error: Error | null
}

export const NOTHING: LiveVideo = { video: null, error: null }

/** How long a stream outlives its last reader. StrictMode and a change of the page bring a new one at once. */
const LINGER_MS = 500
/** A list is read at most this often. */
const RELOAD_MS = 1000

type Run<T> = (set: (next: (now: T) => T) => void, signal: AbortSignal) => Promise<void>

/** One store for each client and key, while it has readers. */
const stores = new WeakMap<Client, Map<string, Store<unknown>>>()

function shared<T>(client: Client, key: string, empty: T, run: Run<T>): Store<T> {
  const known = stores.get(client) ?? new Map<string, Store<unknown>>()
  stores.set(client, known)
  const found = known.get(key)
  if (found) return found as Store<T>

  let value = empty
  let running: AbortController | null = null
  const readers = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const start = () => {
    const abort = new AbortController()
    running = abort
    const set = (next: (now: T) => T) => {
      if (abort.signal.aborted) return
      value = next(value)
      for (const changed of [...readers]) changed()
    }
    run(set, abort.signal).catch((error) => set((now) => ({ ...now, error })))
  }
  /** Without a reader. A later one starts it again. */
  const leaveSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (readers.size > 0) return
      running?.abort()
      running = null
      value = empty
      if (known.get(key) === store) known.delete(key)
    }, LINGER_MS)
  }
  const store: Store<T> = {
    get: () => value,
    subscribe(changed) {
      // Each subscription counts, also of the same function.
      const reader = () => changed()
      readers.add(reader)
      known.set(key, store)
      if (!running) start()
      return () => {
        readers.delete(reader)
        if (readers.size === 0) leaveSoon()
      }
    },
  }
  known.set(key, store)
  // A component may be discarded before it subscribes.
  leaveSoon()
  return store
}

export function videoStore(client: Client, id: string): Store<LiveVideo> {
  return shared<LiveVideo>(client, `video ${id}`, NOTHING, async (set, signal) => {
    for await (const video of client.watch(id, { signal })) set(() => ({ video, error: null }))
  })
}

/** The changes of all videos, for all lists of a client. */
interface Changes {
  /** How often the stream was opened: changes before it may be missing. */
  readonly opened: number
  readonly last: VideoChange | null
  readonly error: Error | null
}

function changesStore(client: Client): Store<Changes> {
  return shared<Changes>(client, 'changes', { opened: 0, last: null, error: null }, async (set, signal) => {
    const onOpen = () => set((now) => ({ ...now, opened: now.opened + 1, last: null }))
    for await (const last of client.changes({ signal, onOpen })) set((now) => ({ ...now, last }))
  })
}

/** Progress is shown as it arrives. Any other change reads the list again, which alone knows what belongs to it. */
export function listStore(client: Client, query: ListVideos, key: string): Store<LiveList> {
  const empty: LiveList = { videos: null, hasMore: false, error: null }
  return shared<LiveList>(client, `list ${key}`, empty, (set, signal) => {
    const changes = changesStore(client)
    const newest = new Map<string, VideoChange>()
    let shown: readonly VideoTask[] = []
    let isStale = false
    let isBusy = false

    const show = () => set((now) => ({ ...now, videos: shown.map((video) => progressed(video, newest.get(video.id))) }))
    const reload = async () => {
      isStale = true
      if (isBusy) return
      isBusy = true
      try {
        while (isStale && !signal.aborted) {
          isStale = false
          // What arrives from here on may be newer than the page.
          newest.clear()
          const page = await client.list(query, { signal })
          shown = page.data
          set(() => ({ videos: shown, hasMore: page.has_more, error: null }))
          show()
          await new Promise((resolve) => setTimeout(resolve, RELOAD_MS))
        }
      } finally {
        isBusy = false
      }
    }

    return new Promise<void>((_, reject) => {
      let opened = 0
      const look = () => {
        const now = changes.get()
        if (now.error) return reject(now.error)
        const { last } = now
        if (last) newest.set(last.id, last)
        const known = last && shown.find(({ id }) => id === last.id)
        const isNews = last && (known?.status !== last.status || (known.waiting?.reason ?? null) !== last.waiting)
        if (now.opened !== opened || isNews) reload().catch((error) => set((known) => ({ ...known, error })))
        else if (last) show()
        opened = now.opened
      }
      const leave = changes.subscribe(look)
      signal.addEventListener('abort', leave)
      look()
    })
  })
}

/** The video with a change that may be newer than it; progress never decreases. */
function progressed(video: VideoTask, change: VideoChange | undefined): VideoTask {
  if (!change || change.status !== video.status || hasEnded(video) || change.progress <= video.progress) return video
  return { ...video, progress: change.progress }
}
