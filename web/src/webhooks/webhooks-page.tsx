import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../api/session.ts'
import { DeliveriesDocument } from '../generated/graphql.ts'
import { Button } from '../parts/button.tsx'
import { ListState } from '../parts/list-state.tsx'
import { Page } from '../parts/page.tsx'
import { usePages } from '../parts/use-pages.ts'
import { DeliveryTable } from './delivery-table.tsx'
import { SecretPanel } from './secret-panel.tsx'
import styles from './webhooks-page.module.css'

const FIRST_PAGE = { first: 50, taskId: null }

export function WebhooksPage() {
  const { t } = useTranslation()
  const mayAdminister = useMay('KEYS_ADMIN')
  const pages = usePages(DeliveriesDocument, FIRST_PAGE, (data) => data.webhookDeliveries)
  return (
    <Page title={t('nav./webhooks')} about={t('webhooks.about')}>
      {mayAdminister ? <SecretPanel /> : null}
      <div className={styles.head}>
        <h2>{t('webhooks.deliveries')}</h2>
        <Button look="bare" disabled={pages.isLoading} onClick={pages.again}>
          <RotateCw size={14} aria-hidden />
          {t('webhooks.refresh')}
        </Button>
      </div>
      <ListState pages={pages} empty={t('webhooks.empty')}>
        <DeliveryTable deliveries={pages.items} />
      </ListState>
    </Page>
  )
}
