import { useTranslation } from 'react-i18next'
import { usePoster } from '../gallery/use-poster.ts'
import type { LedgerLineFragment } from '../generated/graphql.ts'
import { Ago } from '../parts/ago.tsx'
import { signedYuan, yuan } from '../parts/money.ts'
import { Table } from '../parts/table.tsx'
import { PageLink } from '../shell/page-link.tsx'
import { byWork } from './by-work.ts'
import styles from './ledger.module.css'

/** Every line of the ledger, those of one work under its newest. */
export function Ledger({ entries }: { readonly entries: readonly LedgerLineFragment[] }) {
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

function Line({ entry, isEarlier }: { readonly entry: LedgerLineFragment; readonly isEarlier: boolean }) {
  const { t } = useTranslation()
  const { kind, taskId, amountMicro, frozenDeltaMicro, balanceAfterMicro } = entry
  return (
    <tr data-follows={isEarlier || undefined}>
      <td data-label={t('time.when')}>
        <Ago at={entry.createdAt} />
      </td>
      <th scope="row" data-wide>
        {taskId && !isEarlier ? <Work entry={entry} taskId={taskId} /> : t(`entries.${kind}`)}
        {kind === 'TOPUP' || kind === 'ADJUSTMENT' || kind === 'REFUND' ? (
          <p className={styles.prompt}>{entry.description}</p>
        ) : null}
      </th>
      <td data-number data-label={t('credits.amount')}>
        {amountMicro === '0' ? '' : signedYuan(amountMicro)}
      </td>
      <td data-number data-label={t('credits.change')}>
        {frozenDeltaMicro === '0' ? '' : signedYuan(frozenDeltaMicro)}
      </td>
      <td data-number data-label={t('credits.after')}>
        {yuan(balanceAfterMicro)}
      </td>
    </tr>
  )
}

/** The video of a line: its picture if it is still kept, and its prompt, or the id of a deleted one. */
function Work({ entry: { kind, task }, taskId }: { readonly entry: LedgerLineFragment; readonly taskId: string }) {
  const { t } = useTranslation()
  const until = task?.output?.availableUntil
  const poster = usePoster(taskId, task?.status === 'SUCCEEDED' && (!until || Date.parse(until) > Date.now()))
  return (
    <PageLink href={`/?work=${taskId}`} className={styles.work}>
      {poster ? <img src={poster} alt="" className={styles.picture} /> : <span className={styles.picture} />}
      <span className={styles.name}>
        {t(`entries.${kind}`)} {task ? <span className={styles.prompt}>{task.prompt}</span> : null}
        {task ? null : <span className={styles.id}>{taskId}</span>}
      </span>
    </PageLink>
  )
}
