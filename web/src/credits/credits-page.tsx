import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQuery } from 'urql'
import { useSession } from '../api/session.ts'
import { BASE } from '../base.ts'
import { type LedgerEntryKind, LowBalanceDocument } from '../generated/graphql.ts'
import { ExportForm } from '../parts/export-form.tsx'
import { Field } from '../parts/field.tsx'
import { Late } from '../parts/late.tsx'
import { Page } from '../parts/page.tsx'
import { useBalance } from './balance.tsx'
import styles from './credits-page.module.css'
import { LedgerList } from './ledger-list.tsx'
import { LowBalance } from './low-balance.tsx'
import { Shares } from './shares.tsx'
import { Sums } from './sums.tsx'
import { useSpend } from './use-spend.ts'

const SpendChart = lazy(() => import('./spend-chart.tsx').then((m) => ({ default: m.SpendChart })))

const KINDS: readonly LedgerEntryKind[] = [
  'SETTLE',
  'FREEZE',
  'RELEASE',
  'PROMPT_OPTIMIZE',
  'TOPUP',
  'ADJUSTMENT',
  'REFUND',
]

export function CreditsPage() {
  const { t } = useTranslation()
  const balance = useBalance()
  const { key } = useSession().api
  const [{ data }] = useQuery({ query: LowBalanceDocument })
  const spending = useSpend(balance?.entry)
  const [kind, setKind] = useState<LedgerEntryKind | null>(null)
  return (
    <Page title={t('nav./credits')} about={t('credits.about')}>
      <Sums balance={balance} setting={data?.account.balanceLow ?? null} />
      <div className={styles.spend}>
        <Late>{spending ? <SpendChart days={spending.days} /> : null}</Late>
      </div>
      {spending ? <Shares charges={spending.charges} /> : null}
      {data ? (
        <div className={styles.panels}>
          <LowBalance setting={data.account.balanceLow} />
          <section className={styles.panel} aria-label={t('export.title')}>
            <h2>{t('export.title')}</h2>
            <ExportForm url={`${BASE}/v1/credits/export.csv`} apiKey={key} since={data.account.createdAt} />
          </section>
        </div>
      ) : null}
      <div className={styles.head}>
        <h2>{t('credits.ledger')}</h2>
        <Field label={t('credits.show')}>
          {(control) => (
            <select
              {...control}
              value={kind ?? ''}
              onChange={({ target }) => setKind((target.value || null) as LedgerEntryKind | null)}
            >
              <option value="">{t('credits.all')}</option>
              {KINDS.map((each) => (
                <option key={each} value={each}>
                  {t(`entries.${each}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <LedgerList key={kind} kind={kind} newest={balance?.entry?.id} />
    </Page>
  )
}
