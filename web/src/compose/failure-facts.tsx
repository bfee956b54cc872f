import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CombinedError } from 'urql'
import { useNow } from '../parts/now.ts'
import { requestIdOf, retrySecondsOf } from '../parts/refusal.ts'

interface FailureFactsProps {
  readonly error: CombinedError
  /** Called when the wait that the gateway asked for is over. */
  readonly onOver: () => void
}

/** What follows a failure's sentence: when to try again, counted down, and the id for support. */
export function FailureFacts({ error, onOver }: FailureFactsProps) {
  const id = requestIdOf(error)
  const seconds = retrySecondsOf(error)
  return (
    <>
      {seconds === null ? null : <Countdown key={id} seconds={seconds} onOver={onOver} />}
      {id ? (
        <>
          {' '}
          <code>{id}</code>
        </>
      ) : null}
    </>
  )
}

function Countdown({ seconds, onOver }: { readonly seconds: number; readonly onOver: () => void }) {
  const { t } = useTranslation()
  const now = useNow()
  const [until] = useState(() => Date.now() + seconds * 1000)
  const left = Math.max(0, Math.ceil((until - now) / 1000))
  const isOver = left === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is over
  useEffect(() => {
    if (isOver) onOver()
  }, [isOver])
  return <> {t('problem.againIn', { time: t('time.seconds', { count: left }) })}</>
}
