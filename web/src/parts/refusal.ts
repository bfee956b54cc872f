import type { TFunction } from 'i18next'
import type { CombinedError } from 'urql'
import { en } from '../locales/en.ts'

/** A refusal by the gateway. */
export interface Refusal {
  readonly code: string
  readonly message: string
  /** Path of the invalid argument: `["input", "prompt"]`. */
  readonly path?: readonly string[] | null
}

/** Codes that only mean that a field is wrong: the console shows the field's rule instead. */
const VAGUE: readonly string[] = ['invalid_parameter', 'missing_parameter', 'conflicting_parameters']

/** A refusal in the reader's language if its code or field is known, otherwise the gateway's message. */
export function describeRefusal(t: TFunction, { code, message, path }: Refusal): string {
  const field = path?.[1]
  if (VAGUE.includes(code) && field && has(en.wanted, field)) return t(`wanted.${field}`)
  return has(en.codes, code) ? t(`codes.${code}`) : message
}

function has<T extends object>(words: T, key: PropertyKey): key is Extract<keyof T, string> {
  return Object.hasOwn(words, key)
}

/** Why a mutation failed, in one sentence; null if it succeeded. */
export function failureOf(
  t: TFunction,
  error: CombinedError | undefined,
  refusals: readonly Refusal[] | undefined,
): string | null {
  if (error) return describeFailure(t, error)
  const [refusal] = refusals ?? []
  return refusal ? describeRefusal(t, refusal) : null
}

/** Why a request got no valid answer. */
export function describeFailure(t: TFunction, error: CombinedError): string {
  if (error.networkError) return t('problem.network')
  const [first] = error.graphQLErrors
  return describeRefusal(t, { code: String(first?.extensions['code']), message: first?.message ?? error.message })
}

/** The id of a failed request, for support. */
export function requestIdOf(error: CombinedError): string | null {
  const id = error.graphQLErrors[0]?.extensions['requestId']
  return typeof id === 'string' ? id : null
}

/** The seconds after which the gateway says to try again; null if it does not say. */
export function retrySecondsOf(error: CombinedError): number | null {
  const seconds = error.graphQLErrors[0]?.extensions['retryAfter']
  return typeof seconds === 'number' ? seconds : null
}
