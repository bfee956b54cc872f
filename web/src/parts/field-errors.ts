import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CombinedError } from 'urql'
import { describeFailure, describeRefusal, type Refusal } from './refusal.ts'

/** Why a form was refused: at its fields, and what belongs to none of them. */
export interface FieldErrors {
  readonly at: (field: string) => readonly string[] | undefined
  readonly rest: string | null
}

const NONE: FieldErrors = { at: () => undefined, rest: null }

/** @param fields names of the form's fields, as the paths of refusals have them */
function fieldErrors(
  t: TFunction,
  fields: readonly string[],
  error: CombinedError | undefined,
  refusals: readonly Refusal[] = [],
): FieldErrors {
  if (error) return { ...NONE, rest: describeFailure(t, error) }
  const fieldOf = ({ path }: Refusal) => path?.findLast((part) => fields.includes(part)) ?? ''
  const byField = Map.groupBy(refusals, fieldOf)
  const described = (field: string) =>
    byField.get(field)?.map((refusal) => describeRefusal(t, field ? { ...refusal, path: ['input', field] } : refusal))
  return { at: described, rest: described('')?.[0] ?? null }
}

type Refuse = (error: CombinedError | undefined, refusals: readonly Refusal[] | undefined) => void

/** The errors of a form's last answer; none until it has one. */
export function useFieldErrors(fields: readonly string[]): readonly [FieldErrors, Refuse] {
  const { t } = useTranslation()
  const [errors, setErrors] = useState(NONE)
  return [errors, (error, refusals) => setErrors(fieldErrors(t, fields, error, refusals))]
}
