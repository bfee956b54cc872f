/**
 * The arguments of a command line, with shell quoting but no other shell syntax: no variables, globs, pipes or `;`.
 * '…' is literal; in "…" a backslash escapes `"` and `\`; outside of quotes it escapes any character.
 * @throws Error if a quote is not closed
 */
export function splitArguments(line: string): string[] {
  const words: string[] = []
  let word: string | null = null
  let quote: string | null = null
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at)
    const next = line.charAt(at + 1)
    if (quote === null && /\s/.test(char)) {
      if (word !== null) words.push(word)
      word = null
    } else if (quote === null && (char === "'" || char === '"')) {
      quote = char
      word ??= ''
    } else if (char === quote) {
      quote = null
    } else if (char === '\\' && next !== '' && (quote === null || (quote === '"' && /["\\]/.test(next)))) {
      word = (word ?? '') + next
      at++
    } else {
      word = (word ?? '') + char
    }
  }
  if (quote !== null) throw new Error(`a quote (${quote}) is not closed`)
  if (word !== null) words.push(word)
  return words
}
