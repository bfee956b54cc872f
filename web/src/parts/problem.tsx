import { useTranslation } from 'react-i18next'
import type { CombinedError } from 'urql'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import { describeFailure, requestIdOf } from './refusal.ts'

/** A failed request: what happened, what to do, and the id for support. */
export function Problem({ error, onRetry }: { readonly error: CombinedError; readonly onRetry: () => void }) {
  const { t } = useTranslation()
  const id = requestIdOf(error)
  return (
    <Notice tone="bad" title={error.networkError ? t('problem.network') : t('problem.refused')}>
      <p>{error.networkError ? t('problem.networkHelp') : describeFailure(t, error)}</p>
      {id ? <code>{id}</code> : null}
      <Button onClick={onRetry}>{t('problem.again')}</Button>
    </Notice>
  )
}
