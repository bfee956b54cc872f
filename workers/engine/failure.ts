import { Refusal } from './engine.ts'

/** An engine's other side (a command, a model server) did not make it. The message is for the operator. */
export class EngineFailure extends Error {
  /** Whether asking again may help. */
  readonly retry: boolean

  constructor(message: string, options: { readonly retry: boolean; readonly cause?: unknown }) {
    super(message, options.cause === undefined ? {} : { cause: options.cause })
    this.retry = options.retry
  }
}

const DETAILS: Readonly<Record<Refusal['reason'], string>> = {
  invalid_asset: 'The material could not be used.',
  content_policy_input: 'The prompt or the material is against the content policy.',
  content_policy_output: 'The generated video is against the content policy.',
}

/** Words that no caller reads (docs/rules/tasks.md#internal-words). */
const INTERNAL =
  /(?<![a-z0-9])(stages?|workers?|nodes?|jobs?|attempts?|pools?|hedg\w*|leases?|engines?|pg.?boss|procedural|claim\w*|encode|render|package)(?![a-z0-9])/i
const MOST_DETAIL = 500

/**
 * A refusal in words that a caller may read: the other side's own where they can be shown, else a sentence of ours.
 * @param cause what was really said, for the operator
 */
export function refusal(reason: Refusal['reason'], words = '', cause = words): Refusal {
  const own = words.trim()
  const fit = own !== '' && own.length <= MOST_DETAIL && own.isWellFormed() && !/\p{Cc}/u.test(own)
  const made = new Refusal(reason, fit && !INTERNAL.test(own) ? own : DETAILS[reason])
  if (cause !== '') made.cause = new Error(cause)
  return made
}
