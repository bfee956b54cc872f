import { setTimeout as pause } from 'node:timers/promises'
import type { Stage } from '../../../src/queue/catalog.ts'
import type { Resources } from '../../../src/resources.ts'
import type { Claim } from '../../../src/stage/claim.ts'
import { claimStage } from '../../support/claim.ts'

const WORKER = 'wrk_chaos'
/** A job that another claim took and gave back is looked for again. */
const AGAIN_MS = 20

/** The queue decides who claims what; a round needs the claims of its own tasks. */
export interface Claims {
  /** The claim of a task's ready stage, whoever's fetch meets it. */
  take(taskId: string, stage: Stage): Promise<Claim>
  /** Claims whatever is next, for whom it may concern. Answers whether that was this task. */
  takeNext(needs: Needs, taskId: string, stage: Stage): Promise<boolean>
}

type Needs = Pick<Resources, 'pool' | 'boss' | 'hints'>

export function createClaims(needs: Needs): Claims {
  const wanted = new Map<string, (claim: Claim) => void>()
  const spare = new Map<string, Claim>()

  const fetchOne = async (from: Needs, stage: Stage): Promise<Claim | null> => {
    const claim = await claimStage(from, stage, WORKER)
    if (!claim) return null
    const name = `${claim.taskId} ${stage}`
    const give = wanted.get(name)
    if (give) give(claim)
    else spare.set(name, claim)
    return claim
  }

  return {
    async take(taskId, stage) {
      const name = `${taskId} ${stage}`
      const known = spare.get(name)
      if (known) {
        spare.delete(name)
        return known
      }
      const { promise, resolve } = Promise.withResolvers<Claim>()
      let mine: Claim | null = null
      wanted.set(name, (claim) => {
        mine = claim
        resolve(claim)
      })
      try {
        while (!mine) if (!(await fetchOne(needs, stage))) await Promise.race([promise, pause(AGAIN_MS)])
        return await promise
      } finally {
        wanted.delete(name)
      }
    },
    async takeNext(from, taskId, stage) {
      const claim = await fetchOne(from, stage)
      return claim?.taskId === taskId
    },
  }
}
