import { setTimeout as pause } from 'node:timers/promises'
import { isConnectionError } from './database-client.ts'
import { createLasting } from './lasting.ts'
import { type Log, sayElsewhere } from './log.ts'

const LOOK_MS = 500

const WORDS = {
  begins: 'the database cannot be reached; it is tried again',
  lasts: 'the database still cannot be reached',
  ends: 'the database can be reached again',
}

/**
 * Says of a process once for all that its database is away, however many loops, connections and requests find it: from now on
 * the log leaves out each of their errors.
 * @param ask a question to the database, by which its return is found
 * @returns what ends the watch
 */
export function watchDatabase(log: Log, ask: () => Promise<unknown>): () => void {
  const away = createLasting(log, WORDS)
  let isAway = false
  let closed = false

  const untilBack = async (error: unknown) => {
    for (let times = 0; !closed; times++) {
      try {
        await ask()
        if (times === 0) log.warn(reasonOf(error), 'a connection to the database broke')
        break
      } catch (found) {
        if (!closed) away.holds(reasonOf(found))
      }
      await pause(LOOK_MS, undefined, { ref: false })
    }
    isAway = false
    if (!closed) away.ends()
  }

  sayElsewhere(log, (error) => {
    if (closed || !isConnectionError(error)) return false
    if (!isAway) {
      isAway = true
      void untilBack(error)
    }
    return true
  })
  return () => {
    closed = true
  }
}

/** Without a stack: where it was found says nothing. */
function reasonOf(error: unknown): Record<string, unknown> {
  const { message, code } = error as Error & { code?: string }
  return { reason: message || code, code }
}
