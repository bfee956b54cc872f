import { MODES, type Mode } from '../../src/engine-limits.ts'
import type { EngineVariables, LimitsSetting } from '../../src/engine-variables.ts'
import { splitArguments } from '../../src/lib/argv.ts'

/** Extra fields for every request to a model server. */
export type Parameters = Readonly<Record<string, unknown>>

export interface ServerSettings {
  readonly kind: 'openai-video' | 'lightx2v' | 'comfyui'
  /** Name of the profile. */
  readonly profile: string
  /** Without a trailing slash. */
  readonly url: string
  readonly apiKey: string | null
  /** The name that the server gives its model. */
  readonly model: string | null
  readonly parameters: Parameters
  /** Extra parameters of an accelerated render, by mode; a mode that is absent has no faster way. */
  readonly acceleratedParameters: { readonly [M in Mode]?: Parameters }
  /** Whether the server has access to this machine's temporary files under the same paths. */
  readonly sharedFiles: boolean
  /** Path of the operator's own workflow with its node map; null for that of the profile. */
  readonly workflow: string | null
  readonly limits: LimitsSetting
}

export interface CommandSettings {
  readonly kind: 'command'
  readonly command: readonly [program: string, ...rest: string[]]
  /** null: the command is asked for its limits. */
  readonly limits: LimitsSetting | null
}

export type EngineSettings = { readonly kind: 'procedural' } | CommandSettings | ServerSettings

/** The engine of valid variables. */
export function settingsOf(variables: EngineVariables): EngineSettings {
  const { ENGINE: kind } = variables
  if (kind === 'procedural') return { kind }
  if (kind === 'command') {
    const [program = '', ...rest] = splitArguments(variables.ENGINE_COMMAND ?? '')
    return { kind, command: [program, ...rest], limits: variables.ENGINE_LIMITS ?? null }
  }
  return {
    kind,
    profile: variables.ENGINE_PROFILE ?? '',
    url: (variables.ENGINE_URL ?? '').replace(/\/+$/, ''),
    apiKey: variables.ENGINE_API_KEY ?? null,
    model: variables.ENGINE_MODEL ?? null,
    parameters: variables.ENGINE_PARAMETERS ?? {},
    acceleratedParameters: byMode(variables.ENGINE_ACCELERATED_PARAMETERS),
    sharedFiles: variables.ENGINE_SHARED_FILES ?? false,
    workflow: variables.ENGINE_WORKFLOW ?? null,
    limits: variables.ENGINE_LIMITS ?? {},
  }
}

/** Parameters by mode (`{"text_to_video": {…}}`), or the same for all modes. */
function byMode(parameters: Parameters | undefined): ServerSettings['acceleratedParameters'] {
  if (!parameters) return {}
  const isByMode = Object.keys(parameters).every((name) => MODES.some((mode) => mode === name))
  return isByMode ? parameters : Object.fromEntries(MODES.map((mode) => [mode, parameters]))
}
