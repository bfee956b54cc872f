import type { SpendPeriod } from '../admission/budget.ts'
import type { CreateWindow } from '../admission/creates.ts'
import { displayAmount } from './money.ts'

/** Why a key may not spend an amount: a part of `DomainError`. */
export interface OverBudget {
  readonly code: 'spend_limit_exceeded'
  readonly message: string
  readonly details: Readonly<Record<string, number | string>>
}

const IN_PERIOD: Readonly<Record<SpendPeriod, string>> = {
  day: ' each UTC day',
  month: ' each UTC month',
  total: ' in all',
}

/**
 * Judges an amount by the spend limit of a key (docs/rules/keys.md#spend-limits). The key's account must be locked.
 * @returns null if the key may spend it
 */
export function overBudget(window: CreateWindow | undefined, micro: bigint): OverBudget | null {
  const budget = window?.budget
  if (!budget || budget.spentMicro + micro <= budget.limitMicro) return null
  const { limitMicro, spentMicro, period } = budget
  const message =
    `This key may spend ${displayAmount(limitMicro)}${IN_PERIOD[period]} and has spent ${displayAmount(spentMicro)}; ` +
    `this call needs ${displayAmount(micro)} more. Raise the key's spend_limit, or use another key.`
  const details = {
    required_micro: Number(micro),
    spent_micro: Number(spentMicro),
    limit_micro: Number(limitMicro),
    period,
  }
  return { code: 'spend_limit_exceeded', message, details }
}

/** Counts an amount that the key may spend. */
export function spend(window: CreateWindow | undefined, micro: bigint): void {
  if (!window?.budget) return
  window.budget.spentMicro += micro
  window.changed = true
}
