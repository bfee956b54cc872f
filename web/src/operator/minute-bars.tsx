import { useTranslation } from 'react-i18next'
import styles from './minute-bars.module.css'

const HEIGHT = 28
/** Maximum bars in a column; a busy stage has fewer minutes. */
const MINUTES = 10
const STEP = 10

/** Work done in each of the last minutes, the newest to the right; a line for zero. */
export function MinuteBars({ counts }: { readonly counts: readonly number[] }) {
  const { t } = useTranslation()
  const most = Math.max(1, ...counts)
  return (
    <svg
      className={styles.bars}
      viewBox={`0 0 ${MINUTES * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('operator.fleet.minutes', { counts: counts.join(', ') })}
    >
      {counts.map((count, minute) => {
        const height = Math.max(1, (count / most) * HEIGHT)
        const place = MINUTES - counts.length + minute
        return (
          <rect
            key={place}
            data-empty={count === 0}
            x={place * STEP}
            y={HEIGHT - height}
            width={STEP - 2}
            height={height}
          />
        )
      })}
    </svg>
  )
}
