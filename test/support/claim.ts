import type { Stage } from '../../src/queue/catalog.ts'
import { type Claim, claimNext } from '../../src/stage/claim.ts'

const SHARED = { pool: 'shared', accelerates: false }

/** Claims the next ready attempt of a stage, for a worker of the shared pool by default. */
export function claimStage(
  needs: Parameters<typeof claimNext>[0],
  stage: Stage,
  workerId: string,
  serves = SHARED,
): Promise<Claim | null> {
  return claimNext(needs, [stage], workerId, serves)
}
