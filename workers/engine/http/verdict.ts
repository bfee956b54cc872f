import type { Refusal } from '../engine.ts'
import { EngineFailure, refusal } from '../failure.ts'
import { ServerFault } from './call.ts'

/** Codes and words by which servers say that content is not allowed. */
const POLICY =
  /content[_ -]?(policy|filter|violation)|moderation[_ -]?(block|fail|flag|reject)|policy[_ -]?violation|safety[_ -]?(violation|block)|nsfw[_ -]?(content|detected)|sentinel[_ -]?block|(blocked|flagged|rejected) by [\w ]{0,40}(moderation|safety)/i
/** … and that what they made is meant, not what they were given. */
const OF_OUTPUT = /\b(output|generated)\b/i
/** Words about what was uploaded. */
const OF_MATERIAL =
  /reference|upload|image|video (file|input)|audio|media|frame_path|first[_ ]frame|last[_ ]frame|decod/i

/** What a server said of a video it would not or could not make. */
export interface Complaint {
  readonly code: string
  readonly words: string
  /** It blames the request rather than itself. */
  readonly blamesRequest: boolean
  /** Said before anything was made. */
  readonly early?: boolean
}

/** The refusal that a complaint amounts to; null where it is the server's own failure, or the request's form. */
export function refusalIn({ code, words, blamesRequest, early }: Complaint, hasMaterial: boolean): Refusal | null {
  const said = `${code} ${words}`.trim()
  const ofOutput = !early && OF_OUTPUT.test(said)
  if (POLICY.test(said)) return refusal(ofOutput ? 'content_policy_output' : 'content_policy_input', '', said)
  return blamesRequest && hasMaterial && OF_MATERIAL.test(said) ? refusal('invalid_asset', '', said) : null
}

/** An error answer of the engine to a request. */
export function judged(error: unknown, hasMaterial: boolean): unknown {
  if (!(error instanceof ServerFault)) return error
  if (error.kind === 'refused') {
    const { code, words } = error
    return refusalIn({ code, words, blamesRequest: true, early: true }, hasMaterial) ?? error
  }
  // A path that is not there is an address that is wrong, not a video that was lost.
  return error.kind === 'gone' ? new EngineFailure(error.message, { retry: false, cause: error }) : error
}
