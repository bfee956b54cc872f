export type Give<T> = (item: T) => Promise<unknown> | undefined

type Next<T> = ReturnType<AsyncIterator<T>['next']>

/** Passes each item on at once, until the end. While the promise of `give` is pending, the next item waits. */
export type Drain<T> = (give: Give<T>) => Promise<unknown>

/**
 * A stream for REST or GraphQL to send, over an existing subscription. A generator would not do: its `return` waits for the next
 * event, so a closed socket would leak its subscription.
 */
export class Stream<T> implements AsyncIterableIterator<T> {
  readonly #source: { close(): void }
  readonly #begin: () => Promise<Drain<T>>
  #begun: Promise<Drain<T>> | null = null
  #reader: Reader<T> | null = null

  /**
   * @param source the subscription; its end also ends a running drain
   * @param begin checks the caller and reads the first items
   */
  constructor(source: { close(): void }, begin: () => Promise<Drain<T>>) {
    this.#source = source
    this.#begin = begin
  }

  /** Settles once the stream has started; throws the refusal. `drainTo` and the first `next` do the same. */
  async ready(): Promise<void> {
    await this.#start()
  }

  /** Passes all items on; settles at the end. */
  async drainTo(give: Give<T>): Promise<void> {
    const drain = await this.#start()
    try {
      await drain(give)
    } finally {
      this.#source.close()
    }
  }

  /** Alternative to `drainTo`. */
  next(): Next<T> {
    this.#reader ??= new Reader((give) => this.drainTo(give))
    return this.#reader.next()
  }

  close(): void {
    this.#source.close()
    this.#reader?.end()
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.close()
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  #start(): Promise<Drain<T>> {
    this.#begun ??= this.#begin().catch((error: unknown) => {
      this.#source.close()
      throw error
    })
    return this.#begun
  }
}

/** Reads a drain item by item. It drains from the first `next` on; each further `next` lets the source go on. */
export class Reader<T> {
  readonly #drain: Drain<T>
  #asked: PromiseWithResolvers<Awaited<Next<T>>> | null = null
  #taken: (() => void) | null = null
  #hasBegun = false
  #isOver = false
  #failure: Promise<never> | null = null

  constructor(drain: Drain<T>) {
    this.#drain = drain
  }

  next(): Next<T> {
    if (this.#asked) return this.#asked.promise.catch(() => {}).then(() => this.next())
    const failure = this.#failure
    this.#failure = null
    if (failure) return failure
    if (this.#isOver) return Promise.resolve({ done: true, value: undefined })
    const asked = Promise.withResolvers<Awaited<Next<T>>>()
    this.#asked = asked
    this.#taken?.()
    if (!this.#hasBegun) this.#begin()
    return asked.promise
  }

  /** Later items are not read. */
  end(): void {
    this.#isOver = true
    this.#asked?.resolve({ done: true, value: undefined })
    this.#asked = null
  }

  #begin(): void {
    this.#hasBegun = true
    this.#drain((item) => this.#give(item)).then(
      () => this.end(),
      (error: unknown) => this.#fail(error),
    )
  }

  #give(value: T): Promise<void> {
    this.#asked?.resolve({ done: false, value })
    this.#asked = null
    return new Promise((resolve) => {
      this.#taken = resolve
    })
  }

  #fail(error: unknown): void {
    if (this.#asked) this.#asked.reject(error)
    else if (!this.#isOver) {
      this.#failure = Promise.reject(error)
      this.#failure.catch(() => {})
    }
    this.#asked = null
    this.#isOver = true
  }
}
