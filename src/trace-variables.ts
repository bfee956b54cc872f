import { z } from 'zod'

const SAMPLERS = ['always_on', 'always_off', 'traceidratio'] as const
type Root = (typeof SAMPLERS)[number]
const FOLLOWING = SAMPLERS.map((name) => `parentbased_${name}` as const)

/** How and where traces are sent. */
export interface TraceConfig {
  readonly url: string
  readonly protocol: 'http/protobuf' | 'http/json'
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly isCompressed: boolean
  /** How long an ended span waits for others that are sent with it. */
  readonly delayMs: number
  /** null for the name of the process. */
  readonly serviceName: string | null
  readonly resource: Readonly<Record<string, string>>
  readonly sampler: {
    readonly root: Root
    /** Whether the caller's decision counts more. */
    readonly followsParent: boolean
    readonly ratio: number
  }
}

/** `key=value,key=value` with values that may be percent-encoded, as OpenTelemetry has it. */
const pairs = (key: RegExp, value: RegExp) =>
  z
    .string()
    .optional()
    .transform((text, context): Record<string, string> => {
      const read = (text ?? '').split(',').flatMap((pair) => (pair.trim() === '' ? [] : [readPair(pair)]))
      const isRight = read.every((each) => each !== null && key.test(each[0]) && value.test(each[1]))
      if (isRight) return Object.fromEntries(read as [string, string][])
      context.addIssue({
        code: 'custom',
        message: 'must be key=value pairs separated by commas; encode other signs as %XX',
      })
      return z.NEVER
    })

function readPair(text: string): [name: string, value: string] | null {
  const at = text.indexOf('=')
  try {
    return at < 0 ? null : [text.slice(0, at).trim(), decodeURIComponent(text.slice(at + 1).trim())]
  } catch {
    return null
  }
}

const HEADER = /^[\w!#$%&'*+.^`|~-]+$/
const PRINTABLE = /^[\x20-\x7e]*$/

/** OpenTelemetry's own variables. Those of other signals and of other protocols are not read. */
export const TraceVariables = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(['http/protobuf', 'http/json'], { error: 'must be http/protobuf or http/json; gRPC is not supported' })
    .default('http/protobuf'),
  OTEL_EXPORTER_OTLP_HEADERS: pairs(HEADER, PRINTABLE),
  OTEL_EXPORTER_OTLP_TIMEOUT: z.coerce
    .number({ error: 'must be milliseconds' })
    .int()
    .min(1)
    .max(60_000)
    .default(10_000),
  OTEL_EXPORTER_OTLP_COMPRESSION: z.enum(['none', 'gzip'], { error: 'must be none or gzip' }).default('none'),
  OTEL_BSP_SCHEDULE_DELAY: z.coerce.number({ error: 'must be milliseconds' }).int().min(0).max(60_000).default(5000),
  OTEL_SERVICE_NAME: z.string().min(1).optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs(/^\S+$/, /^/),
  OTEL_TRACES_SAMPLER: z
    .enum([...SAMPLERS, ...FOLLOWING], { error: `must be ${[...SAMPLERS, ...FOLLOWING].join(', ')}` })
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number({ error: 'must be a number from 0 to 1' }).min(0).max(1).default(1),
  OTEL_SDK_DISABLED: z.stringbool({ error: 'must be true or false' }).default(false),
})

/** @returns null if tracing is off */
export function tracesOf(env: z.infer<typeof TraceVariables>): TraceConfig | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER: sampler } = env
  if (endpoint === undefined || env.OTEL_SDK_DISABLED) return null
  return {
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    protocol: env.OTEL_EXPORTER_OTLP_PROTOCOL,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS,
    timeoutMs: env.OTEL_EXPORTER_OTLP_TIMEOUT,
    isCompressed: env.OTEL_EXPORTER_OTLP_COMPRESSION === 'gzip',
    delayMs: env.OTEL_BSP_SCHEDULE_DELAY,
    serviceName: env.OTEL_SERVICE_NAME ?? null,
    resource: env.OTEL_RESOURCE_ATTRIBUTES,
    sampler: {
      root: sampler.replace('parentbased_', '') as Root,
      followsParent: sampler.startsWith('parentbased_'),
      ratio: env.OTEL_TRACES_SAMPLER_ARG,
    },
  }
}
