export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const median = ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
  return { median, min: sorted[0] ?? 0, max: sorted.at(-1) ?? 0 }
}

/** Median of the ratios of the rounds, so that a disturbance affects both sides of its round. */
export function ratioOf(numerators: readonly number[], denominators: readonly number[]): Spread {
  return spreadOf(numerators.flatMap((each, round) => (denominators[round] ? [each / denominators[round]] : [])))
}
