import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMutation } from 'urql'
import { uniqueKey } from '../api/unique.ts'
import { CreateWorksDocument, type TaskCreateInput, type WorkFragment } from '../generated/graphql.ts'
import { failureOf } from '../parts/refusal.ts'

export interface Create {
  readonly isBusy: boolean
  /** Why the current request was refused. */
  readonly problem: string | null
  readonly create: () => Promise<void>
}

/**
 * Sends a create. If the answer is lost, the request keeps its Idempotency-Key, so that pressing the button again creates nothing
 * twice. After an answer a new key is used.
 */
export function useCreate(input: TaskCreateInput, onCreated: (works: readonly WorkFragment[]) => void): Create {
  const { t } = useTranslation()
  const [{ fetching }, send] = useMutation(CreateWorksDocument)
  const [problem, setProblem] = useState({ written: '', text: null as string | null })
  const unanswered = useRef({ written: '', key: '' })

  const written = JSON.stringify(input)

  const create = async () => {
    if (unanswered.current.written !== written) unanswered.current = { written, key: uniqueKey() }
    const { data, error } = await send({ input: { ...input, idempotencyKey: unanswered.current.key } })
    if (!error?.networkError) unanswered.current = { written: '', key: '' }
    setProblem({ written, text: failureOf(t, error, data?.taskCreate?.userErrors) })
    onCreated(data?.taskCreate?.tasks ?? [])
  }

  return { isBusy: fetching, problem: problem.written === written ? problem.text : null, create }
}
