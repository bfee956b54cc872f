import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { KeysDocument } from '../generated/graphql.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { ListState } from '../parts/list-state.tsx'
import { Page } from '../parts/page.tsx'
import { Table } from '../parts/table.tsx'
import { usePages } from '../parts/use-pages.ts'
import { KeyForm } from './key-form.tsx'
import { KeyRow } from './key-row.tsx'
import styles from './keys-page.module.css'

export function KeysPage() {
  const { t } = useTranslation()
  const pages = usePages(KeysDocument, {}, (data) => data.apiKeys)
  const [made, setMade] = useState<string | null>(null)
  return (
    <Page title={t('nav./keys')} about={t('keys.about')}>
      <KeyForm onMade={setMade} />
      {made ? (
        <div role="status" className={styles.made}>
          <p>{t('keys.once')}</p>
          <code>{made}</code>
          <CopyButton label={t('copy')} text={made} />
        </div>
      ) : null}
      <ListState pages={pages} empty={t('keys.empty')}>
        <Table
          caption={t('nav./keys')}
          columns={[t('keys.name'), t('keys.key'), t('keys.scopes'), t('keys.used'), t('keys.status'), t('keys.end')]}
        >
          {pages.items.map((key) => (
            <KeyRow key={key.id} apiKey={key} />
          ))}
        </Table>
      </ListState>
    </Page>
  )
}
