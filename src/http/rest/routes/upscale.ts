import { CURRENCY, displayAmount } from '../../../credit/money.ts'
import { firstPosition } from '../../../task/queue-position.ts'
import { createUpscale, UpscaleBody } from '../../../upscale/create.ts'
import { type UpscaleQuote as Quote, quoteUpscale } from '../../../upscale/quote.ts'
import { jsonBody } from '../body.ts'
import { jsonAnswer } from '../openapi/answer.ts'
import * as schema from '../openapi/schema.ts'
import { json, replayHeaders } from '../respond.ts'
import { route } from '../route.ts'
import { QUEUED, VIDEO_ID } from './videos/examples.ts'
import { presentTask } from './videos/present.ts'
import { FRAMES, TASK_FIELDS, VIDEO, VideoTask } from './videos/schema.ts'

const UpscaleQuote = schema.named(
  'UpscaleQuote',
  schema.object('What an upscale would cost.', {
    object: schema.always('upscale.quote'),
    source_task_id: schema.idOf('vid', 'The video to upscale.'),
    resolution: schema.always('2k', 'Resolution after the upscale.'),
    billed_seconds: schema.seconds('Billed seconds, the exact length of the video: `frames` / 24, not rounded.'),
    frames: FRAMES,
    unit_price_micro: schema.price('Price per second.'),
    amount_micro: schema.price('The price, ⌈frames × unit_price_micro / 24⌉. Send it back unchanged.'),
    amount: schema.display(),
    currency: schema.currency,
    price_version: schema.positive('Version of the price list.'),
  }),
)

const CreateUpscale = schema.requestSchema('CreateUpscale', UpscaleBody, 'The accepted price.', {
  amount_micro: { description: '`amount_micro` of the quote, unchanged, in µ¥.', format: 'int64' },
})

/** An upscale that already existed (spec 4.7 rule 3). */
const ExistingUpscale = schema.named(
  'ExistingUpscale',
  schema.object('The upscale that this video already has.', {
    ...TASK_FIELDS,
    already_exists: schema.always(true, 'This upscale already existed. Nothing was created or charged.'),
  }),
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

const UPSCALE = {
  ...QUEUED,
  id: 'vid_01k5x3f0d2h4j6k8m0n2p4q6rs',
  resolution: '2k',
  accelerated: false,
  source_task_id: VIDEO_ID,
  created_at: '2026-11-27T22:05:40.001Z',
  cost: { frozen_micro: 1_550_000, earned_micro: 0 },
  metadata: null,
}

function presentQuote(quote: Quote): string {
  return JSON.stringify({
    object: 'upscale.quote',
    source_task_id: quote.sourceTaskId,
    resolution: '2k',
    billed_seconds: quote.billedSeconds,
    frames: quote.frames,
    unit_price_micro: Number(quote.unitPriceMicro),
    amount_micro: Number(quote.amountMicro),
    amount: displayAmount(quote.amountMicro),
    currency: CURRENCY,
    price_version: quote.priceVersion,
  })
}

/** docs/rules/tasks.md#upscale */
route('GET', '/v1/videos/:id/upscale', {
  name: 'getUpscaleQuote',
  tag: 'Upscaling',
  need: 'task:read',
  version: 'current',
  summary: 'Quote an upscale',
  description: 'The price of upscaling a finished 768p video to 2K, by its exact length.',
  id: VIDEO,
  answers: { 200: jsonAnswer('The quote.', UpscaleQuote, { quote: QUOTE }) },
  refusals: { 400: ['upscale_not_eligible'], 410: ['source_unavailable'] },
  async handle({ rooms, caller, id }) {
    return json(200, presentQuote(await quoteUpscale(rooms.resources, caller, id)))
  },
})

/** spec 4.7: 202 with the new task, or 200 with the one that exists. */
route('POST', '/v1/videos/:id/upscale', {
  name: 'createUpscale',
  tag: 'Upscaling',
  need: 'videos:write',
  version: 'current',
  idempotent: 'kept',
  summary: 'Upscale a video',
  description:
    'Creates a task that upscales a finished 768p video to 2K at the price of the quote. The original is kept. If the video ' +
    'already has such a task, unfinished or succeeded, the answer is 200 with that task and nothing is charged.',
  id: VIDEO,
  body: jsonBody(CreateUpscale, { quoted: { amount_micro: QUOTE.amount_micro } }),
  answers: {
    200: jsonAnswer(
      'The existing upscale.',
      ExistingUpscale,
      { exists: { ...UPSCALE, already_exists: true } },
      { headers: ['Location'] },
    ),
    202: jsonAnswer('The new task.', VideoTask, { created: UPSCALE }, { headers: ['Location'] }),
  },
  refusals: {
    400: ['upscale_not_eligible'],
    402: ['spend_limit_exceeded', 'insufficient_balance'],
    409: ['upscale_price_changed'],
    410: ['source_unavailable', 'video_deleted'],
    429: ['concurrency_limit_exceeded'],
  },
  async handle({ rooms, caller, id, body, idempotencyKey }) {
    const call = { id, body, idempotencyKey }
    const { task, alreadyExists, replayed } = await createUpscale(rooms.resources, caller, call)
    const headers = { Location: `/v1/videos/${task.id}`, ...replayHeaders(replayed) }
    const queued = alreadyExists || replayed ? null : await firstPosition(rooms.resources, task)
    const text = presentTask(task, rooms, queued)
    if (!alreadyExists) return json(202, text, headers)
    return json(200, `${text.slice(0, -1)},"already_exists":true}`, headers)
  },
})
