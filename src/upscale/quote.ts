import { currentPrices, type PriceList } from '../credit/price.ts'
import { DomainError } from '../errors.ts'
import type { Caller } from '../key/caller.ts'
import { secondsOf } from '../media/frames.ts'
import type { Resources } from '../resources.ts'
import { upscaleAmount } from '../task/items.ts'
import { readTask } from '../task/read.ts'
import type { Task } from '../task/task.ts'
import { isDownloadable } from '../task/view.ts'

/** The price of an upscale to 2K now (spec 4.6). */
export interface UpscaleQuote {
  readonly sourceTaskId: string
  /** Of the source's delivered video: `frames` / 24, not rounded. */
  readonly billedSeconds: number
  readonly frames: number
  /** µ¥ a second. */
  readonly unitPriceMicro: bigint
  readonly amountMicro: bigint
  readonly priceVersion: number
}

/**
 * Quotes an upscale (spec 4.6). The amount is valid while the price list is in force.
 * @throws DomainError 403 insufficient_scope, 404 video_not_found, 400 upscale_not_eligible, 410 source_unavailable
 */
export async function quoteUpscale(
  resources: Pick<Resources, 'pool' | 'storage'>,
  caller: Caller,
  id: string,
): Promise<UpscaleQuote> {
  const source = await readTask(resources, caller, id)
  assertEligible(source)
  if (!(await isReadable(resources, source))) throw sourceUnavailable()
  return quoteFor(source, await currentPrices(resources.pool))
}

/** Only finished 768p videos can be upscaled (spec 4.7 rules 1 and 6). */
export function assertEligible(source: Task): void {
  const reason =
    source.status !== 'succeeded'
      ? `it is ${source.status}`
      : source.resolution !== '768p'
        ? `it is already ${source.resolution}`
        : null
  if (reason) throw new DomainError('upscale_not_eligible', `This video cannot be upscaled: ${reason}.`)
}

/** Whether the source video is still there (spec 4.7 rule 1). */
export async function isReadable({ storage }: Pick<Resources, 'storage'>, source: Task): Promise<boolean> {
  const key = isDownloadable(source) ? source.output?.key : null
  return key ? (await storage.stat(key)) !== null : false
}

export function sourceUnavailable(): DomainError {
  return new DomainError('source_unavailable', 'The bytes of this video are no longer kept.')
}

/** By the source's actual frames, not by its requested duration. */
export function quoteFor(source: Task, { prices, version }: PriceList): UpscaleQuote {
  return {
    sourceTaskId: source.id,
    billedSeconds: secondsOf(source.frames),
    frames: source.frames,
    unitPriceMicro: BigInt(prices.upscale['2k']),
    amountMicro: upscaleAmount(prices, source.frames),
    priceVersion: version,
  }
}
