/** A stream that a door hands on. */
export interface Stream<T> extends AsyncIterableIterator<T> {
  /** Settles once the stream has begun; throws what refuses it. `next` does the same, and then waits for the first item. */
  ready(): Promise<void>
  /**
   * In place of `next`: gives each item as soon as it is there, and settles at the end.
   * @param give its promise holds back the next item
   */
  drainTo(give: Give<T>): Promise<void>
}

export type Give<T> = (item: T) => Promise<unknown> | undefined

/** What a stream gives once it has begun, in the way that it is asked for. */
export interface Items<T> {
  pull(): AsyncGenerator<T, undefined>
  push(give: Give<T>): Promise<void>
}

/** Items that are best made one by one. */
export function itemsOf<T>(pull: () => AsyncGenerator<T, undefined>): Items<T> {
  return {
    pull,
    async push(give) {
      for await (const item of pull()) await give(item)
    },
  }
}

/**
 * A stream over a subscription that is there already. Not a bare generator: its `return` would wait for the next event, and a
 * closed socket's subscription would leak.
 * @param close ends the subscription, which settles whatever the items wait for
 * @param begin judges the caller and reads what comes first
 */
export function streamOf<T>(close: () => void, begin: () => Promise<Items<T>>): Stream<T> {
  let begun: Promise<Items<T>> | null = null
  let pulled: AsyncGenerator<T, undefined> | null = null

  const closing = <R>(work: Promise<R>): Promise<R> =>
    work.catch((error: unknown) => {
      close()
      throw error
    })

  const start = () => {
    begun ??= closing(begin())
    return begun
  }

  return {
    async ready() {
      await start()
    },
    async next() {
      const items = await start()
      pulled ??= items.pull()
      const item = await closing(pulled.next())
      if (item.done) close()
      return item
    },
    async drainTo(give) {
      const items = await start()
      await closing(items.push(give))
      close()
    },
    async return() {
      close()
      await pulled?.return(undefined)
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
