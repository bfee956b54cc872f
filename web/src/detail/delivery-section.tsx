import { useTranslation } from 'react-i18next'
import { useQuery } from 'urql'
import { hasEnded } from '../gallery/status.ts'
import { DeliveriesDocument, type TaskStatus } from '../generated/graphql.ts'
import { DeliveryTable } from '../webhooks/delivery-table.tsx'
import { Section } from './section.tsx'

export function DeliverySection({ workId, status }: { readonly workId: string; readonly status: TaskStatus }) {
  const { t } = useTranslation()
  const [{ data }] = useQuery({
    query: DeliveriesDocument,
    variables: { first: 10, taskId: workId, after: null },
    pause: !hasEnded(status),
    requestPolicy: 'network-only',
  })
  const deliveries = data?.webhookDeliveries.nodes ?? []
  return (
    <Section title={t('nav./webhooks')}>
      {deliveries.length > 0 ? <DeliveryTable deliveries={deliveries} isBrief /> : <p>{t('detail.noDelivery')}</p>}
    </Section>
  )
}
