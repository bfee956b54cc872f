/** A mistake for a copy of the product: the tests that the rule table names must find it. */
export interface Fault {
  /** Number of the rule that it breaks, as in docs/specification.md. */
  readonly rule: string
  /** A file of the product. */
  readonly file: string
  /** Text that occurs once in the file. */
  readonly find: string
  /** The replacement, with the mistake. */
  readonly replace: string
  /** Test files of which at least one must fail by an assertion: the fewest and fastest that the rule names. */
  readonly tests: readonly string[]
  /** The effect on a caller. */
  readonly why: string
}

/** The section of a rule: `4.1` of `4.1.12`. */
export function sectionOf(rule: string): string {
  return rule.replace(/\.?[^.]+$/, '')
}
