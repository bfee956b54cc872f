import { setTimeout as pause } from 'node:timers/promises'
import type { Stage } from '../../../src/queue/catalog.ts'
import { beat } from '../../../src/stage/beat.ts'
import { type Claim, claimNext } from '../../../src/stage/claim.ts'
import type { Closing } from '../../support/closing.ts'
import { done, type Side } from '../cancel/ground.ts'
import { draw } from '../kill-storm/plan.ts'

/** Stages nearest to their task's end are first, so that ends are spread over the whole run. */
const STAGES: readonly Stage[] = ['package', 'render', 'encode']
export const STAGES_OF_A_TASK = STAGES.length
const SERVES = { pool: 'shared', accelerates: false }
/** Progress reports in one render. */
const BEATS = 8
const IDLE_MS = 20

/** Workers that render nothing, with the product's queue and reports. */
export interface Work {
  /** Lets this many more stages start; those that have started continue in any case. */
  allow(stages: number): void
}

/** @param stepMs mean time between two reports of a worker */
export function startWork(
  side: Side,
  { hands, stepMs, seed }: { readonly hands: number; readonly stepMs: number; readonly seed: number },
  closing: Closing,
): Work {
  let allowed = 0
  let steps = 0
  let closed = false

  const step = () => pause(stepMs * 2 * draw(seed, 'step', steps++))

  const perform = async (claim: Claim) => {
    const beats = claim.stage === 'render' ? BEATS : 0
    for (let i = 1; i <= beats; i++) {
      await step()
      await beat(side, claim, i / (beats + 1))
    }
    await step()
    await done(side, claim)
  }

  const work = async (name: string) => {
    while (!closed) {
      if (allowed <= 0) {
        await pause(IDLE_MS)
        continue
      }
      allowed -= 1
      const claim = await claimNext(side, STAGES, name, SERVES)
      if (claim) {
        await perform(claim)
      } else {
        allowed += 1
        await pause(IDLE_MS)
      }
    }
  }

  const working = Promise.all(Array.from({ length: hands }, (_, i) => work(`wrk_chaos_${i}`)))
  // Reported when it is closed.
  working.catch(() => {})
  closing.push(() => {
    closed = true
    return working
  })
  return {
    allow(stages) {
      allowed += stages
    },
  }
}
