import { CURRENCY, displayAmount } from '../../credit/money.ts'
import type { Rooms } from '../../rooms.ts'
import { createUpscale } from '../../upscale/create.ts'
import { quoteUpscale, type UpscaleQuote } from '../../upscale/quote.ts'
import { currentCallerOf } from '../caller.ts'
import { readJsonText } from './body.ts'
import type { RestContext } from './context.ts'
import { idempotencyKeyOf, replayHeaders } from './idempotency.ts'
import { presentTask } from './present.ts'
import { queryOf } from './query.ts'
import { json } from './respond.ts'
import { videoIdOf } from './videos.ts'

/** `GET /v1/videos/{id}/upscale` (docs/rules/tasks.md#upscale). */
export async function getUpscale(rooms: Rooms, c: RestContext): Promise<Response> {
  const caller = await currentCallerOf(rooms, c, 'task:read')
  queryOf(c, [])
  const quote = await quoteUpscale(rooms.resources, caller, videoIdOf(c))
  return json(200, JSON.stringify(presentQuote(quote)))
}

/** `POST /v1/videos/{id}/upscale` (spec 4.7): 202 with the new task, or 200 with the one that exists. */
export async function postUpscale(rooms: Rooms, c: RestContext): Promise<Response> {
  const { incoming } = c.env
  const caller = await currentCallerOf(rooms, c, 'videos:write')
  queryOf(c, [])
  const call = { id: videoIdOf(c), body: await readJsonText(incoming), idempotencyKey: idempotencyKeyOf(incoming) }
  const { task, alreadyExists, replayed } = await createUpscale(rooms.resources, caller, call)
  const headers = { Location: `/v1/videos/${task.id}`, ...replayHeaders(replayed) }
  const text = presentTask(task, rooms)
  if (!alreadyExists) return json(202, text, headers)
  return json(200, `${text.slice(0, -1)},"already_exists":true}`, headers)
}

function presentQuote(quote: UpscaleQuote): Record<string, unknown> {
  return {
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
  }
}
