import type { TFunction } from 'i18next'
import type { CombinedError } from 'urql'
import { en } from '../words/en.ts'

/** What the gateway says against a request. */
export interface Refusal {
  readonly code: string
  readonly message: string
  /** Of the offending argument: `["input", "prompt"]`. */
  readonly path?: readonly string[] | null
}

/** Codes that say no more than that a field is wrong: what is wanted of it is told instead. */
const VAGUE: readonly string[] = ['invalid_parameter', 'missing_parameter', 'conflicting_parameters']

/** A refusal in the reader's language where we know its code or what its field asks for, else in the gateway's words. */
export function toldRefusal(t: TFunction, { code, message, path }: Refusal): string {
  const field = path?.[1]
  if (VAGUE.includes(code) && field && has(en.wanted, field)) return t(`wanted.${field}`)
  return has(en.codes, code) ? t(`codes.${code}`) : message
}

function has<T extends object>(words: T, key: PropertyKey): key is Extract<keyof T, string> {
  return Object.hasOwn(words, key)
}

/** A mutation's outcome as one sentence; null: it went well. */
export function failureOf(
  t: TFunction,
  error: CombinedError | undefined,
  refusals: readonly Refusal[] | undefined,
): string | null {
  if (error) return toldFailure(t, error)
  const [refusal] = refusals ?? []
  return refusal ? toldRefusal(t, refusal) : null
}

/** A request that was not answered as it should have been. */
export function toldFailure(t: TFunction, error: CombinedError): string {
  if (error.networkError) return t('problem.network')
  const [told] = error.graphQLErrors
  return toldRefusal(t, { code: String(told?.extensions['code']), message: told?.message ?? error.message })
}
