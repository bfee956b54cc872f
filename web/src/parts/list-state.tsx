import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import { Problem } from './problem.tsx'
import type { Pages } from './use-pages.ts'

interface ListStateProps {
  readonly pages: Pages<unknown>
  /** Explains the first action. */
  readonly empty: string
  readonly children: ReactNode
}

/** A list in one of its states: loading, failed, empty, or loaded with a button for more. */
export function ListState({ pages, empty, children }: ListStateProps) {
  const { t } = useTranslation()
  if (pages.error) return <Problem error={pages.error} onRetry={pages.again} />
  if (pages.items.length === 0) {
    return pages.isLoading ? <p role="status">{t('loading')}</p> : <Notice title={empty} />
  }
  return (
    <>
      {children}
      {pages.hasMore ? <Button onClick={pages.loadMore}>{t('gallery.more')}</Button> : null}
    </>
  )
}
