import { useTranslation } from 'react-i18next'
import { useClient } from 'urql'
import { BASE } from '../base.ts'
import { ExportForm } from '../parts/export-form.tsx'
import type { AccountFormProps } from './account-form.ts'
import styles from './accounts.module.css'
import { CreditForm } from './credit-form.tsx'
import { OneAccountDocument } from './generated/graphql.ts'
import { useOperatorKey } from './operator-key.ts'
import section from './section.module.css'

/** Top-ups and corrections of an account, and its ledger as CSV. */
export function CreditSection({ account, onChanged }: AccountFormProps) {
  const { t } = useTranslation()
  const client = useClient()
  const apiKey = useOperatorKey()
  const renew = async () => {
    const { data } = await client.query(OneAccountDocument, { id: account.id }).toPromise()
    if (data?.account) onChanged(data.account)
  }
  return (
    <div className={styles.columns}>
      <section className={section.section} aria-label={t('operator.credit.title')}>
        <h2>{t('operator.credit.title')}</h2>
        <CreditForm accountId={account.id} onBooked={renew} />
      </section>
      <section className={section.section} aria-label={t('export.title')}>
        <h2>{t('export.title')}</h2>
        <div className={section.box}>
          <ExportForm
            url={`${BASE}/admin/credits/export.csv?account=${encodeURIComponent(account.id)}`}
            apiKey={apiKey}
            since={account.createdAt}
          />
        </div>
      </section>
    </div>
  )
}
