import { SOCKET_MESSAGES_BURST, SOCKET_MESSAGES_PER_SECOND, SOCKET_UNKNOWN_MESSAGES } from './limits.ts'

interface Connection {
  terminate(): void
}

/** The sockets of a process that have not authenticated yet. */
export interface Unauthenticated<T> {
  /** At the limit the oldest one is closed. Refusing new ones instead would let a few sockets keep everybody out. */
  add(socket: T): void
  has(socket: T): boolean
  /** For a socket that has authenticated or closed. */
  delete(socket: T): void
}

export function createUnauthenticated<T extends Connection>(max: number): Unauthenticated<T> {
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
 * Limits the messages of one socket.
 * @param isKnown whether the socket has authenticated; before that it may send only a few
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
