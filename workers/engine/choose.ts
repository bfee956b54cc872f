import { type Config, ConfigError } from '../../src/config.ts'
import type { Log } from '../../src/lib/log.ts'
import { commandEngine, describeCommand } from './command.ts'
import type { Engine, EngineLimits } from './engine.ts'
import { lightx2v } from './http/lightx2v.ts'
import { openaiVideo } from './http/openai-video.ts'
import { httpEngine } from './http.ts'
import { proceduralEngine } from './procedural.ts'
import {
  type CommandSettings,
  type Lightx2vSettings,
  type LimitsSetting,
  type OpenaiVideoSettings,
  settingsOf,
} from './settings.ts'

/**
 * Default limits of a model server: text only, since each serves one model, and the references of the model that both servers
 * were made for.
 */
const SERVER_LIMITS: EngineLimits = { modes: ['text_to_video'], maxReferences: 12, audioOnly: false }
/** A command that does not describe its limits is assumed to support everything. */
const COMMAND_LIMITS: EngineLimits = {
  modes: ['text_to_video', 'image_to_video', 'reference_to_video'],
  maxReferences: null,
  audioOnly: true,
}

type Choice = Pick<Config, 'engine' | 'x264Preset' | 'ffmpegPath'>

/** The engine of the configuration. @throws ConfigError if a command does not describe itself */
export async function chooseEngine(config: Choice, log: Log): Promise<Engine> {
  const { x264Preset, ffmpegPath } = config
  const engine = settingsOf(config.engine)
  const finish = engine.kind === 'procedural' ? {} : { comment: 'vidgate' }
  const embedded = proceduralEngine({ preset: x264Preset, ffmpegPath, ...finish })
  switch (engine.kind) {
    case 'procedural':
      return embedded
    case 'command':
      return chooseCommand(engine, embedded, log)
    case 'openai-video':
      return httpEngine({ ...serverOf(engine, embedded, ffmpegPath, log), api: openaiVideo(engine) })
    case 'lightx2v':
      return httpEngine({ ...serverOf(engine, embedded, ffmpegPath, log), api: lightx2v(engine) })
  }
}

async function chooseCommand({ command, limits }: CommandSettings, embedded: Engine, log: Log): Promise<Engine> {
  if (limits) return commandEngine({ command, limits: limitsOf(limits, COMMAND_LIMITS), embedded, log })
  try {
    const { stages, ...described } = await describeCommand(command, log)
    return commandEngine({ command, limits: limitsOf(described, COMMAND_LIMITS), stages, embedded, log })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`ENGINE_COMMAND: ${why}. Fix the command, or set ENGINE_LIMITS so that it need not be asked.`)
  }
}

function serverOf(
  engine: OpenaiVideoSettings | Lightx2vSettings,
  embedded: Engine,
  ffmpegPath: string | null,
  log: Log,
) {
  const accelerates = engine.acceleratedParameters !== null
  return { name: engine.kind, limits: limitsOf(engine.limits, SERVER_LIMITS), accelerates, embedded, ffmpegPath, log }
}

function limitsOf(setting: LimitsSetting, usual: EngineLimits): EngineLimits {
  const { modes, max_references: maxReferences, audio_only: audioOnly } = setting
  return {
    modes: modes ?? usual.modes,
    maxReferences: maxReferences === undefined ? usual.maxReferences : maxReferences,
    audioOnly: audioOnly ?? usual.audioOnly,
  }
}
