/**
 * Only + − × ÷ and sqrt, which IEEE 754 defines to the last bit. Math.sin, exp and pow may differ between machines, and frames
 * would no longer be byte-identical.
 */
export function clamp01(value: number): number {
  return value < 0 ? 0 : Math.min(value, 1)
}

export function mix(from: number, to: number, amount: number): number {
  return from + (to - from) * amount
}

export function smoothstep(low: number, high: number, value: number): number {
  const t = clamp01((value - low) / (high - low))
  return t * t * (3 - 2 * t)
}

/** Sine of a number of full turns; error below 0.0002. */
export function sine(turns: number): number {
  const t = turns - Math.floor(turns)
  // Fold to a quarter turn, then the Taylor terms up to x^9.
  const folded = t < 0.25 ? t : t < 0.75 ? 0.5 - t : t - 1
  const x = folded * 6.283185307179586
  const s = x * x
  return x * (1 - (s / 6) * (1 - (s / 20) * (1 - (s / 42) * (1 - s / 72))))
}

export function fraction(value: number): number {
  return value - Math.floor(value)
}
