import { useTranslation } from 'react-i18next'
import { inMinutes } from '../gallery/use-wait-words.ts'
import type { FleetQuery } from './generated/graphql.ts'
import styles from './stage-columns.module.css'

type Queue = FleetQuery['queues'][number]

/** The pipeline, a column a stage, a line a tier that has anything to say. */
export function StageColumns({ queues }: { readonly queues: readonly Queue[] }) {
  return (
    <div className={styles.columns}>
      {[...Map.groupBy(queues, ({ stage }) => stage)].map(([stage, tiers]) => (
        <StageColumn key={stage} stage={stage} tiers={tiers} />
      ))}
    </div>
  )
}

function StageColumn({ stage, tiers }: { readonly stage: string; readonly tiers: readonly Queue[] }) {
  const { t } = useTranslation()
  const sum = (of: 'ready' | 'running') => tiers.reduce((total, tier) => total + tier[of], 0)
  const telling = tiers.filter(
    ({ ready, running, medianRunSeconds }) => ready + running > 0 || medianRunSeconds !== null,
  )
  return (
    <section className={styles.column} aria-label={stage}>
      <h2>{stage}</h2>
      <dl className={styles.sums}>
        <div>
          <dt>{t('operator.waiting')}</dt>
          <dd>{sum('ready')}</dd>
        </div>
        <div>
          <dt>{t('operator.running')}</dt>
          <dd>{sum('running')}</dd>
        </div>
      </dl>
      <ul className={styles.tiers}>
        {telling.map(({ tier, oldestWaitSeconds, medianRunSeconds, p95RunSeconds }) => (
          <li key={tier}>
            <b>{tier}</b>
            {oldestWaitSeconds === null ? null : (
              <span>{t('operator.oldest', { time: inMinutes(oldestWaitSeconds) })}</span>
            )}
            {medianRunSeconds === null || p95RunSeconds === null ? null : (
              <span>{t('operator.runs', { median: medianRunSeconds.toFixed(1), p95: p95RunSeconds.toFixed(1) })}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
