import { CURRENCY, displayAmount } from '../../credit/money.ts'
import { isEarlier } from '../../key/version.ts'
import type { Rooms } from '../../rooms.ts'
import { type QuotedPrice, quoteTask, type ResolvedRequest, type TaskQuote } from '../../task/quote.ts'
import { callerOf } from '../caller.ts'
import { requestIdOf } from '../request-id.ts'
import { readCreateText } from './body.ts'
import type { RestContext } from './context.ts'
import { markDeprecatedFields } from './deprecation.ts'
import { presentItems, withMetadata } from './present.ts'
import { choiceOf, queryOf } from './query.ts'
import { errorObject, json } from './respond.ts'

/** Whether a create is a dry run. The value itself is validated where it is read. */
export function isDryRun(c: RestContext): boolean {
  return /[?&]dry_run=true(&|$)/.test(c.req.url)
}

/** `POST /v1/videos?dry_run=true` (docs/rules/create.md#dry-run): 200 even if the request has problems. */
export async function postVideosDryRun(rooms: Rooms, c: RestContext): Promise<Response> {
  const caller = await callerOf(rooms, c, 'videos:read')
  choiceOf(queryOf(c, ['dry_run']), 'dry_run', ['true'])
  const body = await readCreateText(c.env.incoming)
  markDeprecatedFields(rooms, c, body)
  const quote = await quoteTask(rooms.resources, caller, body)
  return json(200, presentQuote(quote, isEarlier(caller), requestIdOf(c.env.outgoing)))
}

function presentQuote(quote: TaskQuote, earlier: boolean, requestId: string): string {
  const { valid, affordable } = quote
  const request = quote.request ? presentRequest(quote.request, earlier) : 'null'
  const price = JSON.stringify(quote.price && presentPrice(quote.price))
  const errors = JSON.stringify(quote.errors.map((error) => errorObject(error, requestId)))
  return (
    `{"object":"video.quote","valid":${valid},"request":${request},"price":${price},"affordable":${affordable},` +
    `"errors":${errors},"more_errors":${quote.moreErrors}}`
  )
}

function presentPrice({ priceVersion, items, amountMicro, n, totalMicro }: QuotedPrice): Record<string, unknown> {
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
function presentRequest(resolved: ResolvedRequest, earlier: boolean): string {
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
  return withMetadata(fields, request.metadata)
}
