import { useTranslation } from 'react-i18next'
import { spanBetween } from '../parts/span.ts'
import type { TryFragment } from './generated/graphql.ts'
import styles from './try-timeline.module.css'
import { useNamed } from './use-named.ts'

const ROW = 20
const BAR = 10

/** The attempts of a task over its time: thin while one waits, thick while it runs. The table below it has the same data. */
export function TryTimeline({ tries }: { readonly tries: readonly TryFragment[] }) {
  const { t } = useTranslation()
  const named = useNamed()
  const now = Date.now()
  const start = Math.min(...tries.map(({ readyAt }) => Date.parse(readyAt)))
  const endOf = ({ finishedAt }: TryFragment) => (finishedAt ? Date.parse(finishedAt) : now)
  const length = Math.max(1, ...tries.map((each) => endOf(each) - start))
  const at = (moment: number) => ((moment - start) / length) * 100
  return (
    <figure className={styles.figure} aria-label={t('operator.tries.timeline')}>
      <ol className={styles.names} aria-hidden>
        {tries.map((each) => (
          <li key={`${each.stage}${each.number}`}>
            {named('stages', each.stage)} {each.number}
          </li>
        ))}
      </ol>
      <svg className={styles.bars} height={tries.length * ROW} role="img" aria-label={t('operator.tries.timeline')}>
        {tries.map((each, row) => {
          const ready = Date.parse(each.readyAt)
          const claimed = each.claimedAt ? Date.parse(each.claimedAt) : endOf(each)
          const y = row * ROW + ROW / 2
          return (
            <g key={`${each.stage}${each.number}`}>
              <line x1={`${at(ready)}%`} x2={`${at(claimed)}%`} y1={y} y2={y} />
              {each.claimedAt ? (
                <rect
                  x={`${at(claimed)}%`}
                  width={`${Math.max(0.3, at(endOf(each)) - at(claimed))}%`}
                  y={y - BAR / 2}
                  height={BAR}
                  rx={2}
                  data-state={each.state}
                />
              ) : null}
            </g>
          )
        })}
      </svg>
      <figcaption className={styles.total}>
        {spanBetween(new Date(start).toISOString(), new Date(start + length).toISOString())}
      </figcaption>
    </figure>
  )
}
