/** The stars of an account in this browser: marks of its viewer, which no other one sees (docs/decisions/doors.md#stars). */
export interface Stars {
  readonly has: (id: string) => boolean
  /** Newest works first. */
  readonly all: () => readonly string[]
  /** @returns false: there would be more than STARS_MAX, and nothing has changed */
  readonly set: (ids: readonly string[], isStarred: boolean) => boolean
  /** Calls after each change, also of another tab. */
  readonly subscribe: (listener: () => void) => () => void
}

export const STARS_MAX = 200

export function createStars(accountId: string): Stars {
  const key = `vidgate.stars.${accountId}`
  const listeners = new Set<() => void>()
  let starred = read(key)
  const change = (next: ReadonlySet<string>) => {
    starred = next
    for (const listener of listeners) listener()
  }
  const hear = (event: StorageEvent) => {
    if (event.key === key || event.key === null) change(read(key))
  }
  return {
    has: (id) => starred.has(id),
    // The ids of tasks are in the order of their creation.
    all: () => [...starred].sort().reverse(),
    set: (ids, isStarred) => {
      const changed = ids.filter((id) => starred.has(id) !== isStarred)
      if (changed.length === 0) return true
      const next = new Set(isStarred ? [...starred, ...changed] : [...starred].filter((id) => !changed.includes(id)))
      if (isStarred && next.size > STARS_MAX) return false
      try {
        localStorage.setItem(key, JSON.stringify([...next]))
      } catch {
        // No room, or storage is off: the stars last until the page closes.
      }
      change(next)
      return true
    },
    subscribe: (listener) => {
      if (listeners.size === 0) addEventListener('storage', hear)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) removeEventListener('storage', hear)
      }
    },
  }
}

function read(key: string): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return new Set(Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, STARS_MAX) : [])
  } catch {
    return new Set()
  }
}
