import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './filter-bar.module.css'
import { FILTERS } from './status.ts'
import { useWorks, useWorksState } from './works-context.ts'

/** A filter of the shown videos by state. */
export function FilterBar() {
  const { t } = useTranslation()
  const name = useId()
  const { filter } = useWorksState()
  const { choose } = useWorks()
  return (
    <fieldset className={styles.filters}>
      <legend className="unseen">{t('gallery.show')}</legend>
      {FILTERS.map((each) => (
        <label key={each}>
          <input type="radio" name={name} checked={each === filter} onChange={() => choose(each)} />
          <span>{t(`gallery.filters.${each}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}
