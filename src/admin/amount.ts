import { CommandError } from './command.ts'

/** Twelve digits of yuan are below what 64 bits of µ¥ hold. */
const YUAN = /^([+-]?)(\d{1,12})(?:\.(\d{1,6}))?$/

/**
 * An amount as operators write it, decimal yuan, in µ¥. Text to integer without a float between, so that nothing is rounded.
 * @throws CommandError
 */
export function parseYuan(text: string, what = 'The amount'): bigint {
  const parts = YUAN.exec(text)
  if (!parts) {
    throw new CommandError(
      `${what} must be yuan such as 12.50, with at most 12 digits and 6 decimals; it is “${text}”.`,
    )
  }
  const [, sign, yuan = '0', decimals = ''] = parts
  const micro = BigInt(yuan) * 1_000_000n + BigInt(decimals.padEnd(6, '0'))
  return sign === '-' ? -micro : micro
}

/** @throws CommandError */
export function parsePositiveYuan(text: string, what = 'The amount'): bigint {
  const micro = parseYuan(text, what)
  if (micro <= 0n) throw new CommandError(`${what} must be above zero.`)
  return micro
}

/** A factor such as 1.5, in thousandths. */
export function parseFactor(text: string, what: string): number {
  const parts = /^(\d{1,4})(?:\.(\d{1,3}))?$/.exec(text)
  if (!parts)
    throw new CommandError(`${what} must be a factor such as 1.5, with at most three decimals; it is “${text}”.`)
  return Number(parts[1]) * 1000 + Number((parts[2] ?? '').padEnd(3, '0'))
}

/** A whole number within bounds. */
export function parseCount(text: string, least: number, most: number, what: string): number {
  const count = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (count >= least && count <= most) return count
  throw new CommandError(`${what} must be a whole number from ${least} to ${most}; it is “${text}”.`)
}
