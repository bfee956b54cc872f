import { inMinutes } from '../gallery/use-waiting-text.ts'

/** A duration, more precise the shorter it is; a dash for null. */
export function span(seconds: number | null): string {
  if (seconds === null) return '–'
  const known = Math.max(0, seconds)
  if (known < 0.095) return `${Math.round(known * 1000)} ms`
  return known < 9.95 ? `${known.toFixed(1)} s` : inMinutes(known)
}

/** The time between two moments; a dash if the second is missing. */
export function spanBetween(start: string | null, end: string | null): string {
  return start && end ? span((Date.parse(end) - Date.parse(start)) / 1000) : '–'
}
