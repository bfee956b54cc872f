import { z } from 'zod'
import * as limits from '../../../limits.ts'
import { ASPECT_RATIOS } from '../../../media/canvas.ts'
import { MODES, RESOLUTIONS, TIERS } from '../../../task/task.ts'
import { ErrorObject } from './refusals.ts'
import { answerSchema, display, idOf, kindOf, micro } from './schema.ts'
import { currency, PriceItems, pixels, seconds, VideoTask } from './video-schemas.ts'

export const mediaKind = z.enum(['image', 'video', 'audio']).meta({ description: 'Read from its bytes.' })

/** The answer to a create with n > 1 (docs/rules/create.md#seeds-and-n). */
export const CreatedVideos = answerSchema(
  'CreatedVideos',
  z
    .object({
      object: kindOf('list'),
      data: z.array(VideoTask).meta({ description: 'The tasks that were created, in their order.' }),
      requested: z.union([z.literal(2), z.literal(4)]).meta({ description: 'How many were asked for.' }),
      created: z.int().min(1).max(4).meta({ description: 'How many were created.' }),
      group_id: idOf('grp', 'Shared by these tasks.'),
      first_id: idOf('vid', 'Id of the first.'),
      last_id: idOf('vid', 'Id of the last.'),
      has_more: z.literal(false).meta({ description: 'Always false: these are all.' }),
      error: ErrorObject.nullable().meta({
        description: 'What stopped it before all were created; null if nothing did.',
      }),
    })
    .meta({ description: 'The tasks of a create with `n` of 2 or 4.' }),
)

const size = (description: string) =>
  z.object({ width: pixels('Pixels across.'), height: pixels('Pixels down.') }).meta({ description })

const fileId = (description: string) => z.string().meta({ description })

const Material = z
  .object({
    param: z.string().meta({ description: 'Where the request names it: `input_image`, `references[0]`.' }),
    id: idOf('file', 'The file.'),
    kind: mediaKind,
    width: pixels('Pixels across; null of sound.').nullable(),
    height: pixels('Pixels down; null of sound.').nullable(),
    duration: seconds('Its length; null of an image.').nullable(),
    used_seconds: seconds('How much of it will be used; null of an image. Billed is all of it.').nullable(),
  })
  .meta({ description: 'A file that was found.' })

const ResolvedRequest = answerSchema(
  'ResolvedRequest',
  z
    .object({
      mode: z.enum(MODES).meta({ description: 'What it would be made from.' }),
      prompt: z.string().meta({ description: 'As it was sent.' }),
      input_image: fileId('Start frame.').nullable(),
      end_image: fileId('End frame.').nullable(),
      references: z.array(fileId('A file.')).meta({ description: 'Reference material, in order.' }),
      material: z.array(Material).meta({ description: 'What was found of these files.' }),
      duration: z
        .number()
        .min(limits.DURATION_MIN_S)
        .max(limits.DURATION_MAX_S)
        .meta({ description: 'Seconds that are billed.' }),
      delivered_seconds: seconds('Seconds that would be delivered.'),
      frames: z.int().min(1).meta({ description: 'Pictures that would be delivered, 24 a second.' }),
      resolution: z.enum(RESOLUTIONS).meta({ description: 'Resolution.' }),
      aspect_ratio: z.enum(ASPECT_RATIOS).meta({ description: 'Shape of the picture; never `auto`.' }),
      canvas: size('Pixels at 768p.'),
      width: pixels('Pixels across that would be delivered.'),
      height: pixels('Pixels down that would be delivered.'),
      acceleration: z.enum(['auto', 'off']).meta({ description: 'Whether acceleration is wished for.' }),
      service_tier: z.enum(TIERS).meta({ description: 'How it would be served and priced.' }),
      use_context_ir: z.boolean().meta({ description: 'The account’s default where the request does not say.' }),
      audio: z.boolean().meta({ description: 'With sound.' }),
      seed: z.int().nullable().meta({ description: 'null: one is drawn.' }),
      n: z.union([z.literal(1), z.literal(2), z.literal(4)]).meta({ description: 'How many tasks.' }),
      webhook_url: z.string().nullable().meta({ description: 'Callback address.' }),
      metadata: z.record(z.string(), z.unknown()).nullable().meta({ description: 'Your own data, to the byte.' }),
    })
    .meta({ description: 'The request with its defaults applied and its files looked up.' }),
)

const QuotedPrice = answerSchema(
  'QuotedPrice',
  z
    .object({
      currency,
      price_version: z.int().min(1).meta({ description: 'The price list.' }),
      items: PriceItems,
      amount_micro: micro('Of one task.').min(0),
      amount: display('The same amount.'),
      n: z.union([z.literal(1), z.literal(2), z.literal(4)]).meta({ description: 'How many tasks.' }),
      total_micro: micro('Of all tasks.').min(0),
      total: display('The same amount.'),
    })
    .meta({ description: 'The exact price; a create sets it aside.' }),
)

/** The answer to a dry run (docs/rules/create.md#dry-run). */
export const VideoQuote = answerSchema(
  'VideoQuote',
  z
    .object({
      object: kindOf('video.quote'),
      valid: z.boolean().meta({ description: 'Whether a create would be accepted, as far as the request goes.' }),
      request: ResolvedRequest.nullable().meta({ description: 'null where a field has a wrong form.' }),
      price: QuotedPrice.nullable().meta({ description: 'null where a field has a wrong form.' }),
      affordable: z.boolean().meta({ description: 'Whether the available balance covers it now.' }),
      errors: z.array(ErrorObject).meta({
        description: `The first problems, ${limits.PROBLEMS_MAX} at most; a create is refused with the first of them.`,
      }),
      more_errors: z.int().min(0).meta({ description: 'How many problems there are beside those.' }),
    })
    .meta({ description: 'How a request would be understood, and what it would cost. Nothing was made.' }),
)
