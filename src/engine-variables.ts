import { z } from 'zod'
import {
  ENDS,
  type EngineLimits,
  type FileLimits,
  MODES,
  type Mode,
  type ModeLimits,
  type ReferenceLimits,
} from './engine-limits.ts'

const positive = z.number().positive()
const size = z.int().positive()
const bounds = z.tuple([z.number().nonnegative(), positive])
const milliseconds = (seconds: number) => Math.round(seconds * 1000)

const Files = z
  .strictObject({
    max: z.int().min(0).optional(),
    /** Shortest and longest. */
    seconds: bounds.optional(),
    total_seconds: positive.optional(),
    max_bytes: size.optional(),
    total_bytes: size.optional(),
    min_side: size.optional(),
    max_side: size.optional(),
    /** Least and greatest. */
    ratio: bounds.optional(),
  })
  .transform(
    ({ max, seconds, total_seconds, max_bytes, total_bytes, min_side, max_side, ratio }): FileLimits => ({
      max,
      minMs: seconds && milliseconds(seconds[0]),
      maxMs: seconds && milliseconds(seconds[1]),
      totalMs: total_seconds === undefined ? undefined : milliseconds(total_seconds),
      maxBytes: max_bytes,
      totalBytes: total_bytes,
      minSide: min_side,
      maxSide: max_side,
      minRatio: ratio?.[0],
      maxRatio: ratio?.[1],
    }),
  )

const References = z
  .strictObject({
    max: z.int().min(1).max(15).optional(),
    audio_only: z.boolean().optional(),
    /** Audio files and videos with sound. */
    max_sounds: z.int().min(0).optional(),
    image: Files.optional(),
    video: Files.optional(),
    audio: Files.optional(),
  })
  .transform(
    ({ audio_only: audioOnly, max_sounds: maxSounds, ...others }): ReferenceLimits => ({
      audioOnly,
      maxSounds,
      ...others,
    }),
  )

const OfMode = z
  .strictObject({
    /** Shortest and longest requested duration. */
    seconds: bounds.optional(),
    ends: z.array(z.enum(ENDS)).min(1).optional(),
    image: Files.optional(),
    references: References.optional(),
    sound: z.boolean().optional(),
    accelerated: z.boolean().optional(),
  })
  .transform(
    ({ seconds, ...others }): ModeLimits => ({
      minMs: seconds && milliseconds(seconds[0]),
      maxMs: seconds && milliseconds(seconds[1]),
      ...others,
    }),
  )

const MODE = z.enum(MODES)

/** An operator's or a command's own limits, as JSON. Members that are missing have the engine's defaults. */
export const LimitsSetting = z.strictObject({
  modes: z.union([z.array(MODE).min(1), z.partialRecord(MODE, OfMode)]).optional(),
  max_references: z.int().min(1).max(15).nullable().optional(),
  audio_only: z.boolean().optional(),
  context_ir: z.boolean().optional(),
  progress: z.boolean().optional(),
})
export type LimitsSetting = z.infer<typeof LimitsSetting>

const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON' })
    return z.NEVER
  }
})
const parameters = json.pipe(z.record(z.string(), z.unknown(), { error: 'must be a JSON object' })).optional()

/** A shell's quotes, closed. */
const COMMAND = /^(?:[^'"\\]|\\.?|'[^']*'|"(?:[^"\\]|\\.)*")+$/s

/** The variables of a worker's engine; `config.ts` checks which of them ENGINE reads. */
export const EngineVariables = z.object({
  ENGINE: z.enum(['procedural', 'command', 'openai-video', 'lightx2v', 'comfyui']).default('procedural'),
  ENGINE_COMMAND: z.string().trim().regex(COMMAND, { error: 'must be a command line with closed quotes' }).optional(),
  ENGINE_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  ENGINE_API_KEY: z.string().min(1).optional(),
  ENGINE_MODEL: z.string().min(1).optional(),
  ENGINE_PROFILE: z.string().min(1).optional(),
  ENGINE_WORKFLOW: z.string().min(1).optional(),
  ENGINE_SHARED_FILES: z.stringbool({ error: 'must be true or false' }).optional(),
  ENGINE_PARAMETERS: parameters,
  ENGINE_ACCELERATED_PARAMETERS: parameters,
  ENGINE_LIMITS: json.pipe(LimitsSetting).optional(),
})
export type EngineVariables = z.infer<typeof EngineVariables>

/** The limits of a setting over an engine's defaults. */
export function limitsOf(setting: LimitsSetting, usual: EngineLimits): EngineLimits {
  const { modes = Object.keys(usual.modes) as Mode[], max_references: max, audio_only: audioOnly } = setting
  const own = Array.isArray(modes) ? Object.fromEntries(modes.map((mode): [Mode, ModeLimits] => [mode, {}])) : modes
  const references = defined({ max: max ?? undefined, audioOnly })
  const merged = MODES.flatMap((mode): [Mode, ModeLimits][] => {
    if (!own[mode]) return []
    const limits = over(usual.modes[mode] ?? {}, own[mode])
    return [[mode, mode === 'reference_to_video' ? over(limits, { references }) : limits]]
  })
  return {
    modes: Object.fromEntries(merged),
    contextIr: setting.context_ir ?? usual.contextIr,
    progress: setting.progress ?? usual.progress,
  }
}

/** Members that are set win, also inside members. */
function over<T extends object>(usual: T, own: T): T {
  const merged = { ...usual } as Record<string, unknown>
  for (const [name, value] of Object.entries(defined(own))) {
    const before = merged[name]
    merged[name] = isRecord(value) && isRecord(before) ? over(before, value) : value
  }
  return merged as T
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

function defined<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Partial<T>
}
