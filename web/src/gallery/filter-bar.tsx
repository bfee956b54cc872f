import { lazy, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Late } from '../parts/late.tsx'
import styles from './filter-bar.module.css'
import { FILTERS } from './status.ts'
import { useWorks, useWorksState } from './works-context.ts'

const Find = lazy(() => import('./find.tsx').then((m) => ({ default: m.Find })))

interface FilterBarProps {
  readonly isSelecting: boolean
  readonly onSelect: (isOn: boolean) => void
}

/** A filter of the shown videos by state, the search, and the way to select several. */
export function FilterBar(selecting: FilterBarProps) {
  const { t } = useTranslation()
  const name = useId()
  const { filter } = useWorksState()
  const { choose } = useWorks()
  return (
    <div className={styles.bar}>
      <fieldset className={styles.filters}>
        <legend className="unseen">{t('gallery.show')}</legend>
        {FILTERS.map((each) => (
          <label key={each}>
            <input type="radio" name={name} checked={each === filter} onChange={() => choose({ filter: each })} />
            <span>{t(`gallery.filters.${each}`)}</span>
          </label>
        ))}
      </fieldset>
      <div className={styles.find}>
        <Late>
          <Find {...selecting} />
        </Late>
      </div>
    </div>
  )
}
