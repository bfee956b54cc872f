import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../parts/field.tsx'
import { Page } from '../parts/page.tsx'
import { AccountList } from './account-list.tsx'
import { AccountView } from './account-view.tsx'
import styles from './accounts.module.css'
import type { OperatedAccountFragment } from './generated/graphql.ts'

export function Accounts() {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [account, setAccount] = useState<OperatedAccountFragment | null>(null)
  if (account) return <AccountView account={account} onChanged={setAccount} onBack={() => setAccount(null)} />
  return (
    <Page title={t('operator.accounts.title')} about={t('operator.accounts.about')} isWide>
      <div className={styles.search}>
        <Field label={t('operator.accounts.search')}>
          {(control) => (
            <input
              {...control}
              type="search"
              autoComplete="off"
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
          )}
        </Field>
      </div>
      <AccountList key={search.trim()} search={search.trim()} onOpen={setAccount} />
    </Page>
  )
}
