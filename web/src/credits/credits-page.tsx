import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { EntriesDocument, type EntryFragment } from '../generated/graphql.ts'
import { Ago } from '../parts/ago.tsx'
import { ListState } from '../parts/list-state.tsx'
import { signedYuan, yuan } from '../parts/money.ts'
import { Page } from '../parts/page.tsx'
import { Table } from '../parts/table.tsx'
import { usePages } from '../parts/use-pages.ts'
import { PageLink } from '../shell/page-link.tsx'
import { useBalance } from './balance.tsx'
import styles from './credits-page.module.css'

const FIRST_PAGE = { first: 50, taskId: null }

export function CreditsPage() {
  const { t } = useTranslation()
  const balance = useBalance()
  const pages = usePages(EntriesDocument, FIRST_PAGE, (data) => data.credits.entries)
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
      <ListState pages={pages} empty={t('credits.empty')}>
        <Table
          caption={t('credits.ledger')}
          numbers={3}
          columns={[t('time.when'), t('credits.what'), t('credits.amount'), t('credits.change'), t('credits.after')]}
        >
          {pages.items.map((entry) => (
            <Row key={entry.id} entry={entry} />
          ))}
        </Table>
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

function Row({ entry }: { readonly entry: EntryFragment }) {
  const { t } = useTranslation()
  return (
    <tr>
      <td>
        <Ago at={entry.createdAt} />
      </td>
      <th scope="row" data-wide>
        {entry.taskId ? (
          <PageLink href={`/?work=${entry.taskId}`}>
            {t(`entries.${entry.kind}`)} <span className={styles.work}>{entry.taskId}</span>
          </PageLink>
        ) : (
          t(`entries.${entry.kind}`)
        )}
      </th>
      <td data-number>{entry.amountMicro === '0' ? '' : signedYuan(entry.amountMicro)}</td>
      <td data-number>{entry.frozenDeltaMicro === '0' ? '' : signedYuan(entry.frozenDeltaMicro)}</td>
      <td data-number>{yuan(entry.balanceAfterMicro)}</td>
    </tr>
  )
}
