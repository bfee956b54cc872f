import { useSyncExternalStore } from 'react'

/** How the push connection stands. */
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

/** The state to show; a browser that knows it is offline says so at once. */
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
