import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../api/session.ts'
import { KeysDocument } from '../generated/graphql.ts'
import { ListState } from '../parts/list-state.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { Table } from '../parts/table.tsx'
import { usePages } from '../parts/use-pages.ts'
import { KeyForm, type MadeKey } from './key-form.tsx'
import { KeyRow } from './key-row.tsx'
import { MadePanel } from './made-panel.tsx'

export function KeysPage() {
  const { t } = useTranslation()
  if (useMay('KEYS_ADMIN')) return <Keys />
  return (
    <Page title={t('nav./keys')} about={t('keys.about')}>
      <Notice title={t('keys.mayNot')}>
        <p>{t('keys.mayNotHelp')}</p>
      </Notice>
    </Page>
  )
}

function Keys() {
  const { t } = useTranslation()
  const pages = usePages(KeysDocument, {}, (data) => data.apiKeys)
  const [made, setMade] = useState<MadeKey | null>(null)
  const administering = pages.items.filter(({ status, scopes }) => status === 'ACTIVE' && scopes.includes('KEYS_ADMIN'))
  const columns = ['name', 'key', 'scopes', 'spend', 'used', 'status', 'action'] as const
  return (
    <Page title={t('nav./keys')} about={t('keys.about')} isWide>
      <KeyForm onMade={setMade} />
      {made ? <MadePanel key={made.id} secret={made.secret} onClose={() => setMade(null)} /> : null}
      <ListState pages={pages} empty={t('keys.empty')}>
        <Table caption={t('nav./keys')} columns={columns.map((each) => t(`keys.${each}`))} isCards>
          {pages.items.map((key) => (
            <KeyRow
              key={key.id}
              apiKey={key}
              isLast={administering.every(({ id }) => id === key.id) && administering.length > 0}
              onRevoked={(id) => setMade((now) => (now?.id === id ? null : now))}
            />
          ))}
        </Table>
      </ListState>
    </Page>
  )
}
