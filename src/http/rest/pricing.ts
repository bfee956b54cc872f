import { CURRENCY } from '../../credit/money.ts'
import { currentPrices, type PriceList } from '../../credit/price.ts'
import type { Rooms } from '../../rooms.ts'
import { currentCallerOf } from '../caller.ts'
import type { RestContext } from './context.ts'
import { queryOf } from './query.ts'
import { json } from './respond.ts'

/** `GET /v1/pricing` (docs/rules/money.md#prices): any key may read it. */
export async function getPricing(rooms: Rooms, c: RestContext): Promise<Response> {
  await currentCallerOf(rooms, c, null)
  queryOf(c, [])
  return json(200, JSON.stringify(presentPrices(await currentPrices(rooms.resources.pool))))
}

/** Amounts are in µ¥; a tier is the factor on the price of a video's seconds. */
function presentPrices({ version, effectiveAt, prices }: PriceList): Record<string, unknown> {
  const { generation, tiers, upscale, encoder, material } = prices
  const perSecond = (micro: number) => ({ per_second_micro: micro })
  return {
    object: 'pricing',
    currency: CURRENCY,
    price_version: version,
    effective_at: effectiveAt,
    video: { '768p': perSecond(generation['768p']) },
    tiers: Object.fromEntries(Object.entries(tiers).map(([tier, factor]) => [tier, factor / 1000])),
    encoder: { per_task_micro: encoder },
    material: {
      video: perSecond(material.video),
      audio: perSecond(material.audio),
      image_beyond_five: { per_image_micro: material.imageBeyondFive },
    },
    upscale: { '2k': perSecond(upscale['2k']), '4k': perSecond(upscale['4k']) },
    context_ir_micro: prices.contextIr,
    prompt_opt_micro: prices.promptOpt,
  }
}
