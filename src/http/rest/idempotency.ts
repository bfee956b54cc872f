import type { IncomingMessage } from 'node:http'

/** The Idempotency-Key of a write (docs/rules/doors.md#idempotency). */
export function idempotencyKeyOf(incoming: IncomingMessage): string | null {
  const value = incoming.headers['idempotency-key']
  return value === undefined ? null : String(value)
}

/** Marks a repeated answer. */
export function replayHeaders(replayed: boolean): Record<string, string> {
  return replayed ? { 'Idempotent-Replayed': 'true' } : {}
}
