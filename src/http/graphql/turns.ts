/** What the order of messages goes by; all else of a message graphql-ws judges. */
export interface Head {
  readonly type: string
  /** Empty where it has none. */
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

/** Hands a message on; settles when all is done that it asks for, which for an operation is its end. */
type Handle = (text: string) => Promise<void>

/** The messages of a socket, each in its turn. */
export interface Turns {
  take(text: string, head: Head): void
  /** Messages that wait for theirs. */
  waiting(): number
}

/**
 * An id is free as soon as its client completes it. What ran under it may end later, and graphql-ws would take that end for the
 * next operation's, which would be given another's result and never end itself. So what comes under such an id waits until
 * then, and nothing else does.
 * @param handle never rejects
 */
export function createTurns(handle: Handle): Turns {
  const running = new Map<string, Promise<void>>()
  /** Settles when the next message of the id has its turn. */
  const turns = new Map<string, Promise<void>>()
  let waiting = 0

  /** @returns what the next message of the id is to wait for */
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

/** Until it settles, or another takes its place. */
function keep(promises: Map<string, Promise<void>>, id: string, promise: Promise<void>): void {
  promises.set(id, promise)
  void promise.then(() => {
    if (promises.get(id) === promise) promises.delete(id)
  })
}
