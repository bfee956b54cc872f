import type { z } from 'zod'
import type { EngineVariables, LimitsSetting as Limits } from '../../src/config.ts'
import { splitArguments } from '../../src/lib/argv.ts'

export type LimitsSetting = z.infer<typeof Limits>

/** Extra fields for every request to a model server. */
export type Parameters = Readonly<Record<string, unknown>>

interface ServerSettings {
  /** Without a trailing slash. */
  readonly url: string
  readonly apiKey: string | null
  readonly parameters: Parameters
  /** Extra parameters if a render may be accelerated; null: this server has no faster mode. */
  readonly acceleratedParameters: Parameters | null
  readonly limits: LimitsSetting
}

export interface OpenaiVideoSettings extends ServerSettings {
  readonly kind: 'openai-video'
  readonly model: string | null
  readonly dialect: 'vllm-omni' | 'sglang'
}

export interface Lightx2vSettings extends ServerSettings {
  readonly kind: 'lightx2v'
  /** The server has access to this machine's temporary files under the same paths. */
  readonly sharedFiles: boolean
}

export interface CommandSettings {
  readonly kind: 'command'
  readonly command: readonly [program: string, ...rest: string[]]
  /** null: the command is asked for its limits. */
  readonly limits: LimitsSetting | null
}

export type EngineSettings = { readonly kind: 'procedural' } | CommandSettings | OpenaiVideoSettings | Lightx2vSettings

/** The engine of valid variables. */
export function settingsOf(variables: EngineVariables): EngineSettings {
  const { ENGINE: kind } = variables
  switch (kind) {
    case 'procedural':
      return { kind }
    case 'command': {
      const [program = '', ...rest] = splitArguments(variables.ENGINE_COMMAND ?? '')
      return { kind, command: [program, ...rest], limits: variables.ENGINE_LIMITS ?? null }
    }
    case 'openai-video': {
      const { ENGINE_MODEL: model = null, ENGINE_DIALECT: dialect = 'vllm-omni' } = variables
      return { kind, ...serverOf(variables), model, dialect }
    }
    case 'lightx2v':
      return { kind, ...serverOf(variables), sharedFiles: variables.ENGINE_SHARED_FILES ?? false }
  }
}

function serverOf(variables: EngineVariables): ServerSettings {
  return {
    url: (variables.ENGINE_URL ?? '').replace(/\/+$/, ''),
    apiKey: variables.ENGINE_API_KEY ?? null,
    parameters: variables.ENGINE_PARAMETERS ?? {},
    acceleratedParameters: variables.ENGINE_ACCELERATED_PARAMETERS ?? null,
    limits: variables.ENGINE_LIMITS ?? {},
  }
}
