/** A result of a chaos run; printed as one line of JSON. */
export interface ChaosFigure {
  readonly chaos: string
  readonly metric: string
  readonly value: number
  /** Required value. Without one the figure is only information. */
  readonly aim?: number
  /** Smaller values pass too. */
  readonly atMost?: true
}

export interface ChaosOptions {
  readonly quick: boolean
  readonly seed: number
  /** The selected parts of a run that has parts; all by default. */
  readonly parts?: readonly string[]
}

/** Prints figures and returns whether all reached their targets. */
export function concludeChaos(figures: readonly ChaosFigure[]): boolean {
  for (const figure of figures) console.log(JSON.stringify(figure))
  return figures.every(({ value, aim, atMost }) => aim === undefined || (atMost ? value <= aim : value === aim))
}
