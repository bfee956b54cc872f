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

/** Of the upscale of a finished work, which is priced by them. */
export const FRAMES = z
  .int()
  .min(1)
  .meta({ description: 'Pictures of the video; the price is ⌈frames × unit_price_micro / 24⌉.' })

export const PriceItems = z
  .array(
    answerSchema(
      'PriceItem',
      z
        .object({
          kind: z.enum(namesOf(ITEM_KINDS)).meta({ description: 'What is paid for.' }),
          quantity: z.number().min(0).meta({ description: 'Seconds of what is timed, pieces of anything else.' }),
          frames: FRAMES.optional(),
          unit_price_micro: micro('Price of a second or a piece.').min(0),
          amount_micro: micro('Price of the line.').min(0),
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
            'Signed download address, made afresh for every answer: do not keep it. It needs no key and works for ' +
            `${figures.LINK_TIME}. null once the video is no longer kept.`,
          format: 'uri',
        }),
      width: pixels('Pixels across.'),
      height: pixels('Pixels down.'),
      duration: seconds('Seconds of the delivered video; a little more than was asked for, which is not billed.'),
      has_audio: z.boolean().meta({ description: 'Whether it has sound.' }),
      watermarked: z.boolean().meta({ description: 'Whether it bears a visible watermark.' }),
      expires_at: time('When `video_uri` stops working.').nullable(),
      available_until: time(
        'How long the video is kept; it can be downloaded with fresh addresses until then.',
      ).nullable(),
    })
    .meta({ description: 'The finished video.' }),
)

const Usage = answerSchema(
  'VideoUsage',
  z
    .object({
      billed_seconds: seconds('Seconds that were billed; of the upscale of a finished video frames / 24, not rounded.'),
      billed_tier: z
        .enum(TIERS)
        .nullable()
        .meta({
          description:
            'The tier whose price generation was billed at; null where generation was not billed. It differs from `service_tier` ' +
            'where a `dedicated` task was generated on common compute: that is billed as `pro`, where that is less.',
        }),
      amount_micro: micro('What was billed.').min(0),
      amount: display('The same amount.'),
      currency,
      items: PriceItems,
    })
    .meta({
      description: 'What an ended task was billed: nothing if it failed, the part that was done if it was cancelled.',
    }),
)

const Waiting = answerSchema(
  'WaitingNotice',
  z
    .object({
      since: time('Since when it waits.'),
      seconds: z.int().min(0).meta({ description: 'For how long, until this answer.' }),
      reason: z.enum(['capacity', 'lora', 'encoder']).meta({
        description:
          'For what: `encoder` where none is there or all are encoding, `lora` where other compute is free but none that ' +
          'accelerates, `capacity` in any other case.',
      }),
    })
    .meta({ description: 'The task waits for compute. It is no state of its own: read it together with `status`.' }),
)

const Place = answerSchema(
  'QueuePlace',
  z
    .object({
      position: z.int().min(1).meta({ description: '1: the next.' }),
      eta_seconds: z.int().min(0).nullable().meta({ description: 'Estimate of the wait; null while there is none.' }),
    })
    .meta({ description: 'Place in the queue, while nothing of the task runs.' }),
)

const Cost = answerSchema(
  'VideoCost',
  z
    .object({
      frozen_micro: micro('Set aside for the task.').min(0),
      earned_micro: micro('Of that, what is done already: what a cancel would bill now.').min(0),
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
      id: idOf('vid', 'Names the task and its video.'),
      object: kindOf('video.task'),
      status: z.enum(STATUSES).meta({
        description:
          'State now. `queued`, `encoding`, `rendering`, `upscaling` and `packaging` are on the way; `succeeded`, `failed`, ' +
          '`cancelled` and `rejected` are ends.',
      }),
      progress: z
        .number()
        .min(0)
        .max(1)
        .meta({ description: 'From 0 to 1; it never falls, and is 1 only when succeeded.' }),
      mode: z.enum(MODES).meta({ description: 'What the video is made from.' }),
      prompt: z.string().meta({ description: 'As it was sent.' }),
      input_image: fileId('Start frame.').nullable(),
      end_image: fileId('End frame.').nullable(),
      references: z
        .array(fileId('A file.'))
        .meta({ description: 'Reference material, in the order that the prompt counts.' }),
      resolution: z.enum(RESOLUTIONS).meta({ description: 'Resolution of the delivered video.' }),
      duration: z
        .number()
        .min(limits.DURATION_MIN_S)
        .max(limits.DURATION_MAX_S)
        .meta({ description: 'Seconds that were asked for.' }),
      aspect_ratio: z.enum(ASPECT_RATIOS).meta({ description: 'Shape of the picture; never `auto`.' }),
      seed: z.int().min(0).max(limits.SEED_MAX).meta({ description: 'The seed that is used.' }),
      audio: z.boolean().meta({ description: 'Whether sound was asked for.' }),
      service_tier: z.enum(TIERS).meta({ description: 'How the task is served and priced.' }),
      acceleration: z.enum(['auto', 'off']).meta({ description: 'Whether the accelerated path was wished for.' }),
      accelerated: z
        .boolean()
        .nullable()
        .meta({ description: 'Whether it was taken; timing and picture differ. null until that is known.' }),
      use_context_ir: z.boolean().meta({ description: 'Whether context IR was asked for.' }),
      context_ir_applied: z
        .boolean()
        .nullable()
        .meta({ description: 'Whether it was applied, and so is charged. null until that is known.' }),
      webhook_url: z.string().nullable().meta({ description: 'Called back when the task has ended.', format: 'uri' }),
      group_id: idOf('grp', 'Shared by the tasks of one create with n > 1.').nullable(),
      n_index: z.int().min(0).max(3).nullable().meta({ description: 'Place within the group, from 0.' }),
      source_task_id: idOf('vid', 'Of an upscale: the video that is upscaled.').nullable(),
      created_at: time('When it was accepted.'),
      started_at: time('When work on it began.').nullable(),
      completed_at: time('When it ended, however it ended.').nullable(),
      waiting: Waiting.nullable().meta({ description: 'Set while the task waits for compute.' }),
      queue: Place.nullable().meta({ description: 'Set while nothing of it runs, where it was looked up.' }),
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
        .meta({ description: 'Your own data, to the byte as you sent it.' }),
    })
    .meta({ description: 'A video on its way, or finished.' }),
)

/** An upscale that was there before (spec 4.7 rule 3). */
export const ExistingUpscale = answerSchema(
  'ExistingUpscale',
  VideoTask.extend({
    already_exists: z
      .literal(true)
      .meta({ description: 'Nothing was made or charged: this upscale was there before.' }),
  }).meta({ description: 'The upscale that this video already has.' }),
)
