import { useTranslation } from 'react-i18next'
import { useQuery } from 'urql'
import { useMay } from '../api/session.ts'
import type { Work } from '../gallery/works.ts'
import { EntriesDocument } from '../generated/graphql.ts'
import { signedYuan, yuan } from '../parts/money.ts'
import styles from './cost-section.module.css'
import { Section } from './section.tsx'

/** The cost line by line, and its ledger entries: freeze, settle, release. */
export function CostSection({ work: { id, usage, cost } }: { readonly work: Work }) {
  const { t } = useTranslation()
  const mayRead = useMay('CREDITS_READ')
  const [{ data }] = useQuery({
    query: EntriesDocument,
    variables: { first: 20, taskId: id, after: null },
    pause: !mayRead,
    requestPolicy: 'network-only',
  })
  const entries = data?.credits.entries.nodes.toReversed() ?? []
  return (
    <Section title={t('detail.cost')}>
      <table className={styles.lines}>
        <caption className="unseen">{t('detail.cost')}</caption>
        <tbody>
          {usage?.items.map(({ kind, quantity, unitPriceMicro, amountMicro }) => (
            <tr key={kind}>
              <th scope="row">
                {t(`lines.${kind}`)} <small>{`${Math.round(quantity * 1000) / 1000} × ${yuan(unitPriceMicro)}`}</small>
              </th>
              <td>{yuan(amountMicro)}</td>
            </tr>
          ))}
          {usage ? (
            <tr className={styles.total}>
              <th scope="row">{t('detail.billed')}</th>
              <td>{yuan(usage.amountMicro)}</td>
            </tr>
          ) : null}
          {cost ? (
            <tr className={styles.total}>
              <th scope="row">{t('detail.setAside')}</th>
              <td>{yuan(cost.frozenMicro)}</td>
            </tr>
          ) : null}
        </tbody>
      </table>
      {entries.length > 0 ? (
        <ol className={styles.steps} aria-label={t('detail.ledger')}>
          {entries.map(({ id: entryId, kind, amountMicro, frozenDeltaMicro }) => (
            <li key={entryId}>
              {t(`entries.${kind}`)} {amountMicro === '0' ? signedYuan(frozenDeltaMicro) : signedYuan(amountMicro)}
            </li>
          ))}
        </ol>
      ) : null}
    </Section>
  )
}
