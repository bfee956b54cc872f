import { channel } from 'node:diagnostics_channel'

/** A batch of creates. */
export interface CreateBatch {
  readonly size: number
}

/** One reading of the event log. */
export interface TailReading {
  readonly events: number
  /** Age of the oldest event among them, from its transaction's start to the reading; 0 without events. */
  readonly lagSeconds: number
}

/** One round of the ledger audit. */
export interface AuditRound {
  /** Accounts verified by this process; 0 if another process ran the round. */
  readonly checked: number
  readonly mismatched: number
  /** Time since the least recently verified account was verified, over all processes; null without accounts. */
  readonly oldestSeconds: number | null
}

/** One try of a webhook, with its outcome. */
export interface WebhookTry {
  /** pending: it failed and will be tried again. */
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
