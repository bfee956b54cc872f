import { channel } from 'node:diagnostics_channel'

/** What a batch of creates was. */
export interface CreateBatch {
  readonly size: number
}

/** What one reading of the event log found. */
export interface TailReading {
  readonly events: number
  /** Of the oldest event among them, between its transaction's begin and the reading; 0 without events. */
  readonly lagSeconds: number
}

/** One round of the ledger audit. */
export interface AuditRound {
  /** Accounts proved by this process; 0 where another one was at it. */
  readonly checked: number
  readonly mismatched: number
  /** How long the account that waits longest has not been proved, over all processes; null: there is no account. */
  readonly oldestSeconds: number | null
}

/** One try of a webhook, judged. */
export interface WebhookTry {
  /** pending: it failed, and there will be another. */
  readonly outcome: 'delivered' | 'pending' | 'failed'
}

/**
 * Diagnostics events of the rooms. `metrics.ts` subscribes to them. The rooms do not depend on subscribers, and without one an
 * event costs nothing.
 */
export const probes = {
  createBatch: channel('vidgate:create-batch'),
  tailReading: channel('vidgate:tail-reading'),
  auditRound: channel('vidgate:audit-round'),
  webhookTry: channel('vidgate:webhook-try'),
} as const
