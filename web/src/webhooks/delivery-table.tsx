import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMutation } from 'urql'
import { useMay } from '../api/session.ts'
import { type DeliveryFragment, ReplayDeliveryDocument } from '../generated/graphql.ts'
import { Ago } from '../parts/ago.tsx'
import { Button } from '../parts/button.tsx'
import { failureOf } from '../parts/refusal.ts'
import { Table } from '../parts/table.tsx'
import styles from './delivery-table.module.css'

interface DeliveryTableProps {
  readonly deliveries: readonly DeliveryFragment[]
  /** Where the work is known and room is short. */
  readonly isBrief?: boolean
}

export function DeliveryTable({ deliveries, isBrief = false }: DeliveryTableProps) {
  const { t } = useTranslation()
  const columns = [t('time.when'), ...(isBrief ? [] : [t('webhooks.event'), t('webhooks.url')]), t('webhooks.outcome')]
  const mayReplay = useMay('VIDEOS_WRITE')
  return (
    <Table caption={t('webhooks.deliveries')} columns={mayReplay ? [...columns, t('webhooks.again')] : columns}>
      {deliveries.map((delivery) => (
        <Row key={delivery.id} delivery={delivery} isBrief={isBrief} mayReplay={mayReplay} />
      ))}
    </Table>
  )
}

interface RowProps {
  readonly delivery: DeliveryFragment
  readonly isBrief: boolean
  readonly mayReplay: boolean
}

function Row({ delivery, isBrief, mayReplay }: RowProps) {
  const { t } = useTranslation()
  const [{ fetching }, send] = useMutation(ReplayDeliveryDocument)
  const [problem, setProblem] = useState<string | null>(null)
  const replay = async () => {
    const { data, error } = await send({ id: delivery.id })
    setProblem(failureOf(t, error, data?.webhookDeliveryReplay?.userErrors))
  }
  const { status, lastStatus, lastError, nextTryAt, tries } = delivery
  return (
    <tr>
      <td>
        <Ago at={delivery.createdAt} />
      </td>
      {isBrief ? null : (
        <>
          <th scope="row">{delivery.type}</th>
          <td data-wide data-text>
            {delivery.url}
          </td>
        </>
      )}
      <td data-text>
        {t(`deliveryStatus.${status}`)}
        {lastStatus ? ` · ${lastStatus}` : null} · {t('webhooks.tries', { tries })}
        {nextTryAt ? (
          <>
            {' · '}
            <Ago at={nextTryAt} />
          </>
        ) : null}
        {status !== 'DELIVERED' && lastError ? <p className={styles.fault}>{lastError}</p> : null}
      </td>
      {mayReplay ? (
        <td>
          <Button disabled={fetching || status === 'PENDING'} onClick={replay}>
            {t('webhooks.replay')}
          </Button>
          {problem ? <p role="alert">{problem}</p> : null}
        </td>
      ) : null}
    </tr>
  )
}
