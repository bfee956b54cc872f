import { useSyncExternalStore } from 'react'

/** State of the push connection. */
export type LinkState = 'opening' | 'live' | 'broken'

export interface Link {
  readonly set: (state: LinkState) => void
  readonly get: () => LinkState
  readonly subscribe: (listener: () => void) => () => void
}

export function createLink(): Link {
  let now: LinkState = 'opening'
  const listeners = new Set<() => void>()
  return {
    set(state) {
      if (state === now) return
      now = state
      for (const listener of listeners) listener()
    },
    get: () => now,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The state to show. It is offline at once if the browser reports that. */
export function useLink(link: Link): LinkState | 'offline' {
  const state = useSyncExternalStore(link.subscribe, link.get)
  const isOnline = useSyncExternalStore(watchNetwork, () => navigator.onLine)
  return isOnline || state === 'live' ? state : 'offline'
}

function watchNetwork(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
