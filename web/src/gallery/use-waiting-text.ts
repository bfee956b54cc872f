import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { useNow } from '../parts/now.ts'
import type { Work } from './works.ts'

/** Why a work waits, since when, and how long it may take: one plain sentence; empty where it does not wait. */
export function useWaitingText({ waiting, queue }: Pick<Work, 'waiting' | 'queue'>): string {
  const { t } = useTranslation()
  const now = useNow()
  const words = []
  if (waiting) {
    const seconds = Math.max(waiting.seconds, Math.floor((now - Date.parse(waiting.since)) / 1000))
    words.push(t(`waiting.${waiting.reason}`, { time: inMinutes(seconds) }))
  }
  if (queue) {
    const place =
      queue.position === 1 ? t('waiting.next') : t('waiting.place', { count: queue.position, ordinal: true })
    words.push(queue.etaSeconds === null ? place : t('waiting.about', { place, time: inMinutes(queue.etaSeconds) }))
  }
  return words.join(' · ')
}

/** In the reader's language. */
export function inMinutes(seconds: number): string {
  const rest = Math.max(0, Math.round(seconds))
  if (rest < 60) return i18next.t('time.seconds', { count: rest })
  return i18next.t('time.minutes', { minutes: Math.floor(rest / 60), seconds: rest % 60 })
}
