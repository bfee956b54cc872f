import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useQuery } from 'urql'
import { useSession } from '../api/session.ts'
import { BASE } from '../base.ts'
import { EntriesDocument, LowBalanceDocument } from '../generated/graphql.ts'
import { ExportForm } from '../parts/export-form.tsx'
import { ListState } from '../parts/list-state.tsx'
import { Page } from '../parts/page.tsx'
import { usePages } from '../parts/use-pages.ts'
import { useBalance } from './balance.tsx'
import styles from './credits-page.module.css'
import { Ledger } from './ledger.tsx'
import { LowBalance } from './low-balance.tsx'
import { Sums } from './sums.tsx'
import { useSpend } from './use-spend.ts'

const SpendChart = lazy(() => import('./spend-chart.tsx').then((m) => ({ default: m.SpendChart })))

const FIRST_PAGE = { first: 50, taskId: null }

export function CreditsPage() {
  const { t } = useTranslation()
  const balance = useBalance()
  const { key } = useSession().api
  const pages = usePages(EntriesDocument, FIRST_PAGE, (data) => data.credits.entries)
  const [{ data }] = useQuery({ query: LowBalanceDocument })
  const days = useSpend(balance?.entry)
  const newest = balance?.entry?.id
  const { again } = pages
  // biome-ignore lint/correctness/useExhaustiveDependencies: the push of an entry is the reason to look again
  useEffect(() => {
    if (newest) again()
  }, [newest])
  return (
    <Page title={t('nav./credits')} about={t('credits.about')}>
      <Sums balance={balance} setting={data?.account.balanceLow ?? null} />
      <div className={styles.spend}>
        <Suspense fallback={null}>{days ? <SpendChart days={days} /> : null}</Suspense>
      </div>
      {data ? (
        <div className={styles.panels}>
          <LowBalance setting={data.account.balanceLow} />
          <section className={styles.panel} aria-label={t('export.title')}>
            <h2>{t('export.title')}</h2>
            <ExportForm url={`${BASE}/v1/credits/export.csv`} apiKey={key} since={data.account.createdAt} />
          </section>
        </div>
      ) : null}
      <ListState pages={pages} empty={t('credits.empty')}>
        <Ledger entries={pages.items} />
      </ListState>
    </Page>
  )
}
