import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useMemo,
  useSyncExternalStore,
} from 'react'
import type { Client, ListVideos, VideoTask } from './index.ts'
import { type LiveList, type LiveVideo, listStore, NOTHING, type Store, videoStore } from './stores.ts'

export type { LiveList, LiveVideo } from './stores.ts'

const ClientContext = createContext<Client | null>(null)

/** Gives the hooks below it their client. Make the client once, outside of components. */
export function VidgateProvider({ client, children }: { client: Client; children?: ReactNode }): ReactElement {
  return createElement(ClientContext.Provider, { value: client }, children)
}

function useStore<T>(open: (client: Client) => Store<T>, key: string): T {
  const client = useContext(ClientContext)
  if (!client) throw new Error('A hook of @vidgate/client/react is used outside of a VidgateProvider.')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what `open` closes over
  const store = useMemo(() => open(client), [client, key])
  return useSyncExternalStore(store.subscribe, store.get, store.get)
}

/**
 * A video, live to its end. All components that show the same video share one stream, which ends with the last of them.
 * @param id null or undefined: none yet
 */
export function useVideo(id: string | null | undefined): LiveVideo {
  return useStore((client) => (id ? videoStore(client, id) : NO_VIDEO), id ?? '')
}

/** The first page of a list, live. All lists share one stream. For other pages use `client.list`. */
export function useVideos(query: ListVideos = {}): LiveList {
  const key = JSON.stringify(query)
  return useStore((client) => listStore(client, query, key), key)
}

const NO_VIDEO: Store<LiveVideo> = { get: () => NOTHING, subscribe: () => () => {} }

export type { VideoTask }
