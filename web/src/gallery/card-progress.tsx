import { useTranslation } from 'react-i18next'
import { useNow } from '../parts/now.ts'
import styles from './card-progress.module.css'
import { inMinutes, useWaitingText } from './use-waiting-text.ts'
import type { Work } from './works.ts'

/** An unfinished work: its state, a progress line, the elapsed time, and why it waits, if it does. */
export function CardProgress({ work }: { readonly work: Work }) {
  const { t } = useTranslation()
  const now = useNow()
  const wait = useWaitingText(work)
  const elapsed = (now - Date.parse(work.createdAt)) / 1000
  const percent = Math.round(work.progress * 100)
  // Tenth in line for a stage is no part of that stage yet.
  const isWaiting = work.queue !== null || work.waiting !== null
  const state = t(`status.${isWaiting ? 'QUEUED' : work.status}`)
  return (
    <div className={styles.progress}>
      <p className={styles.wait}>{wait}</p>
      <p className={styles.stage}>
        <b>{state}</b>
        <span>{percent > 0 && !isWaiting ? `${percent} %` : null}</span>
        <span className={styles.elapsed}>{inMinutes(elapsed)}</span>
      </p>
      <div
        className={styles.line}
        role="progressbar"
        aria-label={state}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <div style={{ transform: `scaleX(${work.progress})` }} />
      </div>
    </div>
  )
}
