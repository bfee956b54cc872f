import { useTranslation } from 'react-i18next'
import type { EntryFragment } from '../generated/graphql.ts'
import { Ago } from '../parts/ago.tsx'
import { signedYuan, yuan } from '../parts/money.ts'
import { Table } from '../parts/table.tsx'
import { PageLink } from '../shell/page-link.tsx'
import { byWork } from './by-work.ts'
import styles from './ledger.module.css'

/** Every line of the ledger, those of one work under its newest. */
export function Ledger({ entries }: { readonly entries: readonly EntryFragment[] }) {
  const { t } = useTranslation()
  return (
    <Table
      caption={t('credits.ledger')}
      numbers={3}
      isCards
      columns={[t('time.when'), t('credits.what'), t('credits.amount'), t('credits.change'), t('credits.after')]}
    >
      {byWork(entries).flatMap((lines) =>
        lines.map((entry, place) => <Line key={entry.id} entry={entry} isEarlier={place > 0} />),
      )}
    </Table>
  )
}

function Line({ entry, isEarlier }: { readonly entry: EntryFragment; readonly isEarlier: boolean }) {
  const { t } = useTranslation()
  const name = t(`entries.${entry.kind}`)
  return (
    <tr data-follows={isEarlier || undefined}>
      <td data-label={t('time.when')}>
        <Ago at={entry.createdAt} />
      </td>
      <th scope="row" data-wide>
        {entry.taskId && !isEarlier ? (
          <PageLink href={`/?work=${entry.taskId}`}>
            {name} <span className={styles.work}>{entry.taskId}</span>
          </PageLink>
        ) : (
          name
        )}
      </th>
      <td data-number data-label={t('credits.amount')}>
        {entry.amountMicro === '0' ? '' : signedYuan(entry.amountMicro)}
      </td>
      <td data-number data-label={t('credits.change')}>
        {entry.frozenDeltaMicro === '0' ? '' : signedYuan(entry.frozenDeltaMicro)}
      </td>
      <td data-number data-label={t('credits.after')}>
        {yuan(entry.balanceAfterMicro)}
      </td>
    </tr>
  )
}
