import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import styles from './card-pick.module.css'
import type { Selection } from './use-selection.ts'
import type { Work } from './works.ts'

/** Selects a work, anywhere on its picture; with Shift all from the one selected before. */
export function CardPick({ work: { id, prompt }, selection }: { readonly work: Work; readonly selection: Selection }) {
  const { t } = useTranslation()
  return (
    <>
      <input
        type="checkbox"
        className={styles.pick}
        aria-label={t('card.select', { prompt })}
        checked={selection.ids.has(id)}
        onChange={({ nativeEvent }) => selection.pick(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
      <span className={styles.box} aria-hidden>
        <Check size={16} />
      </span>
    </>
  )
}
