import type { ReactNode } from 'react'
import styles from './table.module.css'

interface TableProps {
  /** Read by screen readers before the table; not shown. */
  readonly caption: string
  readonly columns: readonly string[]
  /** How many of the last columns have numbers; their cells are marked with `data-number`. */
  readonly numbers?: number
  /** Whether a phone shows each row as a card. Cells then name their column in `data-label`. */
  readonly isCards?: boolean
  readonly children: ReactNode
}

/** A table for screen readers too; on a phone it scrolls within itself, or is a list of cards. */
export function Table({ caption, columns, numbers = 0, isCards = false, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={caption}>
      <table className={styles.table} data-cards={isCards || undefined}>
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
