import { setTimeout as pause } from 'node:timers/promises'
import { isConnectionError } from './database-client.ts'
import { createLasting } from './lasting.ts'
import { type Log, sayElsewhere } from './log.ts'

const LOOK_MS = 500

const MESSAGES = {
  begins: 'the database cannot be reached; trying again',
  lasts: 'the database still cannot be reached',
  ends: 'the database can be reached again',
}

/**
 * Reports once for the whole process that the database is unreachable. The log drops the connection errors of the loops and requests
 * that notice it.
 * @param ask a query that succeeds once the database is back
 * @returns a function that ends the watch
 */
export function watchDatabase(log: Log, ask: () => Promise<unknown>): () => void {
  const away = createLasting(log, MESSAGES)
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

/** Without a stack, which has no information here. */
function reasonOf(error: unknown): Record<string, unknown> {
  const { message, code } = error as Error & { code?: string }
  return { reason: message || code, code }
}
