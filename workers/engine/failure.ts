import { Refusal } from './engine.ts'

/** An engine's backend (a command, a model server) failed. The message is for the operator. */
export class EngineFailure extends Error {
  /** Whether a retry may help. */
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

/** Words that must not reach callers (docs/rules/tasks.md#internal-words). */
const INTERNAL =
  /(?<![a-z0-9])(stages?|workers?|nodes?|jobs?|attempts?|pools?|hedg\w*|leases?|engines?|pg.?boss|procedural|claim\w*|encode|render|package)(?![a-z0-9])/i
const MOST_DETAIL = 500

/**
 * A refusal with a text for callers: the backend's own text if it can be shown, otherwise a standard sentence.
 * @param cause the original text, for the operator
 */
export function refusal(reason: Refusal['reason'], words = '', cause = words): Refusal {
  const own = words.trim()
  const fit = own !== '' && own.length <= MOST_DETAIL && own.isWellFormed() && !/\p{Cc}/u.test(own)
  const made = new Refusal(reason, fit && !INTERNAL.test(own) ? own : DETAILS[reason])
  if (cause !== '') made.cause = new Error(cause)
  return made
}
