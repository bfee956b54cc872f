import { z } from 'zod'
import { CURRENCY } from '../../../credit/money.ts'
import * as limits from '../../../limits.ts'
import { ASPECT_RATIOS, CANVASES } from '../../../media/canvas.ts'
import type { FailReason, PriceItem } from '../../../task/task.ts'
import { MODES, RESOLUTIONS, STATUSES, TIERS } from '../../../task/task.ts'
import { FAIL_REASONS } from './fail-reasons.ts'
import * as figures from './figures.ts'
import { answerSchema, display, idOf, kindOf, micro, time } from './schema.ts'

const ITEM_KINDS: Readonly<Record<PriceItem['kind'], true>> = {
  encoder: true,
  material_video: true,
  material_audio: true,
  material_image: true,
  context_ir: true,
  generation: true,
  upscale: true,
}

const namesOf = <N extends string>(table: Readonly<Record<N, unknown>>) => Object.keys(table) as [N, ...N[]]

export const currency = z.literal(CURRENCY).meta({ description: 'Currency code.' })

export const seconds = (description: string) => z.number().min(0).meta({ description })

/** For an upscale of a finished video, whose price depends on its frames. */
export const FRAMES = z
  .int()
  .min(1)
  .meta({ description: 'Frames of the video to upscale. The price is ⌈frames × unit_price_micro / 24⌉.' })

export const PriceItems = z
  .array(
    answerSchema(
      'PriceItem',
      z
        .object({
          kind: z.enum(namesOf(ITEM_KINDS)).meta({ description: 'Kind of the line.' }),
          quantity: z.number().min(0).meta({ description: 'Seconds for timed kinds, a count for the others.' }),
          frames: FRAMES.optional(),
          unit_price_micro: micro('Price of one second or one item.').min(0),
          amount_micro: micro('Amount of the line.').min(0),
        })
        .meta({ description: 'A line of a price.' }),
    ),
  )
  .meta({ description: 'The price, line by line.' })

export const pixels = (description: string) => z.int().min(1).meta({ description })

const Output = answerSchema(
  'VideoOutput',
  z
    .object({
      video_uri: z
        .string()
        .nullable()
        .meta({
          description:
            'Signed download URL, new in every answer: do not store it. It needs no key and works for ' +
            `${figures.LINK_TIME}. null once the video is no longer kept.`,
          format: 'uri',
        }),
      width: pixels('Width in pixels.'),
      height: pixels('Height in pixels.'),
      duration: seconds('Delivered seconds, slightly more than requested. The surplus is not billed.'),
      has_audio: z.boolean().meta({ description: 'Whether it has sound.' }),
      watermarked: z.boolean().meta({ description: 'Whether it has a visible watermark.' }),
      expires_at: time('When `video_uri` stops working.').nullable(),
      available_until: time('How long the video is kept. Until then every answer has a new download URL.').nullable(),
    })
    .meta({ description: 'The finished video.' }),
)

const Usage = answerSchema(
  'VideoUsage',
  z
    .object({
      billed_seconds: seconds('Billed seconds; for an upscale of a finished video frames / 24, not rounded.'),
      billed_tier: z
        .enum(TIERS)
        .nullable()
        .meta({
          description:
            'The tier at whose price generation was billed; null if it was not billed. It differs from `service_tier` if a ' +
            '`dedicated` task ran on common compute: it is billed as `pro` if that is less.',
        }),
      amount_micro: micro('What was billed.').min(0),
      amount: display('The same amount.'),
      currency,
      items: PriceItems,
    })
    .meta({
      description: 'What a finished task was billed: nothing if it failed, the completed work if it was cancelled.',
    }),
)

const Waiting = answerSchema(
  'WaitingNotice',
  z
    .object({
      since: time('When the waiting began.'),
      seconds: z.int().min(0).meta({ description: 'Whole seconds since then.' }),
      reason: z.enum(['capacity', 'lora', 'encoder']).meta({
        description:
          'What the task waits for. `encoder`: all encoders are busy, or none is running. `lora`: compute is free, but none that can ' +
          'accelerate. `capacity`: any other case.',
      }),
    })
    .meta({ description: 'The task waits for compute. Waiting does not change `status`.' }),
)

const Place = answerSchema(
  'QueuePlace',
  z
    .object({
      position: z.int().min(1).meta({ description: 'Position in the queue; 1 starts next.' }),
      eta_seconds: z
        .int()
        .min(0)
        .nullable()
        .meta({ description: 'Estimated seconds until work on it starts; null while there is no estimate.' }),
    })
    .meta({ description: 'Position in the queue, while none of the task’s work runs.' }),
)

const Cost = answerSchema(
  'VideoCost',
  z
    .object({
      frozen_micro: micro('Set aside for the task.').min(0),
      earned_micro: micro('The part for completed work, which a cancel would bill now.').min(0),
    })
    .meta({ description: 'Money of an unfinished task.' }),
)

export const canvasText = Object.entries(CANVASES)
  .map(([ratio, { width, height }]) => `${ratio} is ${width}×${height}`)
  .join(', ')

const fileId = (description: string) => idOf('file', description)

/** A task as REST shows it (docs/rules/tasks.md#fields). */
export const VideoTask = answerSchema(
  'VideoTask',
  z
    .object({
      id: idOf('vid', 'Id of the task and its video.'),
      object: kindOf('video.task'),
      status: z.enum(STATUSES).meta({
        description:
          'Current state. `queued`, `encoding`, `rendering`, `upscaling` and `packaging` are unfinished; `succeeded`, `failed`, ' +
          '`cancelled` and `rejected` are final.',
      }),
      progress: z
        .number()
        .min(0)
        .max(1)
        .meta({ description: 'From 0 to 1. It never decreases and is 1 only when succeeded.' }),
      mode: z.enum(MODES).meta({ description: 'What the video is made from.' }),
      prompt: z.string().meta({ description: 'The prompt as sent.' }),
      input_image: fileId('Start frame.').nullable(),
      end_image: fileId('End frame.').nullable(),
      references: z
        .array(fileId('A file.'))
        .meta({ description: 'Reference material, in the order in which the prompt counts it.' }),
      resolution: z.enum(RESOLUTIONS).meta({ description: 'Resolution of the delivered video.' }),
      duration: z
        .number()
        .min(limits.DURATION_MIN_S)
        .max(limits.DURATION_MAX_S)
        .meta({ description: 'Requested seconds.' }),
      aspect_ratio: z.enum(ASPECT_RATIOS).meta({ description: 'Shape of the picture; never `auto`.' }),
      seed: z.int().min(0).max(limits.SEED_MAX).meta({ description: 'The seed used.' }),
      audio: z.boolean().meta({ description: 'Whether sound was requested.' }),
      service_tier: z.enum(TIERS).meta({ description: 'How the task is served and priced.' }),
      acceleration: z.enum(['auto', 'off']).meta({ description: 'Whether the request allows the accelerated path.' }),
      accelerated: z.boolean().nullable().meta({
        description: 'Whether the accelerated path was used, which changes timing and picture; null until known.',
      }),
      use_context_ir: z.boolean().meta({ description: 'Whether context IR was requested.' }),
      context_ir_applied: z
        .boolean()
        .nullable()
        .meta({ description: 'Whether context IR was applied and charged; null until known.' }),
      webhook_url: z
        .string()
        .nullable()
        .meta({ description: 'URL that receives a webhook when the task has ended.', format: 'uri' }),
      group_id: idOf('grp', 'Shared by the tasks of one create with n > 1.').nullable(),
      n_index: z.int().min(0).max(3).nullable().meta({ description: 'Index within the group, from 0.' }),
      source_task_id: idOf('vid', 'For an upscale: the video that it upscales.').nullable(),
      created_at: time('When it was accepted.'),
      started_at: time('When work on it began.').nullable(),
      completed_at: time('When it ended, with any status.').nullable(),
      waiting: Waiting.nullable().meta({ description: 'Set while the task waits for compute.' }),
      queue: Place.nullable().meta({ description: 'Set while none of its work runs, in answers that include it.' }),
      cost: Cost.nullable().meta({ description: 'Set until it has ended.' }),
      output: Output.nullable().meta({ description: 'Set when it has succeeded.' }),
      usage: Usage.nullable().meta({ description: 'Set when it has ended.' }),
      fail_reason: z
        .enum(namesOf<FailReason>(FAIL_REASONS))
        .nullable()
        .meta({ description: 'Why it failed or was rejected, for programs.' }),
      fail_detail: z.string().nullable().meta({ description: 'Why it failed or was rejected, for people.' }),
      metadata: z
        .record(z.string(), z.unknown())
        .nullable()
        .meta({ description: 'Your own data, unchanged, byte for byte.' }),
    })
    .meta({ description: 'A video and its generation.' }),
)

/** An upscale that already existed (spec 4.7 rule 3). */
export const ExistingUpscale = answerSchema(
  'ExistingUpscale',
  VideoTask.extend({
    already_exists: z
      .literal(true)
      .meta({ description: 'This upscale already existed. Nothing was created or charged.' }),
  }).meta({ description: 'The upscale that this video already has.' }),
)
