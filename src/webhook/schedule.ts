import { WEBHOOK_DELAYS_S, WEBHOOK_JITTER } from '../limits.ts'

/** The longest delay that a receiver can request. */
const ASKED_MAX_MS = 86_400_000

/**
 * Delay from the last failed try to the next one (docs/rules/webhooks.md#retries).
 * @param tries made so far, at least one
 * @param random 0 to 1, for the jitter
 * @returns milliseconds; null if that was the last try
 */
export function delayAfter(tries: number, random = Math.random()): number | null {
  const seconds = WEBHOOK_DELAYS_S[tries - 1]
  return seconds === undefined ? null : Math.round(seconds * 1000 * (1 + WEBHOOK_JITTER * (2 * random - 1)))
}

/**
 * The delay that a receiver requests.
 * @param retryAfter the header, in seconds or as a date (RFC 9110, 10.2.3)
 * @returns milliseconds, at most a day; null if the header is missing or invalid
 */
export function askedDelay(retryAfter: string | undefined, now = Date.now()): number | null {
  if (retryAfter === undefined) return null
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now
  return Number.isNaN(ms) ? null : Math.min(Math.max(0, ms), ASKED_MAX_MS)
}
