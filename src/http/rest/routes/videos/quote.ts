import { CURRENCY, displayAmount } from '../../../../credit/money.ts'
import { PROBLEMS_MAX } from '../../../../limits.ts'
import type { QuotedPrice as Price, ResolvedRequest as Resolved, TaskQuote } from '../../../../task/quote.ts'
import { RESOLUTIONS } from '../../../../task/task.ts'
import { ErrorObject } from '../../openapi/answer.ts'
import * as schema from '../../openapi/schema.ts'
import { bool, choice, list, named, object, orNull, positive, price, seconds, text } from '../../openapi/schema.ts'
import { errorObject } from '../../respond.ts'
import { CREATE, FIVE_SECONDS } from './examples.ts'
import { presentItems } from './present.ts'
import { durationOf, MEDIA_FIELDS, PRICE_ITEMS, REQUEST_FIELDS } from './schema.ts'

const ResolvedRequest = named(
  'ResolvedRequest',
  object('The request with its defaults applied and its files looked up.', {
    mode: REQUEST_FIELDS.mode,
    prompt: REQUEST_FIELDS.prompt,
    input_image: orNull(text('Start frame.')),
    end_image: orNull(text('End frame.')),
    references: list(text('A file.'), 'Reference material, in order.'),
    material: list(
      object('A file of the request.', {
        param: text('The parameter that names it: `input_image`, `references[0]`.'),
        id: schema.idOf('file', 'The file.'),
        kind: MEDIA_FIELDS.kind,
        width: orNull(positive('Width in pixels; null for audio.')),
        height: orNull(positive('Height in pixels; null for audio.')),
        duration: MEDIA_FIELDS.duration,
        used_seconds: orNull(seconds('Seconds of it that the video uses; null for images. The whole file is billed.')),
      }),
      'The files found, in the order of the request.',
    ),
    duration: durationOf('Requested seconds, which are billed.'),
    delivered_seconds: seconds('Delivered seconds.'),
    frames: positive('Number of frames, at 24 per second.'),
    resolution: choice(RESOLUTIONS, 'Resolution.'),
    aspect_ratio: REQUEST_FIELDS.aspect_ratio,
    canvas: object('Size at 768p, before any upscaling.', {
      width: positive('Width in pixels.'),
      height: positive('Height in pixels.'),
    }),
    width: positive('Width of the delivered video, in pixels.'),
    height: positive('Height of the delivered video, in pixels.'),
    acceleration: REQUEST_FIELDS.acceleration,
    service_tier: REQUEST_FIELDS.service_tier,
    use_context_ir: bool('Whether context IR is requested, by the request or the account’s default.'),
    audio: bool('Whether the video has sound.'),
    seed: orNull(schema.int('The seed of the request; null if it is chosen at random.')),
    n: choice([1, 2, 4], 'Number of tasks.'),
    webhook_url: orNull(text('URL that receives a webhook when the task has ended.')),
    metadata: orNull(schema.anyObject('Your own data, unchanged.')),
  }),
)

const QuotedPrice = named(
  'QuotedPrice',
  object('The exact price, which a create sets aside.', {
    currency: schema.currency,
    price_version: positive('Version of the price list.'),
    items: PRICE_ITEMS,
    amount_micro: price('Price of one task.'),
    amount: schema.display(),
    n: choice([1, 2, 4], 'Number of tasks.'),
    total_micro: price('Price of all tasks.'),
    total: schema.display(),
  }),
)

/** The answer to a dry run (docs/rules/create.md#dry-run). */
export const VideoQuote = named(
  'VideoQuote',
  object('The resolved request and its price. Nothing was created.', {
    object: schema.always('video.quote'),
    valid: bool('Whether the request is valid.'),
    request: orNull(ResolvedRequest, 'The resolved request; null if a field has the wrong form.'),
    price: orNull(QuotedPrice, 'The price; null if `request` is null.'),
    affordable: bool('Whether the available balance covers the total now.'),
    errors: list(
      ErrorObject,
      `Problems of the request, at most ${PROBLEMS_MAX}. A create is refused with the first one.`,
    ),
    more_errors: schema.count('Number of further problems.'),
  }),
)

export const QUOTE = {
  object: 'video.quote',
  valid: true,
  request: {
    mode: 'text_to_video',
    prompt: CREATE.prompt,
    input_image: null,
    end_image: null,
    references: [],
    material: [],
    duration: 5,
    delivered_seconds: 5.167,
    frames: 124,
    resolution: '768p',
    aspect_ratio: '16:9',
    canvas: { width: 1344, height: 768 },
    width: 1344,
    height: 768,
    acceleration: 'auto',
    service_tier: 'standard',
    use_context_ir: false,
    audio: true,
    seed: null,
    n: 1,
    webhook_url: null,
    metadata: CREATE.metadata,
  },
  price: {
    currency: 'CNY',
    price_version: 1,
    items: FIVE_SECONDS,
    amount_micro: 2_520_000,
    amount: '¥2.52',
    n: 1,
    total_micro: 2_520_000,
    total: '¥2.52',
  },
  affordable: true,
  errors: [],
  more_errors: 0,
}

export function presentQuote(quote: TaskQuote, earlier: boolean, requestId: string): string {
  const { valid, affordable } = quote
  const request = quote.request ? presentRequest(quote.request, earlier) : 'null'
  const price = JSON.stringify(quote.price && presentPrice(quote.price))
  const errors = JSON.stringify(quote.errors.map((error) => errorObject(error, requestId)))
  return (
    `{"object":"video.quote","valid":${valid},"request":${request},"price":${price},"affordable":${affordable},` +
    `"errors":${errors},"more_errors":${quote.moreErrors}}`
  )
}

function presentPrice({ priceVersion, items, amountMicro, n, totalMicro }: Price): Record<string, unknown> {
  return {
    currency: CURRENCY,
    price_version: priceVersion,
    items: presentItems(items),
    amount_micro: Number(amountMicro),
    amount: displayAmount(amountMicro),
    n,
    total_micro: Number(totalMicro),
    total: displayAmount(totalMicro),
  }
}

/** With `metadata` as sent, inserted unparsed. */
function presentRequest(resolved: Resolved, earlier: boolean): string {
  const { request, canvas, size, material } = resolved
  const fields = {
    mode: request.mode,
    prompt: request.prompt,
    input_image: request.inputImage,
    end_image: request.endImage,
    references: request.references,
    material: material.map(({ param, file, usedSeconds }) => ({
      param,
      id: file.id,
      kind: file.kind,
      width: file.width,
      height: file.height,
      duration: file.durationMs === null ? null : file.durationMs / 1000,
      used_seconds: usedSeconds,
    })),
    duration: request.durationMs / 1000,
    delivered_seconds: resolved.deliveredSeconds,
    frames: resolved.frames,
    resolution: request.resolution,
    aspect_ratio: resolved.aspectRatio,
    canvas: { width: canvas.width, height: canvas.height },
    width: size.width,
    height: size.height,
    acceleration: request.acceleration,
    service_tier: request.serviceTier,
    ...(earlier ? { negative_prompt: request.negativePrompt } : { use_context_ir: resolved.useContextIr }),
    audio: request.audio,
    seed: request.seed,
    n: request.n,
    webhook_url: request.webhookUrl,
  }
  return `${JSON.stringify(fields).slice(0, -1)},"metadata":${request.metadata ?? 'null'}}`
}
