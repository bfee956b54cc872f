import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useQuery } from 'urql'
import { Problem } from '../parts/problem.tsx'
import { span } from '../parts/span.ts'
import { HistoryDocument } from './generated/graphql.ts'
import styles from './history-charts.module.css'
import { type Line, LineChart } from './line-chart.tsx'
import section from './section.module.css'
import { useEvery } from './use-every.ts'
import { useNamed } from './use-named.ts'

/** A minute is the smallest step of the history. */
const LOOK_MS = 60_000

const COUNTS = ['created', 'succeeded', 'failed', 'cancelled'] as const
const LOADS = ['waiting', 'running'] as const

const total = (values: Line['values']) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
const newest = (values: Line['values']) => values.findLast((value) => value !== null) ?? null

/** Between whole numbers an axis has no label. */
const whole = (value: number) => (Number.isInteger(value) ? String(value) : '')

/** The last three hours, as the gateway has them. */
export function HistoryCharts() {
  const { t } = useTranslation()
  const named = useNamed()
  const [{ data, error }, again] = useQuery({ query: HistoryDocument })
  useEvery(LOOK_MS, again)
  const history = data?.history
  const seconds = useMemo(
    () => (history?.created ?? []).map((_count, minute) => Date.parse(history?.since ?? '') / 1000 + minute * 60),
    [history],
  )
  if (!history) return error ? <Problem error={error} onRetry={again} /> : <p role="status">{t('loading')}</p>
  return (
    <section className={section.section} aria-label={t('operator.history.title')}>
      <h2>{t('operator.history.title')}</h2>
      <div className={styles.charts}>
        <LineChart
          title={t('operator.history.tasks')}
          seconds={seconds}
          lines={COUNTS.map((each) => ({ name: t(`operator.history.${each}`), values: history[each] }))}
          unit={whole}
          sum={total}
        />
        <LineChart
          title={t('operator.history.load')}
          seconds={seconds}
          lines={LOADS.map((each) => ({ name: t(`operator.fleet.${each}`), values: history[each] }))}
          unit={whole}
          sum={newest}
        />
        <LineChart
          title={t('operator.history.wait')}
          seconds={seconds}
          lines={history.stages.map(({ stage, waitP50Seconds }) => ({
            name: named('stages', stage),
            values: waitP50Seconds,
          }))}
          unit={span}
          isSparse
          sum={newest}
        />
        <LineChart
          title={t('operator.history.run')}
          seconds={seconds}
          lines={history.stages.map(({ stage, runP50Seconds }) => ({
            name: named('stages', stage),
            values: runP50Seconds,
          }))}
          unit={span}
          isSparse
          sum={newest}
        />
      </div>
    </section>
  )
}
