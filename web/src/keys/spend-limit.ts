import type { ApiKeySpendLimitInput, KeyFragment, SpendPeriod } from '../generated/graphql.ts'
import { microOf, typedYuan } from '../parts/money.ts'

export const PERIODS: readonly SpendPeriod[] = ['DAY', 'MONTH', 'TOTAL']

/** A spend limit as it is typed. */
export interface TypedLimit {
  /** null for no limit. */
  readonly period: SpendPeriod | null
  readonly amount: string
}

export const NO_LIMIT: TypedLimit = { period: null, amount: '' }

export function typedLimitOf({ spendLimit }: KeyFragment): TypedLimit {
  return spendLimit ? { period: spendLimit.period, amount: typedYuan(spendLimit.limitMicro) } : NO_LIMIT
}

/** The limit to send: null for none, undefined if the amount is not one. */
export function limitOf({ period, amount }: TypedLimit): ApiKeySpendLimitInput | null | undefined {
  if (period === null) return null
  const limitMicro = microOf(amount)
  return limitMicro === null ? undefined : { period, limitMicro }
}
