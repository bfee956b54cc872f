import { type Config, ConfigError } from '../../src/config.ts'
import { EVERYTHING } from '../../src/engine-limits.ts'
import { limitsOf } from '../../src/engine-variables.ts'
import type { Log } from '../../src/lib/log.ts'
import { commandEngine, describeCommand } from './command.ts'
import type { Engine } from './engine.ts'
import type { Pace } from './http/pace.ts'
import type { HttpOptions } from './http.ts'
import { proceduralEngine } from './procedural.ts'
import { PROFILES } from './profiles.ts'
import { type CommandSettings, type ServerSettings, settingsOf } from './settings.ts'

type Choice = Pick<Config, 'engine' | 'x264Preset' | 'ffmpegPath' | 'watermark'>

/** The engine of the configuration. @throws ConfigError if there is no codec or a command does not describe itself */
export async function chooseEngine(config: Choice, log: Log, pace?: Partial<Pace>): Promise<Engine> {
  const { x264Preset, ffmpegPath, watermark } = config
  assertCodec(ffmpegPath)
  const engine = settingsOf(config.engine)
  const finish = engine.kind === 'procedural' ? {} : { comment: 'vidgate' }
  const embedded = proceduralEngine({ preset: x264Preset, ffmpegPath, watermark, ...finish })
  switch (engine.kind) {
    case 'procedural':
      return embedded
    case 'command':
      return chooseCommand(engine, embedded, log)
    default:
      return chooseServer(engine, { embedded, ffmpegPath, preset: x264Preset, log, pace })
  }
}

/** @throws ConfigError if there is neither a configured ffmpeg nor node-av, which an install can omit */
function assertCodec(ffmpegPath: string | null): void {
  if (ffmpegPath !== null) return
  try {
    import.meta.resolve('node-av/lib')
  } catch (cause) {
    throw new ConfigError('No codec: node-av is not installed. Set FFMPEG_PATH to the program ffmpeg.', { cause })
  }
}

async function chooseCommand({ command, limits }: CommandSettings, embedded: Engine, log: Log): Promise<Engine> {
  if (limits) return commandEngine({ command, limits: limitsOf(limits, EVERYTHING), embedded, log })
  try {
    const { stages, ...described } = await describeCommand(command, log)
    return commandEngine({ command, limits: limitsOf(described, EVERYTHING), stages, embedded, log })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`ENGINE_COMMAND: ${why}. Fix the command, or set ENGINE_LIMITS so that it need not be asked.`)
  }
}

type Common = Pick<HttpOptions, 'embedded' | 'ffmpegPath' | 'preset' | 'log' | 'pace'>

async function chooseServer(settings: ServerSettings, common: Common): Promise<Engine> {
  const known = PROFILES.filter(({ engine }) => engine === settings.kind)
  const profile = known.find(({ name }) => name === settings.profile)
  if (!profile) {
    const names = known.map(({ name }) => name).join(', ')
    throw new ConfigError(`ENGINE_PROFILE: set one of ${names}. (docs/engines describes them.)`)
  }
  // Its readers of videos are loaded only by workers with a model server.
  const { httpEngine } = await import('./http.ts')
  return httpEngine({ ...common, profile, settings })
}
