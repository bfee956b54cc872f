import type { Pool } from 'pg'
import type { Log } from '../lib/log.ts'

/** Channels of NOTIFY. A hint carries no payload; polling finds what it missed (docs/decisions/push.md#wake-up-hints). */
export const CHANNELS = {
  events: 'vidgate_events',
  jobs: 'vidgate_jobs',
  /** Separate from events, because few events have a webhook. */
  webhooks: 'vidgate_webhooks',
} as const

export interface Hints {
  /** Announces a commit. Sent outside of writing transactions, at most once per 5 ms. */
  hint(...channels: readonly (keyof typeof CHANNELS)[]): void
  close(): Promise<void>
}

const COALESCE_MS = 5

/**
 * NOTIFY takes a database-wide lock at commit, so a process sends few of them, and none inside its transactions. The first one
 * after a pause is sent in the same turn of the event loop, so that no timer delays a stage or an event.
 */
export function createHints(pool: Pool, log: Log): Hints {
  const due = new Set<string>()
  let isSet = false
  let sentAt = Number.NEGATIVE_INFINITY
  let stop = () => {}
  let sending: Promise<void> = Promise.resolve()

  const send = () => {
    isSet = false
    sentAt = performance.now()
    const sql = [...due].map((channel) => `notify ${channel}`).join('; ')
    due.clear()
    sending = pool.query(sql).then(
      () => {},
      (error: Error) => log.debug({ err: error }, 'could not send a hint; the poll will find the work'),
    )
  }

  const set = () => {
    isSet = true
    const waitMs = sentAt + COALESCE_MS - performance.now()
    if (waitMs > 0) {
      const timer = setTimeout(send, waitMs)
      stop = () => clearTimeout(timer)
    } else {
      const turn = setImmediate(send)
      stop = () => clearImmediate(turn)
    }
  }

  return {
    hint(...channels) {
      for (const channel of channels) due.add(CHANNELS[channel])
      if (!isSet) set()
    },
    async close() {
      if (isSet) {
        stop()
        send()
      }
      await sending
    },
  }
}
