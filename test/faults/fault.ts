/** A mistake put into the product on purpose: the tests that the rule table names must find it. */
export interface Fault {
  /** Number of the rule that it breaks, as in docs/specification.md. */
  readonly rule: string
  /** A file of the product. */
  readonly file: string
  /** Text that occurs once in the file. */
  readonly find: string
  /** The mistake that stands there instead. */
  readonly replace: string
  /** Files of which one at least must fail, by an assertion: the fewest and the quickest that the rule names. */
  readonly tests: readonly string[]
  /** What would go wrong. */
  readonly why: string
}

/** The section of a rule: `4.1` of `4.1.12`. */
export function sectionOf(rule: string): string {
  return rule.replace(/\.?[^.]+$/, '')
}
