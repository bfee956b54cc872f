import { z } from 'zod'
import { type ContentConfig, ContentVariables, contentOf, problemsOfModeration } from './content-variables.ts'
import { EngineVariables } from './engine-variables.ts'
import { JOB_RETENTION_S } from './limits.ts'
import { type TraceConfig, TraceVariables, tracesOf } from './trace-variables.ts'

const list = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((text) => text.split(',').flatMap((item) => item.trim() || []))

const seconds = z.coerce.number({ error: 'must be seconds' })
const secret = (shape: RegExp, error: string) => z.string().regex(shape, { error }).optional()

export const CAPABILITIES = ['encode', 'render', 'lora', 'upscale', 'package'] as const

const S3_BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const S3_PREFIX = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*\/?$/

const NETWORK = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
const HOPS = z.stringFormat('hops', /^([1-9]|1[0-6])$/).transform(Number)
const PROXIES_ERROR = 'must be the number of proxies (1 to 16), or their addresses and networks, separated by commas'

const Environment = z
  .object({
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
    DATA_DIR: z.string().min(1).default('.data'),
    DISK_RESERVE_MB: z.coerce.number({ error: 'must be megabytes' }).min(0).default(256),
    S3_BUCKET: z.string().regex(S3_BUCKET, { error: 'must be the name of a bucket' }).optional(),
    S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
    S3_REGION: z.string().min(1).optional(),
    S3_ACCESS_KEY_ID: z.string().min(1).optional(),
    S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
    S3_DOWNLOADS: z.enum(['proxy', 'redirect']).optional(),
    S3_PUBLIC_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
    S3_PREFIX: z
      .string()
      .max(200)
      .regex(S3_PREFIX, { error: 'must be names separated by slashes' })
      .transform((text) => text.replace(/\/$/, ''))
      .optional(),
    HOST: z.string().min(1).default('127.0.0.1'),
    PORT: z.coerce.number({ error: 'must be a port number' }).int().min(0).max(65535).default(4000),
    METRICS_PORT: z.coerce.number({ error: 'must be a port number' }).int().min(0).max(65535).optional(),
    PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
    TRUST_PROXY: z
      .union([HOPS, list('').pipe(z.array(NETWORK).min(1, { error: PROXIES_ERROR }))], { error: PROXIES_ERROR })
      .optional(),
    CORS_ORIGINS: list('*'),
    SEED_API_KEY: secret(/^vgk_[A-Za-z0-9]{4,}$/, 'must be vgk_ and at least four letters or digits'),
    OPERATOR_KEY: secret(/^vgo_[A-Za-z0-9]{16,}$/, 'must be vgo_ and at least sixteen letters or digits'),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    WORKER_CAPABILITIES: list('encode,render,upscale,package').pipe(z.array(z.enum(CAPABILITIES)).min(1)),
    WORKER_POOL: z
      .string()
      .regex(/^(shared|pro|acc_[0-9a-z]+)$/, { error: 'must be shared, pro or the id of an account' })
      .default('shared'),
    MAX_WAIT_SECONDS: seconds.int().min(1).lt(JOB_RETENTION_S, { error: 'must be less than 14 days' }).default(86_400),
    WORKER_GRACE_SECONDS: seconds.min(0).max(3600).default(10),
    FFMPEG_PATH: z.string().min(1).optional(),
    PROMPT_OPTIMIZER_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
    PROMPT_OPTIMIZER_MODEL: z.string().min(1).optional(),
    PROMPT_OPTIMIZER_API_KEY: z.string().min(1).optional(),
    WEBHOOK_ALLOW_HTTP: z.stringbool({ error: 'must be true or false' }).default(false),
    WEBHOOK_ALLOW_PRIVATE: z.stringbool({ error: 'must be true or false' }).default(false),
    X264_PRESET: z.enum(['ultrafast', 'superfast', 'veryfast', 'faster', 'fast', 'medium']).default('veryfast'),
    ...ContentVariables.shape,
    ...EngineVariables.shape,
    ...TraceVariables.shape,
  })
  .superRefine(
    (env, context) => {
      const problems = [problemsOfOptimizer(env), problemsOfS3(env), problemsOfModeration(env), problemsOfEngine(env)]
      for (const [name, message] of problems.flat()) {
        context.addIssue({ code: 'custom', path: [name], message })
      }
    },
    // Checked together with the other problems, not only after them.
    { when: () => true },
  )

function problemsOfOptimizer(env: Readonly<Record<string, unknown>>): [name: string, problem: string][] {
  const isHalf = env['PROMPT_OPTIMIZER_URL'] !== undefined && env['PROMPT_OPTIMIZER_MODEL'] === undefined
  return isHalf ? [['PROMPT_OPTIMIZER_MODEL', 'must be set if PROMPT_OPTIMIZER_URL is']] : []
}

function problemsOfS3(env: Readonly<Record<string, unknown>>): [name: string, problem: string][] {
  const [id, secret] = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
  const names = ['S3_ENDPOINT', 'S3_REGION', id, secret, 'S3_DOWNLOADS', 'S3_PUBLIC_ENDPOINT', 'S3_PREFIX']
  const others = names.filter((name) => env[name] !== undefined)
  const problems: [string, string][] = []
  if (env[id] !== undefined && env[secret] === undefined) problems.push([secret, `must be set if ${id} is`])
  if (env[secret] !== undefined && env[id] === undefined) problems.push([id, `must be set if ${secret} is`])
  if (env['S3_PUBLIC_ENDPOINT'] !== undefined && env['S3_DOWNLOADS'] !== 'redirect') {
    problems.push(['S3_PUBLIC_ENDPOINT', 'is set, but only S3_DOWNLOADS=redirect uses it'])
  }
  if (env['S3_BUCKET'] === undefined && others.length > 0) {
    problems.push(['S3_BUCKET', `must be set if ${others.join(', ')} ${others.length > 1 ? 'are' : 'is'}`])
  }
  return problems
}

const OF_SERVERS = ['PROFILE', 'URL', 'API_KEY', 'PARAMETERS', 'ACCELERATED_PARAMETERS', 'LIMITS']
const READ_BY: Readonly<Record<string, readonly string[]>> = {
  procedural: [],
  command: ['COMMAND', 'LIMITS'],
  'openai-video': [...OF_SERVERS, 'MODEL'],
  lightx2v: [...OF_SERVERS, 'SHARED_FILES'],
  comfyui: [...OF_SERVERS, 'WORKFLOW'],
}

/** A variable that the engine does not read is a problem too, so that a wrong ENGINE does not go unnoticed. */
function problemsOfEngine(env: Readonly<Record<string, unknown>>): [name: string, problem: string][] {
  const engine = String(env['ENGINE'])
  const problems: [string, string][] = []
  for (const name of READ_BY[engine] ? Object.keys(EngineVariables.shape).slice(1) : []) {
    const [read, set] = [READ_BY[engine]?.includes(name.slice(7)), env[name] !== undefined]
    if (set && !read) problems.push([name, `is set, but ENGINE is ${engine}, which does not read it`])
    if (read && !set && /COMMAND|URL|PROFILE/.test(name)) problems.push([name, `must be set if ENGINE is ${engine}`])
  }
  return problems
}

type Environment = z.infer<typeof Environment>

export type Capability = (typeof CAPABILITIES)[number]

/** A bucket of S3 or of a compatible server. */
export interface S3Config {
  readonly bucket: string
  /** null for Amazon's endpoint of the region. */
  readonly endpoint: string | null
  readonly region: string
  /** null for the credentials that the SDK finds (environment, files, the machine's role). */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null
  /** Clients download from the bucket itself, by signed addresses (docs/decisions/storage.md#redirected-downloads). */
  readonly redirectsDownloads: boolean
  /** Endpoint in these addresses; null for `endpoint`. */
  readonly publicEndpoint: string | null
  /** Prefix of the keys in the bucket, without the final slash. */
  readonly prefix: string | null
}

export interface Config extends ContentConfig {
  readonly databaseUrl: string | null
  readonly dataDir: string
  /** With less free space in `dataDir` no uploads are accepted, because the database may need it. */
  readonly diskReserveBytes: number
  /** null to store objects in `dataDir`. */
  readonly s3: S3Config | null
  readonly host: string
  readonly port: number
  /** Separate port for health and metrics; null for none. */
  readonly metricsPort: number | null
  readonly publicUrl: string | null
  /** Proxies whose `X-Forwarded-For` is believed: their number, or addresses and networks; null for none. */
  readonly trustProxy: number | readonly string[] | null
  readonly corsOrigins: readonly string[]
  readonly seedApiKey: string | null
  /** Key for `/admin/graphql` and the export of `/admin`; without it there are no such routes. */
  readonly operatorKey: string | null
  readonly logLevel: Environment['LOG_LEVEL']
  readonly workerCapabilities: readonly Capability[]
  readonly workerPool: string
  readonly workerGraceSeconds: number
  /** Longest wait of a stage for a worker (docs/rules/tasks.md#failures). */
  readonly maxWaitSeconds: number
  readonly ffmpegPath: string | null
  /** The chat model that optimises prompts; null for the embedded rules. */
  readonly promptOptimizer: { readonly url: string; readonly model: string; readonly apiKey: string | null } | null
  /** Allows webhooks over http and to private networks, for development only. */
  readonly webhook: { readonly allowHttp: boolean; readonly allowPrivate: boolean }
  readonly x264Preset: Environment['X264_PRESET']
  /** Settings of the engine; `workers/engine/settings.ts` reads them. */
  readonly engine: EngineVariables
  /** null if traces are not sent. */
  readonly traces: TraceConfig | null
}

/** Names of all variables; a test compares them with `.env.example`. */
export const VARIABLES = Object.keys(Environment.shape)

export class ConfigError extends Error {}

function promptOptimizerOf(env: Environment): Config['promptOptimizer'] {
  const { PROMPT_OPTIMIZER_URL: url, PROMPT_OPTIMIZER_MODEL: model, PROMPT_OPTIMIZER_API_KEY: apiKey } = env
  return url && model ? { url, model, apiKey: apiKey ?? null } : null
}

function s3Of(env: Environment): S3Config | null {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (bucket === undefined) return null
  return {
    bucket,
    endpoint: env.S3_ENDPOINT ?? null,
    region: env.S3_REGION ?? 'us-east-1',
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
    redirectsDownloads: env.S3_DOWNLOADS === 'redirect',
    publicEndpoint: env.S3_PUBLIC_ENDPOINT ?? null,
    prefix: env.S3_PREFIX ?? null,
  }
}

/**
 * Reads the environment once, at start. An empty variable counts as not set.
 * @param defaults a command's own values for variables that are not set
 * @throws ConfigError with all problems
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env, defaults: NodeJS.ProcessEnv = {}): Config {
  const set = Object.entries(environment).filter(([, value]) => value !== '')
  const present = { ...defaults, ...Object.fromEntries(set) }
  const parsed = Environment.safeParse(present)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `  ${issue.path[0]?.toString()}: ${issue.message}`)
    throw new ConfigError(`The configuration has ${problems.length} problem(s):\n${problems.join('\n')}`)
  }
  const env = parsed.data
  return {
    databaseUrl: env.DATABASE_URL ?? null,
    dataDir: env.DATA_DIR,
    diskReserveBytes: env.DISK_RESERVE_MB * 1024 * 1024,
    s3: s3Of(env),
    host: env.HOST,
    port: env.PORT,
    metricsPort: env.METRICS_PORT ?? null,
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    trustProxy: env.TRUST_PROXY ?? null,
    corsOrigins: env.CORS_ORIGINS,
    seedApiKey: env.SEED_API_KEY ?? null,
    operatorKey: env.OPERATOR_KEY ?? null,
    logLevel: env.LOG_LEVEL,
    workerCapabilities: env.WORKER_CAPABILITIES,
    workerPool: env.WORKER_POOL,
    workerGraceSeconds: env.WORKER_GRACE_SECONDS,
    maxWaitSeconds: env.MAX_WAIT_SECONDS,
    ffmpegPath: env.FFMPEG_PATH ?? null,
    promptOptimizer: promptOptimizerOf(env),
    webhook: { allowHttp: env.WEBHOOK_ALLOW_HTTP, allowPrivate: env.WEBHOOK_ALLOW_PRIVATE },
    ...contentOf(env),
    x264Preset: env.X264_PRESET,
    engine: env,
    traces: tracesOf(env),
  }
}
