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

/** Yuan as people type them, in micro-yuan; null if it is not an amount with at most six decimals. */
export function microOf(typed: string): string | null {
  const [, yuan = '', decimals = ''] = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(typed.trim()) ?? []
  return yuan === '' ? null : String(BigInt(yuan) * MICRO + BigInt(decimals.padEnd(6, '0')))
}

/** An amount for `microOf`. */
export function typedYuan(micro: string): string {
  return yuan(micro).slice(1)
}
