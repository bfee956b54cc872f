import { DatabaseClient } from './database-client.ts'
import { createLasting } from './lasting.ts'
import type { Log } from './log.ts'

const RECONNECT_MS = 500
const MESSAGES = {
  begins: 'could not listen; trying again',
  lasts: 'still cannot listen',
  ends: 'it listens again',
}

export interface Listener {
  close(): Promise<void>
}

/**
 * Listens on a channel over its own connection and reconnects when it breaks.
 * @param wake also called after every (re)connection, with null in place of a payload, for missed notifications. A notification
 *   may still be lost: callers poll as well.
 */
export function listen(
  databaseUrl: string,
  channel: string,
  log: Log,
  wake: (payload: string | null) => void,
): Listener {
  let client: DatabaseClient | null = null
  let timer: NodeJS.Timeout | null = null
  let closed = false
  const failing = createLasting(log.child({ channel }), MESSAGES)

  const retry = () => {
    if (closed || timer) return
    timer = setTimeout(() => {
      timer = null
      void connect()
    }, RECONNECT_MS)
  }

  const connect = async () => {
    const next = new DatabaseClient({
      connectionString: databaseUrl,
      keepAlive: true,
      application_name: `listen ${channel}`,
    })
    client = next
    next.on('error', (error) => log.warn({ err: error, channel }, 'the listening connection broke'))
    next.on('end', retry)
    next.on('notification', ({ payload }) => wake(payload || null))
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
      failing.ends()
      wake(null)
    } catch (error) {
      failing.holds({ err: error })
      await next.end().catch(() => {})
      retry()
    }
  }

  void connect()
  return {
    async close() {
      closed = true
      if (timer) clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
