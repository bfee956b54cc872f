import { type Channel, channel } from 'node:diagnostics_channel'

/** A batch of creates. */
export interface CreateBatch {
  readonly size: number
}

/** One reading of the event log. */
export interface TailReading {
  readonly events: number
  /** Age of the oldest event since anybody watches, from its transaction's start to the reading; null without such events. */
  readonly lagSeconds: number | null
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

/** A worker's run of a stage begins. */
export interface RunBegun {
  readonly stage: string
}

/** A worker's run of a stage is over. */
export interface RunOver extends RunBegun {
  /**
   * done, failed, returned (another worker takes it), dropped (the worker no longer owned it) or unreported (the report could not
   * be written).
   */
  readonly outcome: 'done' | 'failed' | 'returned' | 'dropped' | 'unreported'
}

/** A question to the moderation service, with its repeats, is over. */
export interface Moderated {
  readonly of: 'input' | 'output'
  /** unavailable: there was no answer, or an invalid one. */
  readonly outcome: 'allowed' | 'refused' | 'unavailable'
  readonly seconds: number
}

/**
 * Diagnostics events of the rooms and workers. Metrics subscribe to them. The rooms do not depend on subscribers, and without one an
 * event costs nothing.
 */
export const probes = {
  createBatch: channel('vidgate:create-batch'),
  tailReading: channel('vidgate:tail-reading'),
  auditRound: channel('vidgate:audit-round'),
  webhookTry: channel('vidgate:webhook-try'),
  /** A worker's sign of life has been recorded. */
  workerBeat: channel('vidgate:worker-beat'),
  runBegun: channel('vidgate:run-begun'),
  runOver: channel('vidgate:run-over'),
  moderated: channel('vidgate:moderated'),
} as const

/** Listens to a probe. @returns what stops it */
export function hear<T>(probe: Channel, heard: (message: T) => void): () => void {
  const listener = (message: unknown) => heard(message as T)
  probe.subscribe(listener)
  return () => probe.unsubscribe(listener)
}
