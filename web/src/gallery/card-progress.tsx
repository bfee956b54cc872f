import { useTranslation } from 'react-i18next'
import { useNow } from '../parts/now.ts'
import { CardBackdrop } from './card-backdrop.tsx'
import styles from './card-progress.module.css'
import { secondsLeft, stepsOf } from './steps.ts'
import { inMinutes, useWaitingText } from './use-waiting-text.ts'
import type { Work } from './works.ts'

/** An unfinished work: its picture as far as there is one, its steps, the time left or elapsed, and why it waits, if it does. */
export function CardProgress({ work }: { readonly work: Work }) {
  const { t } = useTranslation()
  const now = useNow()
  const wait = useWaitingText(work)
  const percent = Math.round(work.progress * 100)
  // Tenth in line for a stage is no part of that stage yet.
  const isWaiting = work.queue !== null || work.waiting !== null
  const state = t(`status.${isWaiting ? 'QUEUED' : work.status}`)
  const left = isWaiting ? null : secondsLeft(work, now)
  return (
    <div className={styles.card}>
      <CardBackdrop work={work} />
      <div className={styles.progress}>
        <p className={styles.wait}>{wait}</p>
        <p className={styles.stage}>
          <b>{state}</b>
          <span>{percent > 0 && !isWaiting ? `${percent} %` : null}</span>
          <span className={styles.time}>
            {left === null
              ? inMinutes((now - Date.parse(work.createdAt)) / 1000)
              : t('card.left', { time: inMinutes(left) })}
          </span>
        </p>
        <div
          className={styles.steps}
          role="progressbar"
          aria-label={state}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          {stepsOf(work).map(({ name, done, isNow }) => (
            <div key={name} data-now={isNow && !isWaiting}>
              <i style={{ transform: `scaleX(${done})` }} />
              <span>{t(`steps.${name}`)}</span>
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
