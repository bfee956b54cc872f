import { Refusal } from '../engine.ts'
import { ServerFault } from '../http/call.ts'
import type { EngineSettings } from '../settings.ts'
import type { Sample } from './samples.ts'
import { Undeclared } from './try.ts'

/** What the operator can do about a failed sample. @param sample null: about the server as a whole */
export function adviceOf(error: unknown, settings: EngineSettings, sample: Sample | null): string {
  const { kind } = settings
  if (kind === 'procedural') return 'Set FFMPEG_PATH to a working ffmpeg, or install the optional dependency node-av.'
  const mode = sample?.task.mode ?? 'the mode'
  if (error instanceof Refusal) return 'Check the content filter: the sample is a picture of a lake at sunset.'
  if (error instanceof Undeclared && error.of === 'sound') {
    return `Make it produce sound, or set "sound": false for ${mode} in ENGINE_LIMITS.`
  }
  const fault = error instanceof Error && error.cause instanceof ServerFault ? error.cause : error
  const general = fault instanceof ServerFault ? ofServer(fault) : null
  if (general) return general
  const without = `leave ${mode} out of the modes of ENGINE_LIMITS`
  if (kind === 'command') return `Correct ENGINE_COMMAND, or ${without}.`
  if (sample?.task.accelerated) return 'Correct ENGINE_ACCELERATED_PARAMETERS: the mode may need its own.'
  const parameters = Object.keys(settings.parameters).length > 0 ? ' correct ENGINE_PARAMETERS,' : ''
  return `Set ENGINE_PROFILE to the server's model,${parameters} or ${without}.`
}

/** For errors that do not depend on the request. */
function ofServer({ kind, status }: ServerFault): string | null {
  if (status === 401 || status === 403) return 'Set ENGINE_API_KEY to a key of the server.'
  switch (kind) {
    case 'away':
      return status === null ? 'Start the server, or correct ENGINE_URL.' : "Read the server's log."
    case 'busy':
      return 'The server is busy, or still loads its model. Try again later.'
    case 'gone':
    case 'garbled':
      return 'Correct ENGINE_URL (the address without /v1) or ENGINE_PROFILE: another kind of server answers there.'
    default:
      return null
  }
}
