import type { ReactNode } from 'react'
import styles from './table.module.css'

interface TableProps {
  /** Read out first; not shown. */
  readonly caption: string
  readonly columns: readonly string[]
  /** How many of the last columns hold numbers, whose cells say so by `data-number`. */
  readonly numbers?: number
  readonly children: ReactNode
}

/** A table that can be read aloud; on a phone it scrolls within itself. */
export function Table({ caption, columns, numbers = 0, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={caption}>
      <table className={styles.table}>
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={column} scope="col" data-number={index >= columns.length - numbers || undefined}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}
