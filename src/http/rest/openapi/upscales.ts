import { z } from 'zod'
import { UpscaleBody } from '../../../upscale/create.ts'
import { UPSCALE, VIDEO_ID } from './examples.ts'
import { JSON_TYPE, jsonContent, type Operation } from './operation.ts'
import { answerSchema, described, display, idOf, kindOf, micro, requestSchema } from './schema.ts'
import { currency, ExistingUpscale, FRAMES, seconds, VideoTask } from './video-schemas.ts'
import { VIDEO } from './videos.ts'

const UpscaleQuote = answerSchema(
  'UpscaleQuote',
  z
    .object({
      object: kindOf('upscale.quote'),
      source_task_id: idOf('vid', 'The video to upscale.'),
      resolution: z.literal('2k').meta({ description: 'Resolution after the upscale.' }),
      billed_seconds: seconds('Billed seconds, the exact length of the video: `frames` / 24, not rounded.'),
      frames: FRAMES,
      unit_price_micro: micro('Price per second.').min(0),
      amount_micro: micro('The price, ⌈frames × unit_price_micro / 24⌉. Send it back unchanged.').min(0),
      amount: display('The same amount.'),
      currency,
      price_version: z.int().min(1).meta({ description: 'Version of the price list.' }),
    })
    .meta({ description: 'What an upscale would cost.' }),
)

const CreateUpscale = requestSchema(
  'CreateUpscale',
  described(UpscaleBody, {
    amount_micro: { description: '`amount_micro` of the quote, unchanged, in µ¥.', format: 'int64' },
  }).meta({ description: 'The accepted price.' }),
)

const QUOTE = {
  object: 'upscale.quote',
  source_task_id: VIDEO_ID,
  resolution: '2k',
  billed_seconds: 124 / 24,
  frames: 124,
  unit_price_micro: 300_000,
  amount_micro: 1_550_000,
  amount: '¥1.55',
  currency: 'CNY',
  price_version: 1,
}

export const UPSCALE_OPERATIONS: readonly Operation[] = [
  {
    method: 'get',
    path: '/v1/videos/{id}/upscale',
    id: 'getUpscaleQuote',
    tag: 'Upscaling',
    need: 'task:read',
    summary: 'Quote an upscale',
    description: 'The price of upscaling a finished 768p video to 2K, by its exact length.',
    parameters: [VIDEO],
    answers: { 200: { description: 'The quote.', content: jsonContent(UpscaleQuote, { quote: QUOTE }) } },
    refusals: {
      400: ['upscale_not_eligible'],
      404: ['video_not_found', 'route_not_found'],
      410: ['source_unavailable'],
    },
  },
  {
    method: 'post',
    path: '/v1/videos/{id}/upscale',
    id: 'createUpscale',
    tag: 'Upscaling',
    need: 'videos:write',
    idempotent: 'kept',
    summary: 'Upscale a video',
    description:
      'Creates a task that upscales a finished 768p video to 2K at the price of the quote. The original is kept. If the video ' +
      'already has such a task, unfinished or succeeded, the answer is 200 with that task and nothing is charged.',
    parameters: [VIDEO],
    body: [{ type: JSON_TYPE, schema: CreateUpscale, examples: { quoted: { amount_micro: QUOTE.amount_micro } } }],
    answers: {
      200: {
        description: 'The existing upscale.',
        content: jsonContent(ExistingUpscale, { exists: { ...UPSCALE, already_exists: true } }),
        headers: ['Location'],
        sometimes: ['Idempotent-Replayed'],
      },
      202: {
        description: 'The new task.',
        content: jsonContent(VideoTask, { created: UPSCALE }),
        headers: ['Location'],
        sometimes: ['Idempotent-Replayed'],
      },
    },
    refusals: {
      400: ['upscale_not_eligible'],
      402: ['insufficient_balance'],
      404: ['video_not_found', 'route_not_found'],
      409: ['upscale_price_changed'],
      410: ['source_unavailable', 'video_deleted'],
      429: ['concurrency_limit_exceeded'],
    },
  },
]
