import { useTranslation } from 'react-i18next'
import { Notice } from '../parts/notice.tsx'
import { Table } from '../parts/table.tsx'
import type { FleetQuery } from './generated/graphql.ts'
import styles from './section.module.css'

interface EstimateTableProps {
  readonly estimates: FleetQuery['firstEstimates']
}

/** The first estimates against what came: a histogram of outcome over estimate for each tier. */
export function EstimateTable({ estimates }: EstimateTableProps) {
  const { t } = useTranslation()
  const shown = estimates.filter(({ tasks, unestimated }) => tasks + unestimated > 0)
  const bounds = estimates[0]?.ratioBounds ?? []
  const columns = [
    t('operator.estimates.tier'),
    t('operator.estimates.half'),
    t('operator.estimates.most'),
    ...bounds.map((bound) => t('operator.estimates.upTo', { bound })),
    t('operator.estimates.beyond', { bound: bounds.at(-1) ?? 0 }),
    t('operator.estimates.without'),
  ]
  const percent = (share: number | null) => (share === null ? '–' : `${Math.round(share * 100)} %`)
  return (
    <section className={styles.section} aria-label={t('operator.estimates.title')}>
      <h2>{t('operator.estimates.title')}</h2>
      {shown.length === 0 ? (
        <div className={styles.box}>
          <Notice title={t('operator.estimates.none')} />
        </div>
      ) : (
        <Table caption={t('operator.estimates.title')} columns={columns} numbers={columns.length - 1}>
          {shown.map(({ tier, byRatio, errorP50, errorP90, unestimated }) => (
            <tr key={tier}>
              <th scope="row">{t(`tiers.${tier.toUpperCase() as 'PRO'}.name`)}</th>
              <td data-number>{percent(errorP50)}</td>
              <td data-number>{percent(errorP90)}</td>
              {byRatio.map((count, index) => (
                <td key={bounds[index] ?? 'beyond'} data-number>
                  {count}
                </td>
              ))}
              <td data-number>{unestimated}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}
