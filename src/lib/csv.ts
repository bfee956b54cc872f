/** A first character that makes a spreadsheet run a cell as a formula, also after white space, and in its wide forms. */
const FORMULA = /^[\s\p{C}]*[=+\-@＝＋－＠]|^[\t\r\n]/u

/**
 * A cell for text of people: spreadsheets show it and never run it. The apostrophe is how they mark text themselves.
 */
export function safeText(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/** A record of RFC 4180. Cells with text of people need `safeText`. */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(quoted).join()}\r\n`
}

function quoted(cell: string | null): string {
  if (cell === null) return ''
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
