import { WEBHOOK_DELAYS_S, WEBHOOK_JITTER } from '../limits.ts'

/**
 * How long after its last failed try an event is tried again (contract 6).
 * @param tries made so far, at least one
 * @param random 0 to 1, for the jitter
 * @returns milliseconds; null: that was the last try
 */
export function delayAfter(tries: number, random = Math.random()): number | null {
  const seconds = WEBHOOK_DELAYS_S[tries - 1]
  return seconds === undefined ? null : Math.round(seconds * 1000 * (1 + WEBHOOK_JITTER * (2 * random - 1)))
}
