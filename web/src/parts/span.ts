import i18next from 'i18next'
import { inMinutes } from '../gallery/use-waiting-text.ts'

/** A duration in the reader's language, more precise the shorter it is; a dash for null. */
export function span(seconds: number | null): string {
  if (seconds === null) return '–'
  const known = Math.max(0, seconds)
  if (known < 0.095) return i18next.t('time.milliseconds', { count: Math.round(known * 1000) })
  return known < 9.95 ? i18next.t('time.tenths', { seconds: known.toFixed(1) }) : inMinutes(known)
}

/** The time between two moments; a dash if the second is missing. */
export function spanBetween(start: string | null, end: string | null): string {
  return start && end ? span((Date.parse(end) - Date.parse(start)) / 1000) : '–'
}
