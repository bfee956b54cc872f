import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../api/session.ts'
import { DeliveriesDocument, type DeliveryFragment } from '../generated/graphql.ts'
import { Button } from '../parts/button.tsx'
import { ListState } from '../parts/list-state.tsx'
import { Page } from '../parts/page.tsx'
import { usePages } from '../parts/use-pages.ts'
import { DeliveryDrawer } from './delivery-drawer.tsx'
import { DeliveryTable } from './delivery-table.tsx'
import { SecretPanel } from './secret-panel.tsx'
import { TestForm } from './test-form.tsx'
import styles from './webhooks-page.module.css'

const FIRST_PAGE = { first: 50, taskId: null }

export function WebhooksPage() {
  const { t } = useTranslation()
  const mayAdminister = useMay('KEYS_ADMIN')
  const maySend = useMay('VIDEOS_WRITE')
  const [open, setOpen] = useState<DeliveryFragment | null>(null)
  const close = () => {
    setOpen(null)
    pages.again()
  }
  const pages = usePages(DeliveriesDocument, FIRST_PAGE, (data) => data.webhookDeliveries)
  return (
    <Page title={t('nav./webhooks')} about={t('webhooks.about')} isWide>
      <div className={styles.panels}>
        {mayAdminister ? <SecretPanel /> : null}
        {maySend ? <TestForm onSent={setOpen} /> : null}
      </div>
      <div className={styles.head}>
        <h2>{t('webhooks.deliveries')}</h2>
        <Button look="bare" disabled={pages.isLoading} onClick={pages.again}>
          <RotateCw size={14} aria-hidden />
          {t('webhooks.refresh')}
        </Button>
      </div>
      <ListState pages={pages} empty={t('webhooks.empty')}>
        <DeliveryTable deliveries={pages.items} onOpen={setOpen} />
      </ListState>
      {open ? <DeliveryDrawer id={open.id} type={open.type} onClose={close} /> : null}
    </Page>
  )
}
