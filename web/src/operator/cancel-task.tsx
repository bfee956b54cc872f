import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMutation } from 'urql'
import { Button } from '../parts/button.tsx'
import { failureOf } from '../parts/refusal.ts'
import styles from './accounts.module.css'
import { CancelTaskDocument } from './generated/graphql.ts'

export function CancelTask({ id, onCancelled }: { readonly id: string; readonly onCancelled: () => void }) {
  const { t } = useTranslation()
  const [{ fetching }, cancel] = useMutation(CancelTaskDocument)
  const [problem, setProblem] = useState<string | null>(null)
  const send = async () => {
    if (!confirm(t('operator.tasks.confirmCancel', { id }))) return
    const { data, error } = await cancel({ input: { id } })
    setProblem(failureOf(t, error, data?.taskCancel?.userErrors))
    if (data?.taskCancel?.task) onCancelled()
  }
  return (
    <div>
      <Button look="danger" disabled={fetching} onClick={send}>
        {t('operator.tasks.cancel')}
      </Button>
      {problem ? (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      ) : null}
    </div>
  )
}
