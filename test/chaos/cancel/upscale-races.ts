import { addPriceVersion } from '../../../src/credit/price-version.ts'
import { DomainError } from '../../../src/errors.ts'
import type { Caller } from '../../../src/key/caller.ts'
import { eraseOutputs } from '../../../src/task/erase.ts'
import type { Task } from '../../../src/task/task.ts'
import { createUpscale, type Upscaled } from '../../../src/upscale/create.ts'
import { quoteUpscale } from '../../../src/upscale/quote.ts'
import { type Contender, cancelling, contend, decide, type Race, removing } from './contend.ts'
import { type Ground, type Side, takeWork, videoKey } from './ground.ts'

interface Quoted {
  readonly id: string
  readonly amountMicro: bigint
}

/** A finished video, with the amount of its quote. */
async function quotedWork(ground: Ground, caller: Caller): Promise<Quoted> {
  const id = await takeWork(ground, caller)
  return { id, amountMicro: (await quoteUpscale(ground.sides[0], caller, id)).amountMicro }
}

/** Ends a round's upscale, if there is one, and leaves its source for the next. */
async function giveBack(ground: Ground, caller: Caller, { id }: Quoted, upscaleId: string | undefined): Promise<void> {
  if (upscaleId) await cancelling(caller, upscaleId)(ground.sides[0])
  ground.works.get(caller.accountId)?.push(id)
}

function upscale(side: Side, caller: Caller, { id, amountMicro }: Quoted): Promise<Upscaled> {
  return createUpscale(side, caller, { id, idempotencyKey: null, body: `{"amount_micro":${amountMicro}}` })
}

/** Uses the amount of the refusal if the price changed, as a client does. */
async function upscaleAtAnyPrice(side: Side, caller: Caller, { id, amountMicro }: Quoted): Promise<Upscaled> {
  for (let amount = amountMicro; ; ) {
    try {
      return await upscale(side, caller, { id, amountMicro: amount })
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'upscale_price_changed') throw error
      amount = BigInt(Number(error.details?.['current_amount_micro']))
    }
  }
}

export const deleteAgainstUpscale: Race = async (ground, caller, round) => {
  const source = await quotedWork(ground, caller)
  let made = ''
  const outcome = await contend(ground, round, removing(caller, source.id), async (side) => {
    made = (await upscaleAtAnyPrice(side, caller, source)).task.id
    return 'created'
  })
  const shown = decide(outcome, [
    ['deleted', 'video_not_found'],
    ['task_not_deletable', 'created'],
  ])
  const isKept = (await ground.sides[0].storage.stat(videoKey(source.id))) !== null
  if (isKept !== (made !== '')) throw new Error(`the source's bytes are ${isKept ? 'kept' : 'gone'} after ${shown}`)
  if (made) await giveBack(ground, caller, source, made)
  return shown
}

export const upscaleAgainstUpscale: Race = async (ground, caller, round) => {
  const source = await quotedWork(ground, caller)
  const ids = new Set<string>()
  const upscaling: Contender = async (side) => {
    const { task, alreadyExists } = await upscaleAtAnyPrice(side, caller, source)
    ids.add(task.id)
    return alreadyExists ? 'exists' : 'created'
  }
  const shown = decide((await contend(ground, round, upscaling, upscaling)).sort(), [['created', 'exists']])
  const [id] = ids
  if (ids.size !== 1 || !id) throw new Error('two upscales were made')
  await giveBack(ground, caller, source, id)
  return shown
}

/** Two prices a second of 2K. Every change sets the other one, or the same. */
const PRICES = [300_000, 330_000] as const

export const upscaleAgainstPrice: Race = async (ground, caller, round) => {
  const source = await quotedWork(ground, caller)
  let made: Task | null = null
  const upscaling: Contender = async (side) => {
    made = (await upscale(side, caller, source)).task
    return made.frozenMicro === source.amountMicro ? 'created' : `created for ${made.frozenMicro}`
  }
  const changing: Contender = async (side) => {
    const price = PRICES[round.pick % 2] ?? PRICES[0]
    await addPriceVersion(side.pool, (prices) => ({ ...prices, upscale: { ...prices.upscale, '2k': price } }))
    return 'changed'
  }
  const shown = decide(await contend(ground, round, upscaling, changing), [
    ['created', 'changed'],
    ['upscale_price_changed', 'changed'],
  ])
  await giveBack(ground, caller, source, (made as Task | null)?.id)
  return shown
}

/**
 * Expired bytes are deleted during a request for their upscale: the upscale keeps them until it ends, or does not
 * exist.
 */
export const upscaleAgainstErasure: Race = async (ground, caller, round) => {
  const source = await quotedWork(ground, caller)
  const [side] = ground.sides
  await side.pool.query(`update task set output_until = now() + interval '10 minutes' where id = $1`, [source.id])
  let made: Task | null = null
  const upscaling: Contender = async (own) => {
    made = (await upscaleAtAnyPrice(own, caller, source)).task
    return 'created'
  }
  const erasing: Contender = async (own) => {
    await eraseOutputs(own, new Date(Date.now() + 3_600_000))
    return 'looked through'
  }
  const outcome = await contend(ground, round, upscaling, erasing)
  const shown = decide(outcome, [
    ['created', 'looked through'],
    ['source_unavailable', 'looked through'],
  ])
  const task = made as Task | null
  const isKept = (await side.storage.stat(videoKey(source.id))) !== null
  if (isKept !== (task !== null)) throw new Error(`the source's bytes are ${isKept ? 'kept' : 'gone'} after ${shown}`)
  if (task) await cancelling(caller, task.id)(side)
  return shown
}
