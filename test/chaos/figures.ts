/** What a chaos run found; printed as one line of JSON. */
export interface ChaosFigure {
  readonly chaos: string
  readonly metric: string
  readonly value: number
  /** Required value; without one the figure is only information. */
  readonly aim?: number
  /** Less than the aim will do. */
  readonly atMost?: true
}

export interface ChaosOptions {
  readonly quick: boolean
  readonly seed: number
  /** The parts of the run that are wanted, where it has parts; all without. */
  readonly parts?: readonly string[]
}

/** Prints figures and returns whether all reached their targets. */
export function concludeChaos(figures: readonly ChaosFigure[]): boolean {
  for (const figure of figures) console.log(JSON.stringify(figure))
  return figures.every(({ value, aim, atMost }) => aim === undefined || (atMost ? value <= aim : value === aim))
}
