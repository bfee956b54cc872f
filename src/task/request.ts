import { z } from 'zod'
import { DomainError } from '../errors.ts'
import { parseFields, storableText } from '../lib/body.ts'
import { isCleanJson } from '../lib/json.ts'
import { isCleanText } from '../lib/text.ts'
import * as limits from '../limits.ts'
import { ASPECT_RATIOS, type AspectRatio } from '../media/canvas.ts'
import { markersOf } from '../media/markers.ts'
import { MODES, type Mode, RESOLUTIONS, type Resolution, TIERS } from './task.ts'

const fileId = storableText(64)

const isThousandth = (seconds: number) => Number(seconds.toFixed(3)) === seconds

/** The body of a create (spec 4.1), in REST words; both doors send it through here. */
export const CreateBody = z.strictObject({
  prompt: storableText(limits.PROMPT_MAX),
  mode: z.enum(MODES).default('text_to_video'),
  input_image: fileId.optional(),
  end_image: fileId.optional(),
  references: z.array(fileId).max(limits.REFERENCES_MAX).optional(),
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
  webhook_url: z
    .string()
    .max(limits.URL_MAX)
    .refine(isCallbackAddress, { error: 'must be an https address without user information' })
    .optional(),
  metadata: z
    .record(z.string(), z.unknown(), { error: 'must be an object' })
    .refine(isCleanJson, { error: 'must not hold NUL characters or lone surrogates' })
    .optional(),
})

function isCallbackAddress(value: string): boolean {
  if (!URL.canParse(value) || !isCleanText(value)) return false
  const url = new URL(value)
  return url.protocol === 'https:' && url.username === '' && url.password === ''
}

/** A create as judged: validated, defaults applied, nothing looked up yet. */
export interface TaskRequest {
  readonly prompt: string
  readonly mode: Mode
  readonly durationMs: number
  readonly resolution: Resolution
  readonly aspectRatio: AspectRatio
  readonly acceleration: 'auto' | 'off'
  readonly serviceTier: (typeof TIERS)[number]
  /** null: the account's saved default decides. */
  readonly useContextIr: boolean | null
  readonly audio: boolean
  readonly seed: number | null
  readonly n: 1 | 2 | 4
  readonly webhookUrl: string | null
  /** Raw JSON text as sent. */
  readonly metadata: string | null
}

/**
 * Validates the body of a create.
 * @param body parsed JSON in REST words
 * @param metadataText raw text of `metadata` as sent
 * @throws DomainError 400 with the first problem's code and `param`
 */
export function parseTaskRequest(body: unknown, metadataText: string | null): TaskRequest {
  if (isGiven(body, 'negative_prompt')) {
    const message = 'negative_prompt is not supported; say what you want to see in prompt.'
    throw new DomainError('negative_prompt_unsupported', message, { param: 'negative_prompt' })
  }
  const fields = parseFields(CreateBody, body)
  if (metadataText !== null && Buffer.byteLength(metadataText) > limits.METADATA_MAX_BYTES) {
    throw invalid('metadata', `metadata must be at most ${limits.METADATA_MAX_BYTES} bytes of JSON.`)
  }
  refuseConflicts(fields)
  return {
    prompt: fields.prompt,
    mode: fields.mode,
    durationMs: Math.round(fields.duration * 1000),
    resolution: fields.resolution,
    aspectRatio: fields.aspect_ratio === 'auto' ? '16:9' : fields.aspect_ratio,
    acceleration: fields.acceleration,
    serviceTier: fields.service_tier,
    useContextIr: fields.use_context_ir ?? null,
    audio: fields.audio,
    seed: fields.seed ?? null,
    n: fields.n,
    webhookUrl: fields.webhook_url ?? null,
    metadata: fields.metadata === undefined ? null : metadataText,
  }
}

/** Whether a body has a member that is not null. */
export function isGiven(body: unknown, name: string): boolean {
  return typeof body === 'object' && body !== null && name in body && body[name as keyof typeof body] !== null
}

type Fields = z.infer<typeof CreateBody>

/** Rules between fields (spec 4.1; contract 4). */
function refuseConflicts(fields: Fields): void {
  const ownFields = {
    image_to_video: ['input_image', 'end_image'],
    reference_to_video: ['references', 'reference'],
  } as const
  for (const [mode, names] of Object.entries(ownFields)) {
    const foreign = fields.mode === mode ? undefined : names.find((name) => fields[name] !== undefined)
    if (foreign) {
      throw new DomainError('conflicting_parameters', `${foreign} belongs to mode ${mode}.`, { param: foreign })
    }
  }
  if (fields.references && fields.reference) {
    throw new DomainError('conflicting_parameters', 'Give references or reference, not both.', { param: 'reference' })
  }
  if (fields.seed !== undefined && fields.seed + fields.n - 1 > limits.SEED_MAX) {
    throw invalid('seed', `seed + n - 1 must be at most ${limits.SEED_MAX}.`)
  }
  const marker = fields.mode === 'reference_to_video' ? undefined : markersOf(fields.prompt)[0]
  if (marker) {
    const message = `The prompt refers to ${marker.text}, which was not supplied.`
    throw new DomainError('reference_not_supplied', message, { param: 'prompt' })
  }
  if (fields.mode !== 'text_to_video') throw invalid('mode', `${fields.mode} is not offered by this server yet.`)
  if (fields.resolution !== '768p') {
    throw invalid('resolution', `${fields.resolution} is not offered by this server yet.`)
  }
}

function invalid(param: string, message: string): DomainError {
  return new DomainError('invalid_parameter', message, { param })
}
