const MICRO = 1_000_000n

/** Micro-yuan as an exact amount: two decimals, or more if they are not zero. */
export function yuan(micro: string): string {
  const value = BigInt(micro)
  const size = value < 0n ? -value : value
  const decimals = (size % MICRO)
    .toString()
    .padStart(6, '0')
    .replace(/0{1,4}$/, '')
  return `${value < 0n ? '−' : ''}¥${size / MICRO}.${decimals}`
}

/** A difference, with its sign. */
export function signedYuan(micro: string): string {
  return BigInt(micro) > 0n ? `+${yuan(micro)}` : yuan(micro)
}
