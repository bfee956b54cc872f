import { useTranslation } from 'react-i18next'
import { useMay } from '../api/session.ts'
import type { Mode } from '../generated/graphql.ts'
import { isUsed } from './draft.ts'
import { EarlierButton } from './earlier-button.tsx'
import { GapChip } from './gap-chip.tsx'
import { hueOf, type Item, markerOf } from './item.ts'
import { MaterialChip } from './material-chip.tsx'
import styles from './material-list.module.css'
import { PickButton } from './pick-button.tsx'
import type { Material } from './use-material.ts'
import type { Quote } from './use-quote.ts'

interface MaterialListProps {
  readonly items: readonly Item[]
  readonly mode: Mode
  readonly material: Material
  readonly quote: Quote | null
  /** By index among the references, or by the field of a frame. */
  readonly problemOf: (item: Item) => string | undefined
}

/** The material of the video, and how much of each item the video uses. */
export function MaterialList({ items, mode, material, quote, problemOf }: MaterialListProps) {
  const { t } = useTranslation()
  const mayUpload = useMay('FILES_WRITE')
  const pathOf = (item: Item) => {
    if (item.purpose !== 'REFERENCE') return item.purpose.toLowerCase()
    const place = items.filter(({ purpose, file }) => purpose === 'REFERENCE' && file).indexOf(item)
    return `references[${place}]`
  }
  const usedOf = (item: Item) => quote?.request?.material.find(({ path }) => path === pathOf(item))?.usedSeconds ?? null
  return (
    <section aria-label={t('compose.material')} className={styles.material}>
      {items.length > 0 ? (
        <ul className={styles.items}>
          {items.map((item) =>
            item.isGap ? (
              <GapChip
                key={item.key}
                item={item}
                title={markerOf(items, item)}
                hue={hueOf(items, item)}
                material={material}
              />
            ) : (
              <MaterialChip
                key={item.key}
                item={item}
                title={item.purpose === 'REFERENCE' ? markerOf(items, item) : t(`purpose.${item.purpose}`)}
                hue={item.purpose === 'REFERENCE' ? hueOf(items, item) : undefined}
                isUsed={isUsed(item.purpose, mode)}
                usedSeconds={usedOf(item)}
                problem={item.problem ?? problemOf(item)}
                material={material}
              />
            ),
          )}
        </ul>
      ) : null}
      {mayUpload ? (
        <div className={styles.picks}>
          <PickButton purpose="REFERENCE" onPick={material.add} />
          <PickButton purpose="INPUT_IMAGE" onPick={material.add} />
          <PickButton purpose="END_IMAGE" onPick={material.add} />
          <EarlierButton items={items} onTake={material.take} />
        </div>
      ) : null}
    </section>
  )
}
