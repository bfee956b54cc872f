import { type Prices, timedAmount } from '../credit/price.ts'
import type { ServiceTier } from '../queue/catalog.ts'
import type { PriceItem, Resolution } from './task.ts'

export interface Priced {
  readonly durationMs: number
  readonly resolution: Resolution
  readonly serviceTier: ServiceTier
  readonly useContextIr: boolean
}

/**
 * Price items of a new task (contract 5): the encoder and context IR are earned by encode, generation by render, upscaling
 * by upscale. The tier multiplies generation only; an upscale is priced by the requested seconds.
 */
export function priceItems(prices: Prices, task: Priced): PriceItem[] {
  const seconds = task.durationMs / 1000
  const factor = prices.tiers[task.serviceTier]
  const items: PriceItem[] = [piece('encoder', 1, prices.encoder)]
  if (task.useContextIr) items.push(piece('context_ir', 1, prices.contextIr))
  items.push({
    kind: 'generation',
    stage: 'render',
    quantity: seconds,
    unitPriceMicro: (prices.generation['768p'] * factor) / 1000,
    amountMicro: Number(timedAmount(task.durationMs, prices.generation['768p'], factor)),
  })
  if (task.resolution !== '768p') {
    const unit = prices.upscale[task.resolution]
    const amountMicro = Number(timedAmount(task.durationMs, unit))
    items.push({ kind: 'upscale', stage: 'upscale', quantity: seconds, unitPriceMicro: unit, amountMicro })
  }
  return items
}

function piece(kind: 'encoder' | 'context_ir', quantity: number, unit: number): PriceItem {
  return { kind, stage: 'encode', quantity, unitPriceMicro: unit, amountMicro: quantity * unit }
}

/** Sum of items in µ¥; with `kinds`, of those kinds only. */
export function sumItems(items: readonly PriceItem[], kinds?: readonly string[]): bigint {
  let sum = 0n
  for (const item of items) if (!kinds || kinds.includes(item.kind)) sum += BigInt(item.amountMicro)
  return sum
}
