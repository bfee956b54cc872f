/** A figure of a benchmark; printed as one line of JSON. */
export interface Figure {
  readonly bench: string
  readonly metric: string
  readonly connections?: number
  /** Finished tasks in the fuller account. */
  readonly tasks?: number
  /** The setting of a benchmark. */
  readonly setting?: string
  readonly value: number
  readonly aim?: number
}

export function printFigures(figures: readonly Figure[]): void {
  for (const { value, ...figure } of figures) {
    const { aim, ...rest } = figure
    console.log(JSON.stringify({ ...rest, value: Number(value.toFixed(3)), ...(aim === undefined ? {} : { aim }) }))
  }
}

/** A table with its first column left-aligned, the others right-aligned. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    )
    console.log(cells.join('  ').trimEnd())
  }
}
