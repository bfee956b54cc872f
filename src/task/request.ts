import { z } from 'zod'
import { DomainError } from '../errors.ts'
import { CURRENT_VERSION, isEarlier } from '../key/version.ts'
import {
  boundedList,
  firstProblems,
  givenFields,
  type Problems,
  storableText,
  toRefusals,
  visibleText,
} from '../lib/body.ts'
import { isCleanJson } from '../lib/json.ts'
import { calledAddress, faultOf, type TargetRules } from '../lib/target.ts'
import * as limits from '../limits.ts'
import { ASPECT_RATIOS, type AspectRatio } from '../media/canvas.ts'
import { conflictsOf } from './conflicts.ts'
import { MODES, type Mode, RESOLUTIONS, type Resolution, TIERS } from './task.ts'

const fileId = storableText(64)

const isThousandth = (seconds: number) => Number(seconds.toFixed(3)) === seconds

/** The body of a create (docs/rules/create.md#body), with the names of REST. REST and GraphQL both use it. */
export const CreateBody = z.strictObject({
  prompt: visibleText(limits.PROMPT_MAX),
  mode: z.enum(MODES).default('text_to_video'),
  input_image: fileId.optional(),
  end_image: fileId.optional(),
  references: boundedList(z.array(fileId), limits.REFERENCES_MAX, {
    code: 'too_many_references',
    error: `must have at most ${limits.REFERENCES_MAX} files: 9 images, 3 videos and 3 audio files`,
  }).optional(),
  reference: fileId.optional(),
  duration: z
    .number()
    .min(limits.DURATION_MIN_S)
    .max(limits.DURATION_MAX_S)
    .refine(isThousandth, { error: 'must have at most three decimals' })
    .default(limits.DURATION_MIN_S),
  resolution: z.enum(RESOLUTIONS).default('768p'),
  aspect_ratio: z.enum(['auto', ...ASPECT_RATIOS]).default('16:9'),
  acceleration: z.enum(['auto', 'off']).default('auto'),
  service_tier: z.enum(TIERS).default('standard'),
  use_context_ir: z.boolean().optional(),
  audio: z.boolean().default(true),
  seed: z.int().min(0).max(limits.SEED_MAX).optional(),
  n: z.union([z.literal(1), z.literal(2), z.literal(4)], { error: 'must be 1, 2 or 4' }).default(1),
  max_amount_micro: z.int().min(0).optional(),
  /** Its address is checked separately, by rules of the configuration. */
  webhook_url: storableText(limits.URL_MAX).optional(),
  metadata: z
    .record(z.string(), z.unknown(), { error: 'must be an object' })
    .refine(isCleanJson, { error: 'must not contain NUL characters or lone surrogates' })
    .optional(),
})

/** The body in the earlier version (spec 9): without 2k and context IR, but with a negative prompt. */
export const EarlierBody = CreateBody.omit({ use_context_ir: true }).extend({
  resolution: z.enum(['768p'], { error: 'must be 768p' }).default('768p'),
  negative_prompt: storableText(limits.NEGATIVE_PROMPT_MAX, 0).optional(),
})

type Fields = z.infer<typeof CreateBody> & Pick<z.infer<typeof EarlierBody>, 'negative_prompt'>

interface Form {
  readonly body: z.ZodType<Fields>
  /** For valid fields beside invalid ones; an invalid prompt is empty. */
  readonly sound: z.ZodType<Omit<Fields, 'prompt'> & { prompt?: string | undefined }>
  readonly names: readonly string[]
}

const CURRENT: Form = {
  body: CreateBody,
  sound: CreateBody.partial({ prompt: true }),
  names: Object.keys(CreateBody.shape),
}
const EARLIER: Form = {
  body: EarlierBody,
  sound: EarlierBody.partial({ prompt: true }),
  names: Object.keys(EarlierBody.shape),
}

/** A validated create with its defaults applied. Nothing is looked up yet. */
export interface TaskRequest {
  readonly prompt: string
  /** Only in the earlier version. */
  readonly negativePrompt: string | null
  readonly mode: Mode
  readonly inputImage: string | null
  readonly endImage: string | null
  /** In the order that the markers count. */
  readonly references: readonly string[]
  /** The field with the references: `reference` is deprecated. */
  readonly referenceParam: 'references' | 'reference'
  readonly durationMs: number
  readonly resolution: Resolution
  /** `auto` is resolved with the material (spec 2.2). */
  readonly aspectRatio: AspectRatio | 'auto'
  readonly acceleration: 'auto' | 'off'
  readonly serviceTier: (typeof TIERS)[number]
  /** null if the account's setting decides. */
  readonly useContextIr: boolean | null
  readonly audio: boolean
  readonly seed: number | null
  readonly n: 1 | 2 | 4
  /** The most that all n tasks may cost. */
  readonly maxAmountMicro: bigint | null
  readonly webhookUrl: string | null
  /** Raw JSON text as sent. */
  readonly metadata: string | null
}

/** A parsed body: its problems, and the request if all fields have the right form. */
export interface Reading extends Problems {
  readonly request: TaskRequest | null
}

/**
 * Validates the body of a create.
 * @param body parsed JSON with the names of REST
 * @param metadataText raw text of `metadata` as sent
 * @param rules of callback addresses
 * @param apiVersion version of the body
 * @throws DomainError 400 with the first problem's code and `param`
 */
export function parseTaskRequest(
  body: unknown,
  metadataText: string | null,
  rules: TargetRules,
  apiVersion = CURRENT_VERSION,
): TaskRequest {
  const { request, errors } = readTaskRequest(body, metadataText, rules, apiVersion)
  if (errors[0] || !request) throw errors[0] ?? invalid('prompt', 'The request is invalid.')
  return request
}

/**
 * Reads the body of a create and collects all its problems (docs/rules/create.md#dry-run).
 * @throws DomainError 400 invalid_parameter if it is not an object
 */
export function readTaskRequest(
  body: unknown,
  metadataText: string | null,
  rules: TargetRules,
  apiVersion = CURRENT_VERSION,
): Reading {
  const form = isEarlier({ apiVersion }) ? EARLIER : CURRENT
  const fields = givenFields(body)
  const errors: DomainError[] = []
  const isUnsupported = form === CURRENT && fields['negative_prompt'] !== undefined
  if (isUnsupported) {
    const message = 'negative_prompt is not supported; describe what you want to see in prompt.'
    errors.push(new DomainError('negative_prompt_unsupported', message, { param: 'negative_prompt' }))
  }
  const isTaken = ([name]: readonly [string, unknown]) => name !== 'negative_prompt'
  const given = isUnsupported ? Object.fromEntries(Object.entries(fields).filter(isTaken)) : fields
  const parsed = form.body.safeParse(given)
  const formal = parsed.success ? firstProblems([]) : toRefusals(parsed.error.issues, given)
  errors.push(...formal.errors)
  if (metadataText !== null && Buffer.byteLength(metadataText) > limits.METADATA_MAX_BYTES) {
    errors.push(invalid('metadata', `metadata must be at most ${limits.METADATA_MAX_BYTES} bytes of JSON.`))
  }
  const sound = parsed.success ? parsed.data : soundFields(form, given, parsed.error.issues)
  const fault = sound.webhook_url === undefined ? null : faultOf(sound.webhook_url, rules)
  if (fault) errors.push(invalid('webhook_url', `webhook_url ${fault}.`))
  errors.push(...conflictsOf(sound, given))
  const webhookUrl = sound.webhook_url === undefined || fault ? null : calledAddress(sound.webhook_url)
  const request = parsed.success ? { ...toRequest(form, parsed.data, metadataText), webhookUrl } : null
  return { request, ...firstProblems(errors, formal.more) }
}

/** The fields of the right form, for the rules between them. An invalid prompt is empty. */
function soundFields(
  { sound, names }: Form,
  given: Readonly<Record<string, unknown>>,
  issues: readonly z.core.$ZodIssue[],
): Partial<Fields> {
  const broken = new Set(issues.map(({ path }) => path[0]))
  const whole = names.filter((name) => Object.hasOwn(given, name) && !broken.has(name))
  const fields = sound.parse(Object.fromEntries(whole.map((name) => [name, given[name]])))
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !broken.has(name)))
}

function toRequest(form: Form, fields: Fields, metadataText: string | null): Omit<TaskRequest, 'webhookUrl'> {
  return {
    prompt: fields.prompt,
    negativePrompt: fields.negative_prompt ?? null,
    mode: fields.mode,
    inputImage: fields.input_image ?? null,
    endImage: fields.end_image ?? null,
    references: referencesOf(fields),
    referenceParam: fields.references?.length ? 'references' : 'reference',
    durationMs: Math.round(fields.duration * 1000),
    resolution: fields.resolution,
    aspectRatio: fields.aspect_ratio,
    acceleration: fields.acceleration,
    serviceTier: fields.service_tier,
    // The account's setting does not apply to the earlier version.
    useContextIr: form === EARLIER ? false : (fields.use_context_ir ?? null),
    audio: fields.audio,
    seed: fields.seed ?? null,
    n: fields.n,
    maxAmountMicro: fields.max_amount_micro === undefined ? null : BigInt(fields.max_amount_micro),
    metadata: fields.metadata === undefined ? null : metadataText,
  }
}

/** `reference` equals `references` with this one item (spec 4.1); `[]` is the same as absent. */
function referencesOf({ references = [], reference }: Partial<Fields>): readonly string[] {
  return references.length === 0 && reference !== undefined ? [reference] : references
}

function invalid(param: string, message: string): DomainError {
  return new DomainError('invalid_parameter', message, { param })
}
