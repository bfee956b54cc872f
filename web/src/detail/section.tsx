import { type ReactNode, useId } from 'react'
import styles from './section.module.css'

export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  )
}
