const ENTRIES_MAX = 1000
/** Longer documents are parsed each time: a thousand of the longest would fill the memory. */
const LENGTH_MAX = 16 * 1024

interface Cache<T> {
  get(text: string): T | undefined
  set(text: string, value: T): void
}

/** A cache by document that is bounded in entries and in bytes; the longest unused goes first. */
export function documentCache<T>(): Cache<T> {
  const entries = new Map<string, T>()
  return {
    get(text) {
      const value = entries.get(text)
      if (value !== undefined) {
        entries.delete(text)
        entries.set(text, value)
      }
      return value
    },
    set(text, value) {
      if (text.length > LENGTH_MAX) return
      const [oldest] = entries.keys()
      if (entries.size >= ENTRIES_MAX && oldest !== undefined) entries.delete(oldest)
      entries.set(text, value)
    },
  }
}
