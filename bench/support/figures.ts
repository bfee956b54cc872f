/** A figure of a benchmark; printed as one line of JSON. */
export interface Figure {
  readonly bench: string
  readonly metric: string
  readonly connections?: number
  /** Finished tasks in the fuller account. */
  readonly tasks?: number
  /** Which of a benchmark's settings it is of. */
  readonly setting?: string
  readonly value: number
  readonly aim?: number
}

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

/** Median of the ratios of each round, so that what disturbs a round disturbs both of its sides. */
export function ratioOf(numerators: readonly number[], denominators: readonly number[]): Spread {
  return spreadOf(numerators.flatMap((each, round) => (denominators[round] ? [each / denominators[round]] : [])))
}

export function printFigures(figures: readonly Figure[]): void {
  for (const { value, ...figure } of figures) {
    const { aim, ...rest } = figure
    console.log(JSON.stringify({ ...rest, value: Number(value.toFixed(3)), ...(aim === undefined ? {} : { aim }) }))
  }
}

/** A table with its first column to the left, the others to the right. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    )
    console.log(cells.join('  ').trimEnd())
  }
}
