import type { ReactNode } from 'react'
import styles from './notice.module.css'

interface NoticeProps {
  readonly title: string
  readonly children?: ReactNode
  /** `bad`: read out at once. */
  readonly tone?: 'quiet' | 'bad'
}

/** A state in words: nothing here yet, or what went wrong and what to do. */
export function Notice({ title, children, tone = 'quiet' }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
      <p className={styles.title}>{title}</p>
      {children}
    </div>
  )
}
