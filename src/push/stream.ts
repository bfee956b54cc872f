/** A stream for REST or GraphQL to send. */
export interface Stream<T> extends AsyncIterableIterator<T> {
  /** Settles once the stream has started; throws the refusal. `next` does the same, then waits for the first item. */
  ready(): Promise<void>
  /**
   * Alternative to `next`: passes each item on at once; settles at the end.
   * @param give while its promise is pending, the next item waits
   */
  drainTo(give: Give<T>): Promise<void>
}

export type Give<T> = (item: T) => Promise<unknown> | undefined

/** Items of a started stream, by `next` or by callback. */
export interface Items<T> {
  pull(): AsyncGenerator<T, undefined>
  push(give: Give<T>): Promise<void>
}

/** Items from an async generator. */
export function itemsOf<T>(pull: () => AsyncGenerator<T, undefined>): Items<T> {
  return {
    pull,
    async push(give) {
      for await (const item of pull()) await give(item)
    },
  }
}

/**
 * A stream over an existing subscription. A plain generator would not do: its `return` waits for the next event, so a closed
 * socket would leak its subscription.
 * @param close ends the subscription, which also settles pending waits of the items
 * @param begin checks the caller and reads the first items
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
