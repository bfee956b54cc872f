import { type Prices, timedAmount } from '../credit/price.ts'
import { isEarlier } from '../key/version.ts'
import type { ServiceTier } from '../queue/catalog.ts'
import type { PriceItem, Resolution, Status, Task } from './task.ts'

/** Reference material as priced: seconds of all videos, seconds of all audio files, and number of images. */
export interface Material {
  readonly videoMs: number
  readonly audioMs: number
  readonly images: number
}

export interface Priced {
  readonly durationMs: number
  readonly resolution: Resolution
  readonly serviceTier: ServiceTier
  readonly useContextIr: boolean
  readonly material?: Material | null
}

/** Number of free images. */
const FREE_IMAGES = 5

/**
 * Price items of a new task (docs/rules/money.md#price-items): the encoder, material and context IR are earned by
 * encode, generation by render, upscaling by upscale. The tier multiplies generation only; an upscale is priced by the
 * requested seconds.
 */
export function priceItems(prices: Prices, task: Priced): PriceItem[] {
  const items: PriceItem[] = [piece('encoder', 1, prices.encoder), ...materialItems(prices, task.material)]
  if (task.useContextIr) items.push(piece('context_ir', 1, prices.contextIr))
  items.push(generation(prices, task.durationMs, task.serviceTier))
  if (task.resolution !== '768p') {
    items.push(timed('upscale', 'upscale', task.durationMs, prices.upscale[task.resolution]))
  }
  return items
}

function generation(prices: Prices, durationMs: number, tier: ServiceTier): PriceItem {
  const unit = prices.generation['768p']
  const factor = prices.tiers[tier]
  return {
    kind: 'generation',
    stage: 'render',
    quantity: durationMs / 1000,
    unitPriceMicro: (unit * factor) / 1000,
    amountMicro: Number(timedAmount(durationMs, unit, factor)),
  }
}

/**
 * The items of a dedicated task at the price of pro (docs/rules/money.md#dedicated-tier): never more than was frozen. The frozen
 * amount is stored beside it.
 */
export function asPro(items: readonly PriceItem[], prices: Prices, durationMs: number): PriceItem[] {
  const pro = generation(prices, durationMs, 'pro')
  return items.map((item) =>
    item.kind === 'generation' && pro.amountMicro < item.amountMicro ? { ...pro, frozenMicro: item.amountMicro } : item,
  )
}

/** Billed by the uploaded seconds, not by those the model uses (spec 4.10 rule 4). */
function materialItems({ material: unit }: Prices, material: Material | null | undefined): PriceItem[] {
  if (!material) return []
  const items: PriceItem[] = []
  if (material.videoMs > 0) items.push(timed('material_video', 'encode', material.videoMs, unit.video))
  if (material.audioMs > 0) items.push(timed('material_audio', 'encode', material.audioMs, unit.audio))
  const paid = material.images - FREE_IMAGES
  if (paid > 0) items.push(piece('material_image', paid, unit.imageBeyondFive))
  return items
}

/**
 * Price of upscaling a finished video, by its frames: ⌈frames × unit / 24⌉ (docs/rules/money.md#price-items).
 */
export function upscaleAmount(prices: Prices, frames: number): bigint {
  return (BigInt(frames) * BigInt(prices.upscale['2k']) + 23n) / 24n
}

function timed(kind: PriceItem['kind'], stage: PriceItem['stage'], ms: number, unit: number): PriceItem {
  return { kind, stage, quantity: ms / 1000, unitPriceMicro: unit, amountMicro: Number(timedAmount(ms, unit)) }
}

function piece(kind: 'encoder' | 'context_ir' | 'material_image', quantity: number, unit: number): PriceItem {
  return { kind, stage: 'encode', quantity, unitPriceMicro: unit, amountMicro: quantity * unit }
}

/**
 * Items that an end bills: the earned ones, none after a failure. A task of the earlier version is billed only for
 * success (docs/rules/versions.md#earlier-billing).
 */
export function billedItems(task: Pick<Task, 'items' | 'earned' | 'apiVersion'>, end: Status): PriceItem[] {
  if (end === 'failed' || (end !== 'succeeded' && isEarlier(task))) return []
  return task.items.filter((item) => task.earned.includes(item.kind))
}

/** Sum of items in µ¥. */
export function sumItems(items: readonly PriceItem[]): bigint {
  return items.reduce((sum, item) => sum + BigInt(item.amountMicro), 0n)
}
