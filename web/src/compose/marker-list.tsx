import { useTranslation } from 'react-i18next'
import { type Item, markerOf } from './item.ts'
import styles from './marker-list.module.css'
import { Thumb } from './thumb.tsx'

interface MarkerListProps {
  readonly id: string
  readonly items: readonly Item[]
  readonly all: readonly Item[]
  readonly active: number
  readonly onChoose: (item: Item) => void
}

/** The material that an `@` can refer to. The prompt keeps the focus. */
export function MarkerList({ id, items, all, active, onChoose }: MarkerListProps) {
  const { t } = useTranslation()
  return (
    <div id={id} role="listbox" aria-label={t('compose.markers')} className={styles.list}>
      {items.map((item, index) => (
        <div
          key={item.key}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={styles.option}
          onMouseDown={(event) => {
            event.preventDefault()
            onChoose(item)
          }}
        >
          <Thumb item={item} />
          <span>{markerOf(all, item)}</span>
          <span className={styles.name}>{item.name}</span>
        </div>
      ))}
    </div>
  )
}
