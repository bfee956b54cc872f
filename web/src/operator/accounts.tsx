import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../parts/field.tsx'
import { Page } from '../parts/page.tsx'
import { useSearch } from '../route.ts'
import { AccountList } from './account-list.tsx'
import styles from './accounts.module.css'
import { OneAccount } from './one-account.tsx'
import { openSection } from './sections.ts'

export function Accounts() {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const id = useSearch().get('account')
  if (id) return <OneAccount key={id} id={id} />
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
      <AccountList
        key={search.trim()}
        search={search.trim()}
        onOpen={({ id: opened }) => openSection('accounts', { account: opened })}
      />
    </Page>
  )
}
