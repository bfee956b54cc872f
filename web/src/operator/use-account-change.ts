import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type TypedDocumentNode, useMutation } from 'urql'
import { failureOf } from '../parts/refusal.ts'
import type { OperatedAccountFragment, RefusalFragment } from './generated/graphql.ts'

interface Payload {
  readonly account: OperatedAccountFragment | null
  readonly userErrors: readonly RefusalFragment[]
}

export interface AccountChange<Input> {
  /** Whether the change succeeded. */
  readonly send: (input: Input) => Promise<boolean>
  readonly problem: string | null
  readonly isBusy: boolean
}

/** A change of an account: passes the changed account to the page, or shows why it failed. */
export function useAccountChange<Input>(
  document: TypedDocumentNode<Readonly<Record<string, Payload | null>>, { input: Input }>,
  onChanged: (account: OperatedAccountFragment) => void,
): AccountChange<Input> {
  const { t } = useTranslation()
  const [problem, setProblem] = useState<string | null>(null)
  const [{ fetching }, mutate] = useMutation(document)
  const send = async (input: Input) => {
    const { data, error } = await mutate({ input })
    const [payload] = Object.values(data ?? {})
    setProblem(failureOf(t, error, payload?.userErrors))
    if (payload?.account) onChanged(payload.account)
    return Boolean(payload?.account)
  }
  return { send, problem, isBusy: fetching }
}
