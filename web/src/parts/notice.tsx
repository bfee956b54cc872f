import type { ReactNode } from 'react'
import styles from './notice.module.css'

interface NoticeProps {
  readonly title: string
  readonly children?: ReactNode
  /** `bad`: screen readers announce it at once. */
  readonly tone?: 'quiet' | 'bad'
}

/** A state as text: an empty list, or an error and its remedy. */
export function Notice({ title, children, tone = 'quiet' }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
      <p className={styles.title}>{title}</p>
      {children}
    </div>
  )
}
