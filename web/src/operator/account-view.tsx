import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../parts/ago.tsx'
import { Button } from '../parts/button.tsx'
import { yuan } from '../parts/money.ts'
import { Page } from '../parts/page.tsx'
import { AccessForm } from './access-form.tsx'
import type { AccountFormProps } from './account-form.ts'
import styles from './accounts.module.css'
import { ConsoleForm } from './console-form.tsx'
import { CreditSection } from './credit-section.tsx'
import { LimitsForm } from './limits-form.tsx'

export function AccountView({ account, onChanged, onBack }: AccountFormProps & { readonly onBack: () => void }) {
  const { t } = useTranslation()
  const facts = [
    ['account', account.id],
    ['state', t(`operator.accounts.${account.enabled ? 'enabled' : 'disabled'}`)],
    ['available', yuan(account.available)],
    ['frozen', yuan(account.frozen)],
    ['tasks', `${account.activeTasks} / ${account.limits.concurrency}`],
    ['version', account.apiVersion],
    ['opened', <Ago key="opened" at={account.createdAt} />],
  ] as const
  return (
    <Page title={account.name} isWide>
      <div className={styles.back}>
        <Button onClick={onBack}>
          <ArrowLeft size={14} aria-hidden />
          {t('operator.accounts.back')}
        </Button>
      </div>
      <dl className={styles.facts}>
        {facts.map(([name, fact]) => (
          <div key={name}>
            <dt>{t(`operator.accounts.${name}`)}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      <CreditSection account={account} onChanged={onChanged} />
      <div className={styles.columns}>
        <LimitsForm account={account} onChanged={onChanged} />
        <AccessForm account={account} onChanged={onChanged} />
      </div>
      <ConsoleForm account={account} onChanged={onChanged} />
    </Page>
  )
}
