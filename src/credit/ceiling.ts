import { DomainError } from '../errors.ts'
import { displayAmount } from './money.ts'

/** `max_amount_micro` of a call: the most that it may cost in all (docs/rules/money.md#price-ceiling). */
export function aboveMaximum(maxMicro: bigint | null, amountMicro: bigint): DomainError | null {
  if (maxMicro === null || amountMicro <= maxMicro) return null
  const message = `This call would cost ${displayAmount(amountMicro)}, which is more than max_amount_micro (${displayAmount(maxMicro)}).`
  const details = { amount_micro: Number(amountMicro), max_amount_micro: Number(maxMicro) }
  return new DomainError('price_above_maximum', message, { param: 'max_amount_micro', details })
}
