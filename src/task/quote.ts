import { aboveMaximum } from '../credit/ceiling.ts'
import { readStanding } from '../credit/locked-account.ts'
import { currentPrices } from '../credit/price.ts'
import type { DomainError } from '../errors.ts'
import { readFiles } from '../file/pin.ts'
import { assertScope, type Caller } from '../key/caller.ts'
import { firstProblems, isGiven, parseJson } from '../lib/body.ts'
import { rawMember } from '../lib/json.ts'
import { CANVASES, type Size } from '../media/canvas.ts'
import { framesFor, secondsUsed } from '../media/frames.ts'
import type { Resources } from '../resources.ts'
import { attachedEngines } from './engines.ts'
import { priceItems, sumItems } from './items.ts'
import { type JudgedMaterial, judgeMaterial } from './material.ts'
import type { UsedFile } from './misfit.ts'
import { scaleOf } from './pipeline.ts'
import { readTaskRequest, type TaskRequest } from './request.ts'
import { fileIdsOf, type PriceItem } from './task.ts'
import { deliveredSeconds } from './view.ts'

/** A file of the request and how much of it the video uses. */
export interface QuotedMaterial extends UsedFile {
  /** null for images; otherwise seconds of it that are used (spec 4.10 rule 4). */
  readonly usedSeconds: number | null
}

/** A request with its defaults applied and its material looked up. */
export interface ResolvedRequest {
  readonly request: TaskRequest
  readonly material: readonly QuotedMaterial[]
  readonly aspectRatio: JudgedMaterial['aspectRatio']
  readonly canvas: Size
  /** Pixels of the delivered video. */
  readonly size: Size
  readonly frames: number
  readonly deliveredSeconds: number
  readonly useContextIr: boolean
}

export interface QuotedPrice {
  readonly priceVersion: number
  /** Of one task. */
  readonly items: readonly PriceItem[]
  /** Of one task, in µ¥. */
  readonly amountMicro: bigint
  readonly n: 1 | 2 | 4
  /** Of all n tasks, in µ¥. */
  readonly totalMicro: bigint
}

/** The resolved request and price of a create; nothing is written or frozen (docs/rules/create.md#dry-run). */
export interface TaskQuote {
  readonly valid: boolean
  /** Both null if a field has the wrong form. */
  readonly request: ResolvedRequest | null
  readonly price: QuotedPrice | null
  /** Whether the available balance covers all n tasks now. */
  readonly affordable: boolean
  readonly errors: readonly DomainError[]
  /** Number of further problems. */
  readonly moreErrors: number
}

/**
 * Checks a create without creating anything: the resolved request, its exact price and all its problems.
 * @param body as sent, JSON text with the names of REST (spec 4.1)
 * @throws DomainError 400 invalid_json, and invalid_parameter if the body is not an object; 403 insufficient_scope
 */
export async function quoteTask(
  resources: Pick<Resources, 'pool' | 'config'>,
  caller: Caller,
  body: string,
): Promise<TaskQuote> {
  assertScope(caller, 'videos:read')
  const { accountId } = caller
  const parsed = parseJson(body)
  const metadata = isGiven(parsed, 'metadata') ? rawMember(body, 'metadata') : null
  const reading = readTaskRequest(parsed, metadata, resources.config.webhook, caller.apiVersion)
  const { request } = reading
  if (!request) {
    const { errors, more: moreErrors } = reading
    return { valid: false, request: null, price: null, affordable: false, errors, moreErrors }
  }
  const wanted = fileIdsOf(request).map((fileId) => ({ accountId, fileId }))
  const [standing, files, engines, prices] = await Promise.all([
    readStanding(resources.pool, accountId),
    readFiles(resources, wanted),
    attachedEngines(resources.pool),
    currentPrices(resources.pool),
  ])
  const material = judgeMaterial(request, accountId, { files, engines, now: standing.now })
  const useContextIr = request.useContextIr ?? standing.useContextIr
  const items = priceItems(prices.prices, { ...request, useContextIr, material: material.priced })
  const amountMicro = sumItems(items)
  const totalMicro = amountMicro * BigInt(request.n)
  const ceiling = aboveMaximum(request.maxAmountMicro, totalMicro) ?? []
  const { errors, more: moreErrors } = firstProblems([reading.errors, material.errors, ceiling].flat(), reading.more)
  return {
    valid: errors.length === 0,
    request: resolve(request, material, useContextIr),
    price: { priceVersion: prices.version, items, amountMicro, n: request.n, totalMicro },
    affordable: totalMicro <= standing.availableMicro,
    errors,
    moreErrors,
  }
}

function resolve(request: TaskRequest, { used, aspectRatio }: JudgedMaterial, useContextIr: boolean): ResolvedRequest {
  const frames = framesFor(request.durationMs)
  const canvas = CANVASES[aspectRatio]
  const scale = scaleOf(request.resolution)
  return {
    request,
    material: used.map((each) => ({ ...each, usedSeconds: secondsUsed(each.file, frames) })),
    aspectRatio,
    canvas,
    size: { width: canvas.width * scale, height: canvas.height * scale },
    frames,
    deliveredSeconds: deliveredSeconds(frames),
    useContextIr,
  }
}
