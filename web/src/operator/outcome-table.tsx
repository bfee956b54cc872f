import { useTranslation } from 'react-i18next'
import { Notice } from '../parts/notice.tsx'
import { Table } from '../parts/table.tsx'
import type { FleetQuery } from './generated/graphql.ts'
import styles from './section.module.css'
import { useNamed } from './use-named.ts'

type Flow = FleetQuery['flows'][number]

const HEDGES = ['won', 'lost', 'unused'] as const

/** Recent attempts by outcome, with a column for each outcome that occurred, and the second attempts. */
export function OutcomeTable({ flows }: { readonly flows: readonly Flow[] }) {
  const { t } = useTranslation()
  const named = useNamed()
  const outcomes = [...new Set(flows.flatMap((flow) => flow.outcomes.map(({ outcome }) => outcome)))]
  const hedged = flows.some(({ hedges }) => HEDGES.some((each) => hedges[each] > 0))
  const columns = [
    t('operator.outcomes.stage'),
    ...outcomes.map((outcome) => named('states', outcome)),
    ...(hedged ? HEDGES.map((each) => `${t('operator.outcomes.hedges')}: ${t(`operator.outcomes.${each}`)}`) : []),
  ]
  return (
    <section className={styles.section} aria-label={t('operator.outcomes.title')}>
      <h2>{t('operator.outcomes.title')}</h2>
      {columns.length === 1 ? (
        <div className={styles.box}>
          <Notice title={t('operator.outcomes.none')} />
        </div>
      ) : (
        <Table caption={t('operator.outcomes.title')} columns={columns} numbers={columns.length - 1}>
          {flows.map((flow) => (
            <tr key={flow.stage}>
              <th scope="row">{named('stages', flow.stage)}</th>
              {outcomes.map((outcome) => (
                <td key={outcome} data-number>
                  {flow.outcomes.find((each) => each.outcome === outcome)?.count ?? 0}
                </td>
              ))}
              {hedged
                ? HEDGES.map((each) => (
                    <td key={each} data-number>
                      {flow.hedges[each]}
                    </td>
                  ))
                : null}
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}
