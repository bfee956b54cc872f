import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { LedgerDocument, type LedgerEntryKind } from '../generated/graphql.ts'
import { ListState } from '../parts/list-state.tsx'
import { usePages } from '../parts/use-pages.ts'
import { Ledger } from './ledger.tsx'

interface LedgerListProps {
  /** null for all. */
  readonly kind: LedgerEntryKind | null
  /** Id of the newest entry that was pushed: the reason to look again. */
  readonly newest: string | undefined
}

export function LedgerList({ kind, newest }: LedgerListProps) {
  const { t } = useTranslation()
  const pages = usePages(LedgerDocument, { first: 50, kind }, (data) => data.credits.entries)
  const { again } = pages
  // biome-ignore lint/correctness/useExhaustiveDependencies: the push of an entry is the reason to look again
  useEffect(() => {
    if (newest) again()
  }, [newest])
  return (
    <ListState pages={pages} empty={t(kind ? 'credits.noneOfKind' : 'credits.empty')}>
      <Ledger entries={pages.items} />
    </ListState>
  )
}
