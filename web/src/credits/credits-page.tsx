import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { EntriesDocument } from '../generated/graphql.ts'
import { ListState } from '../parts/list-state.tsx'
import { yuan } from '../parts/money.ts'
import { Page } from '../parts/page.tsx'
import { usePages } from '../parts/use-pages.ts'
import { useBalance } from './balance.tsx'
import styles from './credits-page.module.css'
import { Ledger } from './ledger.tsx'
import { SpendChart } from './spend-chart.tsx'
import { useSpend } from './use-spend.ts'

const FIRST_PAGE = { first: 50, taskId: null }

export function CreditsPage() {
  const { t } = useTranslation()
  const balance = useBalance()
  const pages = usePages(EntriesDocument, FIRST_PAGE, (data) => data.credits.entries)
  const days = useSpend(balance?.entry)
  const newest = balance?.entry?.id
  const { again } = pages
  // biome-ignore lint/correctness/useExhaustiveDependencies: the push of an entry is the reason to look again
  useEffect(() => {
    if (newest) again()
  }, [newest])
  return (
    <Page title={t('nav./credits')} about={t('credits.about')}>
      {balance ? (
        <dl className={styles.sums}>
          <Sum name={t('credits.available')} micro={balance.availableMicro} />
          <Sum name={t('credits.frozen')} micro={balance.frozenMicro} />
          <Sum name={t('credits.balance')} micro={balance.balanceMicro} />
        </dl>
      ) : null}
      {days ? <SpendChart days={days} /> : null}
      <ListState pages={pages} empty={t('credits.empty')}>
        <Ledger entries={pages.items} />
      </ListState>
    </Page>
  )
}

function Sum({ name, micro }: { readonly name: string; readonly micro: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{yuan(micro)}</dd>
    </div>
  )
}
