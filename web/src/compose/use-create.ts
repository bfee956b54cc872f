import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CombinedError, useMutation } from 'urql'
import { uniqueKey } from '../api/unique.ts'
import { useWhenBack } from '../api/use-when-back.ts'
import { CreateWorksDocument, type TaskCreateInput, type WorkFragment } from '../generated/graphql.ts'
import { failureOf } from '../parts/refusal.ts'

/** Why a request was refused. */
interface CreateProblem {
  readonly text: string
  /** null if the gateway answered with a refusal. */
  readonly error: CombinedError | null
}

export interface Create {
  readonly isBusy: boolean
  /** Of the current request. */
  readonly problem: CreateProblem | null
  readonly create: () => Promise<void>
  readonly clear: () => void
}

/**
 * Sends a create. If the answer is lost, the request keeps its Idempotency-Key, so that pressing the button again creates nothing
 * twice. After an answer a new key is used.
 */
export function useCreate(input: TaskCreateInput, onCreated: (works: readonly WorkFragment[]) => void): Create {
  const { t } = useTranslation()
  const [{ fetching }, send] = useMutation(CreateWorksDocument)
  const [problem, setProblem] = useState<(CreateProblem & { readonly written: string }) | null>(null)
  const unanswered = useRef({ written: '', key: '' })

  const written = JSON.stringify(input)

  const create = async () => {
    if (unanswered.current.written !== written) unanswered.current = { written, key: uniqueKey() }
    const { data, error } = await send({ input: { ...input, idempotencyKey: unanswered.current.key } })
    if (!error?.networkError) unanswered.current = { written: '', key: '' }
    const text = failureOf(t, error, data?.taskCreate?.userErrors)
    setProblem(text === null ? null : { written, text, error: error ?? null })
    onCreated(data?.taskCreate?.tasks ?? [])
  }
  const clear = () => setProblem(null)
  // What a broken connection refused can be tried again.
  useWhenBack(() => {
    if (problem?.error?.networkError) clear()
  })

  return { isBusy: fetching, problem: problem?.written === written ? problem : null, create, clear }
}
