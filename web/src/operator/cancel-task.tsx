import { useTranslation } from 'react-i18next'
import { useMutation } from 'urql'
import { failureOf } from '../parts/refusal.ts'
import { ConfirmedButton } from './confirmed-button.tsx'
import { CancelTaskDocument } from './generated/graphql.ts'

export function CancelTask({ id, onCancelled }: { readonly id: string; readonly onCancelled: () => void }) {
  const { t } = useTranslation()
  const [{ fetching }, cancel] = useMutation(CancelTaskDocument)
  const send = async () => {
    const { data, error } = await cancel({ input: { id } })
    if (data?.taskCancel?.task) onCancelled()
    return failureOf(t, error, data?.taskCancel?.userErrors)
  }
  return (
    <ConfirmedButton look="danger" disabled={fetching} question={t('operator.tasks.confirmCancel', { id })} send={send}>
      {t('operator.tasks.cancel')}
    </ConfirmedButton>
  )
}
