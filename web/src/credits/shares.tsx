import { useTranslation } from 'react-i18next'
import { useMay } from '../api/session.ts'
import { yuan } from '../parts/money.ts'
import styles from './shares.module.css'
import { type Charge, type Share, spendBy } from './spend.ts'

/** Of charges whose video is deleted, or which the key may not see. */
const UNKNOWN = ''

function serviceOf({ kind, task }: Charge): string {
  if (kind === 'PROMPT_OPTIMIZE') return kind
  if (!task) return UNKNOWN
  return task.sourceTaskId ? 'UPSCALE' : task.serviceTier
}

/** The spending of the chart's days by service, and by key for those who administer keys. */
export function Shares({ charges }: { readonly charges: readonly Charge[] }) {
  const { t } = useTranslation()
  const mayAdminister = useMay('KEYS_ADMIN')
  const keyNames = new Map(charges.flatMap(({ task }) => (task?.key ? [[task.key.id, task.key.name]] : [])))
  const nameOfService = (id: string) => {
    if (id === UNKNOWN) return t('shares.unknown')
    if (id === 'UPSCALE') return t('shares.upscale')
    return id === 'PROMPT_OPTIMIZE' ? t('entries.PROMPT_OPTIMIZE') : t(`tiers.${id as 'PRO'}.name`)
  }
  if (charges.length === 0) return null
  return (
    <div className={styles.pair}>
      <List title={t('shares.byService')} shares={spendBy(charges, serviceOf)} nameOf={nameOfService} />
      {mayAdminister ? (
        <List
          title={t('shares.byKey')}
          shares={spendBy(charges, ({ task }) => task?.key?.id ?? UNKNOWN)}
          nameOf={(id) => keyNames.get(id) ?? t('shares.unknown')}
        />
      ) : null}
    </div>
  )
}

interface ListProps {
  readonly title: string
  readonly shares: readonly Share[]
  readonly nameOf: (id: string) => string
}

function List({ title, shares, nameOf }: ListProps) {
  const most = shares[0]?.micro ?? 0n
  return (
    <section className={styles.shares} aria-label={title}>
      <h2>{title}</h2>
      <dl>
        {shares.map(({ id, micro }) => (
          <div key={id}>
            <dt>{nameOf(id)}</dt>
            <dd>{yuan(String(micro))}</dd>
            <meter
              className={styles.bar}
              max={1000}
              value={most > 0n ? Number((micro * 1000n) / most) : 0}
              aria-hidden
            />
          </div>
        ))}
      </dl>
    </section>
  )
}
