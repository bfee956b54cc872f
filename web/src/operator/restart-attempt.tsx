import { useTranslation } from 'react-i18next'
import { useMutation } from 'urql'
import { failureOf } from '../parts/refusal.ts'
import { ConfirmedButton } from './confirmed-button.tsx'
import { RestartAttemptDocument, type TryFragment } from './generated/graphql.ts'
import { useNamed } from './use-named.ts'

interface RestartAttemptProps {
  readonly attempt: TryFragment
  readonly onRestarted: () => void
}

/** Ends a running attempt, so that the next one starts. */
export function RestartAttempt({ attempt: { taskId, stage, number }, onRestarted }: RestartAttemptProps) {
  const { t } = useTranslation()
  const named = useNamed()
  const [{ fetching }, restart] = useMutation(RestartAttemptDocument)
  const send = async () => {
    const { data, error } = await restart({ input: { id: taskId, stage, number } })
    if (data?.attemptRestart?.task) onRestarted()
    return failureOf(t, error, data?.attemptRestart?.userErrors)
  }
  const question = t('operator.tries.confirmRestart', { stage: named('stages', stage), number })
  return (
    <ConfirmedButton disabled={fetching} question={question} send={send}>
      {t('operator.tries.restart')}
    </ConfirmedButton>
  )
}
