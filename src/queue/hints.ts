import type { Pool } from 'pg'
import type { Log } from '../lib/log.ts'

/** Channels of NOTIFY. A hint carries no payload: polling is the truth (engine room, wake-up). */
export const CHANNELS = { events: 'vidgate_events', jobs: 'vidgate_jobs' } as const

export interface Hints {
  /** Says that something was committed; sent outside every writing transaction, at most once per 10 ms. */
  hint(channel: keyof typeof CHANNELS): void
  close(): Promise<void>
}

const COALESCE_MS = 10

/** NOTIFY takes a database-wide lock at commit, so a process sends few of them, and none inside its transactions. */
export function createHints(pool: Pool, log: Log): Hints {
  const due = new Set<string>()
  let timer: NodeJS.Timeout | null = null
  let sending: Promise<void> = Promise.resolve()

  const send = () => {
    timer = null
    const sql = [...due].map((channel) => `notify ${channel}`).join('; ')
    due.clear()
    sending = pool.query(sql).then(
      () => {},
      (error: Error) => log.debug({ err: error }, 'a hint was not sent; the poll covers it'),
    )
  }

  return {
    hint(channel) {
      due.add(CHANNELS[channel])
      timer ??= setTimeout(send, COALESCE_MS)
    },
    async close() {
      if (timer) {
        clearTimeout(timer)
        send()
      }
      await sending
    },
  }
}
