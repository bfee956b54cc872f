import type { TFunction } from 'i18next'
import type { CombinedError } from 'urql'
import { en } from '../words/en.ts'

/** A refusal in the reader's language where we know its code, else in the gateway's words. */
export function toldRefusal(t: TFunction, { code, message }: { code: string; message: string }): string {
  return isKnown(code) ? t(`codes.${code}`) : message
}

function isKnown(code: string): code is keyof typeof en.codes {
  return Object.hasOwn(en.codes, code)
}

/** A mutation's outcome as one sentence; null: it went well. */
export function failureOf(
  t: TFunction,
  error: CombinedError | undefined,
  refusals: readonly { code: string; message: string }[] | undefined,
): string | null {
  if (error) return error.networkError ? t('problem.network') : (error.graphQLErrors[0]?.message ?? error.message)
  const [refusal] = refusals ?? []
  return refusal ? toldRefusal(t, refusal) : null
}
