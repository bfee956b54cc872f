import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMutation } from 'urql'
import { Button } from '../parts/button.tsx'
import { failureOf } from '../parts/refusal.ts'
import styles from './accounts.module.css'
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
  const [problem, setProblem] = useState<string | null>(null)
  const send = async () => {
    if (!confirm(t('operator.tries.confirmRestart', { stage: named('stages', stage), number }))) return
    const { data, error } = await restart({ input: { id: taskId, stage, number } })
    setProblem(failureOf(t, error, data?.attemptRestart?.userErrors))
    if (data?.attemptRestart?.task) onRestarted()
  }
  return (
    <div>
      <Button disabled={fetching} onClick={send}>
        {t('operator.tries.restart')}
      </Button>
      {problem ? (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      ) : null}
    </div>
  )
}
