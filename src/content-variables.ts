import { z } from 'zod'

/** The characters that can be drawn without a font. */
const WATERMARK = /^[A-Za-z0-9 .,:_/|+&@()©·'!?-]{1,40}$/
const WATERMARK_ERROR = "must be at most 40 Latin letters, digits, spaces and signs of .,:-_/|+&@()©·'!?"

/** With its repeats, a question must end before the longest run of an encode, which is 5 minutes. */
const MODERATION_MAX_SECONDS = 240
const MODERATION_SECONDS = 30

/** Visible ASCII, as in a header. */
const TOKEN = /^[\x21-\x7e]{1,1000}$/

/** Variables about the content of videos: the moderation service, and the marks of finished videos. */
export const ContentVariables = z.object({
  MODERATION_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
    .refine((url) => !/^[^/]*\/\/[^/?#]*@/.test(url), {
      error: 'must be an address without a name and password; set MODERATION_SECRET',
    })
    .optional(),
  MODERATION_SECRET: z.string().regex(TOKEN, { error: 'must be visible ASCII characters without spaces' }).optional(),
  MODERATION_UNAVAILABLE: z.enum(['refuse', 'allow'], { error: 'must be refuse or allow' }).optional(),
  MODERATION_TIMEOUT_SECONDS: z.coerce
    .number({ error: 'must be 1 to 240 seconds' })
    .min(1)
    .max(MODERATION_MAX_SECONDS)
    .optional(),
  PROVENANCE: z.stringbool({ error: 'must be on or off' }).default(true),
  WATERMARK: z.string().trim().regex(WATERMARK, { error: WATERMARK_ERROR }).optional(),
})

/** The operator's moderation service (docs/operating/moderation.md). */
export interface ModerationConfig {
  readonly url: string
  /** Sent as a bearer token; null for none. */
  readonly secret: string | null
  /** What a question without an answer decides. */
  readonly unavailable: 'refuse' | 'allow'
  /** Limit of a question with its repeats. */
  readonly timeoutMs: number
}

/** Variables that have no effect because there is no service. */
export function problemsOfModeration(env: Readonly<Record<string, unknown>>): [name: string, problem: string][] {
  if (env['MODERATION_URL'] !== undefined) return []
  const others = Object.keys(ContentVariables.shape).filter((name) => name.startsWith('MODERATION_'))
  return others.filter((name) => env[name] !== undefined).map((name) => [name, 'is set, but MODERATION_URL is not'])
}

export interface ContentConfig {
  /** A text that the embedded packer draws on videos. */
  readonly watermark: string | null
  /** Whether finished videos say in their metadata that they are generated (docs/rules/files.md#provenance). */
  readonly provenance: boolean
  /** null if no service moderates. */
  readonly moderation: ModerationConfig | null
}

export function contentOf(env: z.infer<typeof ContentVariables>): ContentConfig {
  const { MODERATION_URL: url, MODERATION_SECRET: secret = null } = env
  const { MODERATION_UNAVAILABLE: unavailable = 'refuse', MODERATION_TIMEOUT_SECONDS: seconds } = env
  const timeoutMs = (seconds ?? MODERATION_SECONDS) * 1000
  const moderation = url === undefined ? null : { url, secret, unavailable, timeoutMs }
  return { watermark: env.WATERMARK ?? null, provenance: env.PROVENANCE, moderation }
}
