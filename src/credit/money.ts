const MICRO = 1_000_000n

/**
 * Display string of an amount in µ¥: exact, two to six decimals, `¥2.52`, `¥0.045617`. Never parsed (spec 1; contract 5).
 */
export function displayAmount(micro: bigint): string {
  const sign = micro < 0n ? '-' : ''
  const absolute = micro < 0n ? -micro : micro
  const digits = (absolute % MICRO).toString().padStart(6, '0')
  const decimals = digits.replace(/0{1,4}$/, '')
  return `${sign}¥${absolute / MICRO}.${decimals}`
}

export const CURRENCY = 'CNY'
