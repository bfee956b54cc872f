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
  /** Shows a delivery with its payload and tries. */
  readonly onOpen?: (delivery: DeliveryFragment) => void
}

export function DeliveryTable({ deliveries, isBrief = false, onOpen }: DeliveryTableProps) {
  const { t } = useTranslation()
  const columns = [t('time.when'), ...(isBrief ? [] : [t('webhooks.event'), t('webhooks.url')]), t('webhooks.outcome')]
  const mayReplay = useMay('VIDEOS_WRITE')
  return (
    <Table caption={t('webhooks.deliveries')} columns={mayReplay ? [...columns, t('webhooks.again')] : columns} isCards>
      {deliveries.map((delivery) => (
        <Row key={delivery.id} delivery={delivery} isBrief={isBrief} mayReplay={mayReplay} onOpen={onOpen} />
      ))}
    </Table>
  )
}

interface RowProps {
  readonly delivery: DeliveryFragment
  readonly isBrief: boolean
  readonly mayReplay: boolean
  readonly onOpen: DeliveryTableProps['onOpen']
}

function Row({ delivery, isBrief, mayReplay, onOpen }: RowProps) {
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
      <td data-label={t('time.when')}>
        <Ago at={delivery.createdAt} />
      </td>
      {isBrief ? null : (
        <>
          <th scope="row">
            {onOpen ? (
              <Button look="link" onClick={() => onOpen(delivery)}>
                {delivery.type}
              </Button>
            ) : (
              delivery.type
            )}
          </th>
          <td data-wide data-text data-label={t('webhooks.url')}>
            {delivery.url}
          </td>
        </>
      )}
      <td data-text data-label={t('webhooks.outcome')}>
        <div>
          {t(`deliveryStatus.${status}`)}
          {lastStatus ? ` · ${lastStatus}` : null} · {t('webhooks.tries', { count: tries })}
          {nextTryAt ? (
            <>
              {' · '}
              <Ago at={nextTryAt} />
            </>
          ) : null}
          {status !== 'DELIVERED' && lastError ? <p className={styles.fault}>{lastError}</p> : null}
        </div>
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
