import widthOf from 'string-width'

/** Lines of a table; the first row is its head. Columns named in `right` are set to the right. */
export function tableLines(rows: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const [head = []] = rows
  const widths = head.map((_, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ''))))
  return rows.map((row) =>
    head
      .map((_, column) => {
        const cell = row[column] ?? ''
        const space = ' '.repeat((widths[column] ?? 0) - widthOf(cell))
        return right.includes(column) ? space + cell : cell + space
      })
      .join('  ')
      .trimEnd(),
  )
}
