import { SOCKET_MESSAGES_BURST, SOCKET_MESSAGES_PER_SECOND, SOCKET_UNKNOWN_MESSAGES } from './limits.ts'

interface Connection {
  terminate(): void
}

/** The sockets of a process that have not shown a key yet. */
export interface Strangers<T> {
  /** Where there are as many as may be, the one that has had the longest time is cut off: refusing new ones would let few keep out all. */
  add(socket: T): void
  has(socket: T): boolean
  /** It has shown its key, or is gone. */
  delete(socket: T): void
}

export function createStrangers<T extends Connection>(max: number): Strangers<T> {
  const all = new Set<T>()
  return {
    add(socket) {
      const [oldest] = all
      if (all.size >= max && oldest) {
        all.delete(oldest)
        oldest.terminate()
      }
      all.add(socket)
    },
    has: (socket) => all.has(socket),
    delete: (socket) => void all.delete(socket),
  }
}

/**
 * Counts the messages of one socket, which cost time whatever they say.
 * @param isKnown whether it has shown its key: before, it has no more to say than that
 * @returns whether it may send the next one
 */
export function createMessageRate(isKnown: () => boolean): () => boolean {
  let unknown = 0
  let left = SOCKET_MESSAGES_BURST
  let countedAt = performance.now()
  return () => {
    if (!isKnown()) {
      unknown += 1
      return unknown <= SOCKET_UNKNOWN_MESSAGES
    }
    const now = performance.now()
    left = Math.min(SOCKET_MESSAGES_BURST, left + ((now - countedAt) / 1000) * SOCKET_MESSAGES_PER_SECOND)
    countedAt = now
    if (left < 1) return false
    left -= 1
    return true
  }
}
