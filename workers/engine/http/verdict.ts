import type { Refusal } from '../engine.ts'
import { EngineFailure, refusal } from '../failure.ts'
import { ServerFault } from './call.ts'

/** Codes and words in errors about content that is not allowed. */
const POLICY =
  /content[_ -]?(policy|filter|violation)|moderation[_ -]?(block|fail|flag|reject)|policy[_ -]?violation|safety[_ -]?(violation|block)|nsfw[_ -]?(content|detected)|sentinel[_ -]?block|(blocked|flagged|rejected) by [\w ]{0,40}(moderation|safety)/i
/** Words that show that such an error is about the output, not the input. */
const OF_OUTPUT = /\b(output|generated)\b/i
/** Words in errors about uploaded files. */
const OF_MATERIAL =
  /reference|upload|image|video (file|input)|audio|media|frame_path|first[_ ]frame|last[_ ]frame|decod/i

/** A server's error about a video that it refused or failed to make. */
export interface Complaint {
  readonly code: string
  readonly words: string
  /** Whether it blames the request, not the server. */
  readonly blamesRequest: boolean
  /** Whether it was sent before the render started. */
  readonly early?: boolean
  /** Whether it is about uploaded files; by default its words decide. */
  readonly ofMaterial?: boolean
}

/** The refusal that a complaint means; null if the server itself failed or the form of the request is wrong. */
export function refusalIn(complaint: Complaint, hasMaterial: boolean): Refusal | null {
  const { code, words, blamesRequest, early } = complaint
  const said = `${code} ${words}`.trim()
  const ofOutput = !early && OF_OUTPUT.test(said)
  if (POLICY.test(said)) return refusal(ofOutput ? 'content_policy_output' : 'content_policy_input', '', said)
  const { ofMaterial = OF_MATERIAL.test(said) } = complaint
  return blamesRequest && hasMaterial && ofMaterial ? refusal('invalid_asset', '', said) : null
}

/** Turns the error of a request into the engine's error. */
export function judged(error: unknown, hasMaterial: boolean): unknown {
  if (!(error instanceof ServerFault)) return error
  if (error.kind === 'refused') {
    const { code, words } = error
    return refusalIn({ code, words, blamesRequest: true, early: true }, hasMaterial) ?? error
  }
  // 404 means that the configured address is wrong, not that a video was lost.
  return error.kind === 'gone' ? new EngineFailure(error.message, { retry: false, cause: error }) : error
}
