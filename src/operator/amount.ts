import { yuanText } from '../credit/money.ts'
import type { PriceField } from '../credit/price-version.ts'
import { DomainError } from '../errors.ts'

/** Twelve digits of yuan fit into 64 bits of µ¥. */
const YUAN = /^([+-]?)(\d{1,12})(?:\.(\d{1,6}))?$/

const wrong = (message: string, param?: string) => new DomainError('invalid_parameter', message, param ? { param } : {})

/**
 * An amount as operators write it, decimal yuan, in µ¥. Text to integer without a float between, so that nothing is rounded.
 * @param param parameter that the refusal names
 * @throws DomainError 400 invalid_parameter
 */
export function parseYuan(text: string, what = 'The amount', param?: string): bigint {
  const parts = YUAN.exec(text)
  if (!parts) {
    throw wrong(`${what} must be yuan such as 12.50, with at most 12 digits and 6 decimals; it is “${text}”.`, param)
  }
  const [, sign, yuan = '0', decimals = ''] = parts
  const micro = BigInt(yuan) * 1_000_000n + BigInt(decimals.padEnd(6, '0'))
  return sign === '-' ? -micro : micro
}

/** @throws DomainError 400 invalid_parameter */
export function parsePositiveYuan(text: string, what = 'The amount', param?: string): bigint {
  const micro = parseYuan(text, what, param)
  if (micro <= 0n) throw wrong(`${what} must be above zero.`, param)
  return micro
}

/** A number of the price list as operators write it: yuan in µ¥, or a factor such as 1.5 in thousandths. */
export function parsePrice(text: string, { key, unit }: PriceField): number {
  if (unit === 'micro') return Number(parseYuan(text, key))
  const parts = /^(\d{1,4})(?:\.(\d{1,3}))?$/.exec(text)
  if (!parts) throw wrong(`${key} must be a factor such as 1.5, with at most three decimals; it is “${text}”.`)
  return Number(parts[1]) * 1000 + Number((parts[2] ?? '').padEnd(3, '0'))
}

/** The same number as text for `parsePrice`. */
export function priceText(value: number, unit: PriceField['unit']): string {
  return unit === 'micro' ? yuanText(BigInt(value)) : String(value / 1000)
}
