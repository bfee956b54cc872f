/** The fields of a message that decide its order; graphql-ws checks the rest. */
export interface Head {
  readonly type: string
  /** Empty if it has none. */
  readonly id: string
}

export function headOf(text: string): Head {
  try {
    const { type, id } = JSON.parse(text) ?? {}
    return { type: String(type), id: typeof id === 'string' ? id : '' }
  } catch {
    return { type: '', id: '' }
  }
}

/** Processes a message; settles when its work is done, for an operation at its end. */
type Handle = (text: string) => Promise<void>

/** The messages of a socket, in order. */
export interface Turns {
  take(text: string, head: Head): void
  /** Number of waiting messages. */
  waiting(): number
}

/**
 * A client can reuse an id as soon as it completes it, but the operation may end later. graphql-ws would take that end for the
 * next operation's, which would then get a foreign result and never end. So messages with such an id wait until the operation
 * has ended; others do not wait.
 * @param handle never rejects
 */
export function createTurns(handle: Handle): Turns {
  const running = new Map<string, Promise<void>>()
  /** Settles when the next message of the id has its turn. */
  const turns = new Map<string, Promise<void>>()
  let waiting = 0

  /** @returns a promise for the next message of the id to wait for */
  const hand = (text: string, { type, id }: Head): Promise<void> | undefined => {
    const done = handle(text)
    if (type === 'complete') return running.get(id)
    if (type === 'subscribe') keep(running, id, done)
    return undefined
  }

  return {
    take(text, head) {
      const turn = turns.get(head.id)
      if (turn) {
        waiting += 1
        const handed = turn.then(() => {
          waiting -= 1
          return hand(text, head)
        })
        keep(turns, head.id, handed)
        return
      }
      const next = hand(text, head)
      if (next) keep(turns, head.id, next)
    },
    waiting: () => waiting,
  }
}

/** Waits until it settles or is replaced. */
function keep(promises: Map<string, Promise<void>>, id: string, promise: Promise<void>): void {
  promises.set(id, promise)
  void promise.then(() => {
    if (promises.get(id) === promise) promises.delete(id)
  })
}
