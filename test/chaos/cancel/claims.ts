import { setTimeout as pause } from 'node:timers/promises'
import type { Stage } from '../../../src/queue/catalog.ts'
import type { Resources } from '../../../src/resources.ts'
import type { Claim } from '../../../src/stage/claim.ts'
import { claimStage } from '../../support/claim.ts'

const WORKER = 'wrk_chaos'
/** Looks again for a job that another claim took and returned. */
const AGAIN_MS = 20

const BEAT_LATER = `update stage_attempt set beat_at = now() + interval '1 hour'
  where task_id = $1 and stage = $2 and number = $3`

/** The queue decides who claims what; a round needs the claims of its tasks. */
export interface Claims {
  /** Claims a task's ready stage, whichever fetch finds its job. */
  take(taskId: string, stage: Stage): Promise<Claim>
  /** Claims the next stage of any task. Returns whether it was this task's. */
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
    // No worker beats for it; on a busy machine a round may take longer than the lease.
    await needs.pool.query(BEAT_LATER, [claim.taskId, stage, claim.number])
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
