import assert from 'node:assert/strict'

export interface Collected<T> {
  /** Everything so far, in order. */
  readonly items: T[]
  /** Settles with the first items when there are this many. */
  until(count: number): Promise<readonly T[]>
  /** Settles when the stream has ended by itself, or throws its error. */
  readonly ended: Promise<void>
  close(): Promise<void>
}

/** Reads a stream as fast as possible. */
export function collect<T>(stream: AsyncIterableIterator<T, unknown>): Collected<T> {
  const items: T[] = []
  const looks = new Set<() => void>()

  const read = async () => {
    try {
      for await (const item of stream) {
        items.push(item)
        for (const look of looks) look()
      }
    } finally {
      for (const look of looks) look()
    }
  }

  let over = false
  const ended = read().finally(() => {
    over = true
  })
  ended.catch(() => {})
  return {
    items,
    ended,
    until: (count) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (items.length < count && !over) return
          looks.delete(look)
          if (items.length >= count) resolve(items)
          else reject(new assert.AssertionError({ message: `it ended with ${items.length} of ${count}` }))
        }
        looks.add(look)
        ended.then(look, look)
        look()
      }),
    async close() {
      await stream.return?.()
      await ended
    },
  }
}
