const MICRO = 1_000_000n

/** A non-negative amount as exact decimal text in yuan, with two to six decimals. */
export function yuanText(micro: bigint): string {
  const digits = (micro % MICRO).toString().padStart(6, '0')
  return `${micro / MICRO}.${digits.replace(/0{1,4}$/, '')}`
}

/** Any amount as exact decimal text in yuan. */
export function signedYuan(micro: bigint): string {
  return micro < 0n ? `-${yuanText(-micro)}` : yuanText(micro)
}

/**
 * Display string of an amount in µ¥: exact, two to six decimals, `¥2.52`, `¥0.045617`. Never parsed
 * (docs/rules/money.md#amounts).
 */
export function displayAmount(micro: bigint): string {
  return micro < 0n ? `-¥${yuanText(-micro)}` : `¥${yuanText(micro)}`
}

export const CURRENCY = 'CNY'

/**
 * An amount as a JSON integer, exact beyond 2^53 too. For `JSON.stringify` only.
 */
export function microJson(micro: bigint): unknown {
  // Node has it, TypeScript's libraries do not yet.
  const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }
  return rawJSON(micro.toString())
}
