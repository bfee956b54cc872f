import type { ReactNode } from 'react'
import styles from './page.module.css'

interface PageProps {
  readonly title: string
  readonly about?: string
  /** For tables of many columns. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

export function Page({ title, about, isWide = false, children }: PageProps) {
  return (
    <div className={styles.page} data-wide={isWide}>
      <div>
        <h1 className={styles.title}>{title}</h1>
        {about ? <p className={styles.about}>{about}</p> : null}
      </div>
      {children}
    </div>
  )
}
