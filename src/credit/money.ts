const MICRO = 1_000_000n

/** Yuan as a decimal number of text, exact, two to six decimals; of an amount that is not negative. */
export function yuanText(micro: bigint): string {
  const digits = (micro % MICRO).toString().padStart(6, '0')
  return `${micro / MICRO}.${digits.replace(/0{1,4}$/, '')}`
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
 * An amount as a JSON integer, exact also beyond 2^53: for `JSON.stringify` only.
 */
export function microJson(micro: bigint): unknown {
  // In every Node that runs this; not in TypeScript's libraries yet.
  const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }
  return rawJSON(micro.toString())
}
