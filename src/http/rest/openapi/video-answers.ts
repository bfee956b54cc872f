import { z } from 'zod'
import * as limits from '../../../limits.ts'
import { ASPECT_RATIOS } from '../../../media/canvas.ts'
import { MODES, RESOLUTIONS, TIERS } from '../../../task/task.ts'
import { ErrorObject } from './refusals.ts'
import { answerSchema, display, idOf, kindOf, micro } from './schema.ts'
import { currency, PriceItems, pixels, seconds, VideoTask } from './video-schemas.ts'

export const mediaKind = z.enum(['image', 'video', 'audio']).meta({ description: 'Kind, detected from its bytes.' })

/** The answer to a create with n > 1 (docs/rules/create.md#seeds-and-n). */
export const CreatedVideos = answerSchema(
  'CreatedVideos',
  z
    .object({
      object: kindOf('list'),
      data: z.array(VideoTask).meta({ description: 'The created tasks, in order.' }),
      requested: z.union([z.literal(2), z.literal(4)]).meta({ description: 'Number of requested tasks.' }),
      created: z.int().min(1).max(4).meta({ description: 'Number of created tasks.' }),
      group_id: idOf('grp', 'Shared by these tasks.'),
      first_id: idOf('vid', 'Id of the first task.'),
      last_id: idOf('vid', 'Id of the last task.'),
      has_more: z.literal(false).meta({ description: 'Always false: `data` has all tasks.' }),
      error: ErrorObject.nullable().meta({
        description: 'Why not all tasks were created; null if all were.',
      }),
    })
    .meta({ description: 'The tasks of a create with `n` of 2 or 4.' }),
)

const size = (description: string) =>
  z.object({ width: pixels('Width in pixels.'), height: pixels('Height in pixels.') }).meta({ description })

const fileId = (description: string) => z.string().meta({ description })

const Material = z
  .object({
    param: z.string().meta({ description: 'The parameter that names it: `input_image`, `references[0]`.' }),
    id: idOf('file', 'The file.'),
    kind: mediaKind,
    width: pixels('Width in pixels; null for audio.').nullable(),
    height: pixels('Height in pixels; null for audio.').nullable(),
    duration: seconds('Its length; null for images.').nullable(),
    used_seconds: seconds('Seconds of it that the video uses; null for images. The whole file is billed.').nullable(),
  })
  .meta({ description: 'A file of the request.' })

const ResolvedRequest = answerSchema(
  'ResolvedRequest',
  z
    .object({
      mode: z.enum(MODES).meta({ description: 'What the video is made from.' }),
      prompt: z.string().meta({ description: 'The prompt as sent.' }),
      input_image: fileId('Start frame.').nullable(),
      end_image: fileId('End frame.').nullable(),
      references: z.array(fileId('A file.')).meta({ description: 'Reference material, in order.' }),
      material: z.array(Material).meta({ description: 'The files found, in the order of the request.' }),
      duration: z
        .number()
        .min(limits.DURATION_MIN_S)
        .max(limits.DURATION_MAX_S)
        .meta({ description: 'Requested seconds, which are billed.' }),
      delivered_seconds: seconds('Delivered seconds.'),
      frames: z.int().min(1).meta({ description: 'Number of frames, at 24 per second.' }),
      resolution: z.enum(RESOLUTIONS).meta({ description: 'Resolution.' }),
      aspect_ratio: z.enum(ASPECT_RATIOS).meta({ description: 'Shape of the picture; never `auto`.' }),
      canvas: size('Size at 768p, before any upscaling.'),
      width: pixels('Width of the delivered video, in pixels.'),
      height: pixels('Height of the delivered video, in pixels.'),
      acceleration: z.enum(['auto', 'off']).meta({ description: 'Whether the request allows the accelerated path.' }),
      service_tier: z.enum(TIERS).meta({ description: 'How the task is served and priced.' }),
      use_context_ir: z
        .boolean()
        .meta({ description: 'Whether context IR is requested, by the request or the account’s default.' }),
      audio: z.boolean().meta({ description: 'Whether the video has sound.' }),
      seed: z.int().nullable().meta({ description: 'The seed of the request; null if it is chosen at random.' }),
      n: z.union([z.literal(1), z.literal(2), z.literal(4)]).meta({ description: 'Number of tasks.' }),
      webhook_url: z.string().nullable().meta({ description: 'URL that receives a webhook when the task has ended.' }),
      metadata: z.record(z.string(), z.unknown()).nullable().meta({ description: 'Your own data, unchanged.' }),
    })
    .meta({ description: 'The request with its defaults applied and its files looked up.' }),
)

const QuotedPrice = answerSchema(
  'QuotedPrice',
  z
    .object({
      currency,
      price_version: z.int().min(1).meta({ description: 'Version of the price list.' }),
      items: PriceItems,
      amount_micro: micro('Price of one task.').min(0),
      amount: display('The same amount.'),
      n: z.union([z.literal(1), z.literal(2), z.literal(4)]).meta({ description: 'Number of tasks.' }),
      total_micro: micro('Price of all tasks.').min(0),
      total: display('The same amount.'),
    })
    .meta({ description: 'The exact price, which a create sets aside.' }),
)

/** The answer to a dry run (docs/rules/create.md#dry-run). */
export const VideoQuote = answerSchema(
  'VideoQuote',
  z
    .object({
      object: kindOf('video.quote'),
      valid: z.boolean().meta({ description: 'Whether the request is valid.' }),
      request: ResolvedRequest.nullable().meta({
        description: 'The resolved request; null if a field has the wrong form.',
      }),
      price: QuotedPrice.nullable().meta({ description: 'The price; null if `request` is null.' }),
      affordable: z.boolean().meta({ description: 'Whether the available balance covers the total now.' }),
      errors: z.array(ErrorObject).meta({
        description: `Problems of the request, at most ${limits.PROBLEMS_MAX}. A create is refused with the first one.`,
      }),
      more_errors: z.int().min(0).meta({ description: 'Number of further problems.' }),
    })
    .meta({ description: 'The resolved request and its price. Nothing was created.' }),
)
