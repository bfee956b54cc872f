import { z } from 'zod'
import { splitWords } from './words.ts'

const MODES = ['text_to_video', 'image_to_video', 'reference_to_video'] as const

/** What the other side can do; each part left out is the engine's own default. */
export const LimitsSetting = z.strictObject({
  modes: z.array(z.enum(MODES)).min(1).optional(),
  max_references: z.int().min(1).max(15).nullable().optional(),
  audio_only: z.boolean().optional(),
})
export type LimitsSetting = z.infer<typeof LimitsSetting>

/** Further fields of every request to a model server. */
export type Parameters = Readonly<Record<string, unknown>>

const fromJson = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON' })
    return z.NEVER
  }
})

const command = z.string().transform((line, context) => {
  try {
    const [program, ...rest] = splitWords(line)
    if (program) return [program, ...rest] as const
    context.addIssue({ code: 'custom', message: 'must name a program' })
  } catch (error) {
    context.addIssue({ code: 'custom', message: String((error as Error).message) })
  }
  return z.NEVER
})

const parameters = fromJson.pipe(z.record(z.string(), z.unknown(), { error: 'must be a JSON object' }))

/** The variables that choose and describe the engine. */
export const ENGINE_VARIABLES = {
  ENGINE: z.enum(['procedural', 'command', 'openai-video', 'lightx2v']).default('procedural'),
  ENGINE_COMMAND: command.optional(),
  ENGINE_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  ENGINE_API_KEY: z.string().min(1).optional(),
  ENGINE_MODEL: z.string().min(1).optional(),
  ENGINE_DIALECT: z.enum(['vllm-omni', 'sglang']).optional(),
  ENGINE_SHARED_FILES: z.stringbool({ error: 'must be true or false' }).optional(),
  ENGINE_PARAMETERS: parameters.optional(),
  ENGINE_ACCELERATED_PARAMETERS: parameters.optional(),
  ENGINE_LIMITS: fromJson.pipe(LimitsSetting).optional(),
}

type Env = z.infer<z.ZodObject<typeof ENGINE_VARIABLES>>
type Name = keyof Env

interface ServerConfig {
  /** Without the slash behind it. */
  readonly url: string
  readonly apiKey: string | null
  readonly parameters: Parameters
  /** Added where a render may be accelerated; null: this server has no faster way. */
  readonly acceleratedParameters: Parameters | null
  readonly limits: LimitsSetting
}

export interface OpenaiVideoConfig extends ServerConfig {
  readonly kind: 'openai-video'
  readonly model: string | null
  readonly dialect: 'vllm-omni' | 'sglang'
}

export interface Lightx2vConfig extends ServerConfig {
  readonly kind: 'lightx2v'
  /** The server sees this machine's temporary files under the same paths. */
  readonly sharedFiles: boolean
}

export interface CommandConfig {
  readonly kind: 'command'
  readonly command: readonly [program: string, ...rest: string[]]
  /** null: the command is asked. */
  readonly limits: LimitsSetting | null
}

export type EngineConfig = { readonly kind: 'procedural' } | CommandConfig | OpenaiVideoConfig | Lightx2vConfig

const OF_SERVERS: readonly Name[] = [
  'ENGINE_URL',
  'ENGINE_API_KEY',
  'ENGINE_PARAMETERS',
  'ENGINE_ACCELERATED_PARAMETERS',
  'ENGINE_LIMITS',
]

const READ: Readonly<Record<Env['ENGINE'], readonly Name[]>> = {
  procedural: [],
  command: ['ENGINE_COMMAND', 'ENGINE_LIMITS'],
  'openai-video': [...OF_SERVERS, 'ENGINE_MODEL', 'ENGINE_DIALECT'],
  lightx2v: [...OF_SERVERS, 'ENGINE_SHARED_FILES'],
}

/** What the task itself decides; a parameter of that name would break what callers were promised. */
const RESERVED: Partial<Record<Env['ENGINE'], readonly string[]>> = {
  'openai-video': ['prompt', 'size', 'width', 'height', 'num_frames', 'fps', 'seconds', 'seed', 'input_reference'],
  lightx2v: ['task_id', 'prompt', 'seed', 'target_video_length', 'target_shape', 'save_result_path'],
}

/** What is wrong with the variables together. Those that are wrong by themselves may be of any form here. */
export function problemsOfEngine(env: Env): [name: string, problem: string][] {
  const { ENGINE: engine } = env
  const read = READ[engine] as readonly Name[] | undefined
  if (!read) return []
  const problems: [string, string][] = []
  for (const name of ['ENGINE_COMMAND', 'ENGINE_URL'] as const) {
    if (read.includes(name) && env[name] === undefined) problems.push([name, `must be set where ENGINE is ${engine}`])
  }
  for (const name of Object.keys(ENGINE_VARIABLES) as Name[]) {
    if (name === 'ENGINE' || read.includes(name) || env[name] === undefined) continue
    problems.push([name, `is set, but ENGINE is ${engine}, which does not read it`])
  }
  for (const name of ['ENGINE_PARAMETERS', 'ENGINE_ACCELERATED_PARAMETERS'] as const) {
    const own = RESERVED[engine]?.filter((field) => Object.hasOwn(Object(env[name]), field)) ?? []
    if (own.length > 0) problems.push([name, `must not set ${own.join(', ')}: the task does`])
  }
  const modes: unknown = (env.ENGINE_LIMITS as LimitsSetting | undefined)?.modes
  if (!Array.isArray(modes) || !modes.includes('reference_to_video')) return problems
  if (engine === 'openai-video' && env.ENGINE_DIALECT === 'sglang') {
    problems.push(['ENGINE_LIMITS', 'must not hold reference_to_video: SGLang takes one start image and nothing else'])
  }
  if (engine === 'lightx2v' && env.ENGINE_SHARED_FILES !== true) {
    problems.push(['ENGINE_LIMITS', 'must not hold reference_to_video without ENGINE_SHARED_FILES=true'])
  }
  return problems
}

/** The engine of variables without problems. */
export function engineOf(env: Env): EngineConfig {
  const { ENGINE: kind, ENGINE_COMMAND, ENGINE_URL } = env
  if (kind === 'command' && ENGINE_COMMAND) {
    return { kind, command: ENGINE_COMMAND, limits: env.ENGINE_LIMITS ?? null }
  }
  const server = {
    url: (ENGINE_URL ?? '').replace(/\/+$/, ''),
    apiKey: env.ENGINE_API_KEY ?? null,
    parameters: env.ENGINE_PARAMETERS ?? {},
    acceleratedParameters: env.ENGINE_ACCELERATED_PARAMETERS ?? null,
    limits: env.ENGINE_LIMITS ?? {},
  }
  if (kind === 'openai-video') {
    return { kind, ...server, model: env.ENGINE_MODEL ?? null, dialect: env.ENGINE_DIALECT ?? 'vllm-omni' }
  }
  if (kind === 'lightx2v') return { kind, ...server, sharedFiles: env.ENGINE_SHARED_FILES ?? false }
  return { kind: 'procedural' }
}
