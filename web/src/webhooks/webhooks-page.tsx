import { useTranslation } from 'react-i18next'
import { DeliveriesDocument } from '../generated/graphql.ts'
import { ListState } from '../parts/list-state.tsx'
import { Page } from '../parts/page.tsx'
import { usePages } from '../parts/use-pages.ts'
import { DeliveryTable } from './delivery-table.tsx'
import { SecretPanel } from './secret-panel.tsx'

const FIRST_PAGE = { first: 50, taskId: null }

export function WebhooksPage() {
  const { t } = useTranslation()
  const pages = usePages(DeliveriesDocument, FIRST_PAGE, (data) => data.webhookDeliveries)
  return (
    <Page title={t('nav./webhooks')} about={t('webhooks.about')}>
      <SecretPanel />
      <ListState pages={pages} empty={t('webhooks.empty')}>
        <DeliveryTable deliveries={pages.items} />
      </ListState>
    </Page>
  )
}
