/** Characters of all cached documents together, about five hundred of usual length. A parsed one takes up to fifty times its text. */
const LENGTH_MAX = 256 * 1024
/** Longer documents are parsed each time. */
const ENTRY_LENGTH_MAX = 16 * 1024

interface Cache<T> {
  get(text: string): T | undefined
  set(text: string, value: T): void
}

/** A cache by document, bounded by their lengths; the longest unused goes first. */
export function documentCache<T>(): Cache<T> {
  const entries = new Map<string, T>()
  let length = 0
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
      if (text.length > ENTRY_LENGTH_MAX) return
      if (!entries.has(text)) length += text.length
      entries.set(text, value)
      for (const oldest of entries.keys()) {
        if (length <= LENGTH_MAX) return
        entries.delete(oldest)
        length -= oldest.length
      }
    },
  }
}
