import { outside } from './trace.ts'
import { createTurns, type TurnsMax } from './turns.ts'

/** A queue that serves accounts in turn, in batches, one batch after the other. */
export interface Batches<T> {
  readonly size: number
  /** @returns whether there was room for it */
  add(accountId: string, item: T): boolean
  takeAll(): readonly T[]
}

/** @param wait how long a batch waits, as a share of the time that the last batch took, and at most in milliseconds */
interface Limits {
  readonly queue: TurnsMax
  readonly batch: number
  readonly wait: Readonly<Record<'share' | 'maxMs', number>>
}

/**
 * A batch starts as soon as the last one has ended, unless that one was not alone. Callers that were answered together return together, a
 * moment later. A batch that starts with the first of them leaves the others to the next one, and from then on two half batches alternate.
 * So a batch waits until as many items are there as the last one had, with those that waited at its end. The wait is short compared with
 * the last batch, and there is none after a pause or a single item.
 */
export function createBatches<T>(limits: Limits, flush: (batch: readonly T[]) => Promise<void>): Batches<T> {
  const waiting = createTurns<T>(limits.queue)
  let isBusy = false
  let expected = 0
  let waitUntil = 0
  let arrived = () => {}

  const take = (most: number): readonly T[] => {
    const batch: T[] = []
    while (waiting.size > 0 && batch.length < most) batch.push(waiting.next() as T)
    return batch
  }

  const gather = async () => {
    const leftMs = waitUntil - performance.now()
    if (leftMs <= 0 || waiting.size >= expected) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, leftMs)
      arrived = () => {
        if (waiting.size < expected) return
        clearTimeout(timer)
        resolve()
      }
    })
    arrived = () => {}
  }

  const run = async () => {
    isBusy = true
    try {
      while (waiting.size > 0) {
        await gather()
        // What arrives in the same turn of the event loop joins the batch.
        await new Promise(setImmediate)
        const start = performance.now()
        const batch = take(limits.batch)
        await flush(batch)
        const end = performance.now()
        waitUntil = end + Math.min(limits.wait.maxMs, limits.wait.share * (end - start))
        expected = Math.min(limits.batch, batch.length + waiting.size)
      }
    } finally {
      isBusy = false
    }
  }

  return {
    get size() {
      return waiting.size
    },
    takeAll: () => take(waiting.size),
    add(accountId, item) {
      if (waiting.add(accountId, item)) return false
      if (isBusy) arrived()
      else void outside(run)
      return true
    },
  }
}
