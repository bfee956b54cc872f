import { useTranslation } from 'react-i18next'
import { span } from '../parts/span.ts'
import type { FleetQuery } from './generated/graphql.ts'
import { MinuteBars } from './minute-bars.tsx'
import styles from './stage-columns.module.css'
import { useNamed } from './use-named.ts'

type Queue = FleetQuery['queues'][number]
type Flow = FleetQuery['flows'][number]

interface StageColumnsProps {
  readonly queues: readonly Queue[]
  readonly flows: readonly Flow[]
}

/** The pipeline, with one column for each stage. */
export function StageColumns({ queues, flows }: StageColumnsProps) {
  return (
    <div className={styles.columns}>
      {flows.map((flow) => (
        <StageColumn key={flow.stage} flow={flow} tiers={queues.filter(({ stage }) => stage === flow.stage)} />
      ))}
    </div>
  )
}

function StageColumn({ flow, tiers }: { readonly flow: Flow; readonly tiers: readonly Queue[] }) {
  const { t } = useTranslation()
  const name = useNamed()('stages', flow.stage)
  const sum = (of: 'ready' | 'running') => tiers.reduce((total, tier) => total + tier[of], 0)
  return (
    <section className={styles.column} aria-label={name}>
      <h2>{name}</h2>
      <dl className={styles.sums}>
        <div>
          <dt>{t('operator.fleet.waiting')}</dt>
          <dd>{sum('ready')}</dd>
        </div>
        <div>
          <dt>{t('operator.fleet.running')}</dt>
          <dd>{sum('running')}</dd>
        </div>
        <div>
          <dt>{t('operator.fleet.perMinute')}</dt>
          <dd>{rate(flow.donePerMinute)}</dd>
        </div>
      </dl>
      <MinuteBars counts={flow.doneByMinute} />
      <Times flow={flow} />
      <TierLoads tiers={tiers} />
    </section>
  )
}

/** Small numbers have one decimal. */
function rate(perMinute: number): string {
  return perMinute === 0 ? '0' : perMinute < 10 ? perMinute.toFixed(1) : String(Math.round(perMinute))
}

function Times({ flow }: { readonly flow: Flow }) {
  const { t } = useTranslation()
  const lines = [
    [t('operator.fleet.wait'), flow.waitP50Seconds, flow.waitP90Seconds],
    [t('operator.fleet.run'), flow.runP50Seconds, flow.runP90Seconds],
  ] as const
  return (
    <table className={styles.times}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('operator.fleet.half')}</th>
          <th scope="col">{t('operator.fleet.most')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(([title, half, most]) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            <td>{span(half)}</td>
            <td>{span(most)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A line for each tier with waiting or running attempts. */
function TierLoads({ tiers }: { readonly tiers: readonly Queue[] }) {
  const { t } = useTranslation()
  const shown = tiers.filter(({ ready, running }) => ready + running > 0)
  if (shown.length === 0) return null
  return (
    <ul className={styles.tiers}>
      {shown.map(({ tier, ready, running, oldestWaitSeconds }) => (
        <li key={tier}>
          <b>{t(`tiers.${tier.toUpperCase() as 'PRO'}.name`)}</b>
          <span>{t('operator.fleet.tierLoad', { waiting: ready, running })}</span>
          {oldestWaitSeconds === null ? null : (
            <span>{t('operator.fleet.oldest', { time: span(oldestWaitSeconds) })}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
