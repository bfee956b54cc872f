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

/** Chinese characters take two places in a terminal; ¥ takes one. */
function widthOf(text: string): number {
  let width = 0
  for (const character of text)
    width += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/.test(character) ? 2 : 1
  return width
}
