import { DatabaseClient } from './database-client.ts'
import { createLasting } from './lasting.ts'
import type { Log } from './log.ts'

const RECONNECT_MS = 500
const MESSAGES = {
  begins: 'could not listen; trying again',
  lasts: 'still cannot listen',
  ends: 'it listens again',
}

/** @param payload null for none, and after a (re)connection */
export type Hear = (payload: string | null) => void

export interface Listener {
  /**
   * Calls `hear` for each notification on the channel, and after each (re)connection, for those that were missed. A notification may still
   * be lost: callers poll as well.
   * @returns a function that ends it
   */
  on(channel: string, hear: Hear): () => void
  close(): Promise<void>
}

/**
 * Listens over a separate connection, made for the first channel and made again when it breaks. All channels share it, because a NOTIFY
 * wakes every listening session of the database, whatever its channel.
 */
export function openListener(databaseUrl: string, log: Log): Listener {
  const heard = new Map<string, Set<Hear>>()
  let client: DatabaseClient | null = null
  let connected: DatabaseClient | null = null
  let timer: NodeJS.Timeout | null = null
  let closed = false
  const failing = createLasting(log, MESSAGES)

  const retry = () => {
    connected = null
    if (closed || timer) return
    timer = setTimeout(() => {
      timer = null
      void connect()
    }, RECONNECT_MS)
  }

  const pass = (channel: string, payload: string | null) => {
    for (const hear of heard.get(channel) ?? []) hear(payload)
  }

  const follow = async (connection: DatabaseClient, channel: string) => {
    await connection.query(`listen ${channel}`)
    pass(channel, null)
  }

  const connect = async () => {
    const next = new DatabaseClient({
      connectionString: databaseUrl,
      keepAlive: true,
      pipeline: true,
      application_name: 'vidgate listen',
    })
    client = next
    next.on('error', (error) => log.warn({ err: error }, 'the listening connection broke'))
    next.on('end', retry)
    next.on('notification', ({ channel, payload }) => pass(channel, payload || null))
    try {
      await next.connect()
      connected = next
      await Promise.all([...heard.keys()].map((channel) => follow(next, channel)))
      failing.ends()
    } catch (error) {
      failing.holds({ err: error })
      await next.end().catch(() => {})
      retry()
    }
  }

  return {
    on(channel, hear) {
      const hears = heard.get(channel)
      if (hears) hears.add(hear)
      else heard.set(channel, new Set([hear]))
      if (!client) void connect()
      // After a failure the next connection follows it.
      else if (connected) follow(connected, channel).catch(() => {})
      return () => heard.get(channel)?.delete(hear)
    },
    async close() {
      closed = true
      if (timer) clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
