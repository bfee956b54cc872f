import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQuery } from 'urql'
import { Notice } from '../parts/notice.tsx'
import { Problem } from '../parts/problem.tsx'
import { AccountView } from './account-view.tsx'
import { OneAccountDocument, type OperatedAccountFragment } from './generated/graphql.ts'
import { openSection } from './sections.ts'

/** The account that the address names. */
export function OneAccount({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  const [{ data, error }, again] = useQuery({ query: OneAccountDocument, variables: { id } })
  const [changed, setChanged] = useState<OperatedAccountFragment | null>(null)
  const account = changed ?? data?.account
  if (account) return <AccountView account={account} onChanged={setChanged} onBack={() => openSection('accounts')} />
  if (error) return <Problem error={error} onRetry={again} />
  return data ? <Notice title={t('operator.accounts.none')}>{id}</Notice> : <p role="status">{t('loading')}</p>
}
