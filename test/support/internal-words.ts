/** No public answer has one of these as a key or a word (docs/rules/tasks.md#internal-words). */
const INTERNAL =
  /(?<![a-z0-9])(stages?|workers?|nodes?|jobs?|attempts?|pools?|hedg\w*|leases?|engines?|pg.?boss|procedural|claim\w*|encode|render|package)(?![a-z0-9])/i

/** The internal words of a public text, alone or in a name. */
export function internalWords(text: string): string[] {
  return [...text.replace(/([a-z])([A-Z])/g, '$1 $2').matchAll(new RegExp(INTERNAL, 'gi'))].map(([word]) => word)
}
