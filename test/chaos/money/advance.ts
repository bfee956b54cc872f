import type { Claim } from '../../../src/stage/claim.ts'
import { handBack, reportDone, reportFailed, reportRejected, reportSucceeded } from '../../../src/stage/report.ts'
import { reportVoid } from '../../../src/stage/void.ts'
import type { TaskOutput } from '../../../src/task/task.ts'
import { claimStage } from '../../support/claim.ts'
import type { AdvanceOutcome, Operation } from './operations.ts'
import type { Ground } from './player.ts'

type Advance = Extract<Operation, { kind: 'advance' }>

const FAILURE = { reason: 'generation_error', detail: 'It failed.', cause: 'chaos' } as const

/** Claims the next job of a stage's queue, as a worker does, and reports on it with the real reports. */
export async function advanceStage(ground: Ground, workerId: string, operation: Advance): Promise<string> {
  const claim = await claimStage(ground, operation.stage, workerId)
  if (!claim) return 'nothing there'
  const outcome = operation.outcome === 'void' && operation.stage !== 'package' ? 'done' : operation.outcome
  const counted = await report(ground, claim, operation, outcome)
  if (outcome !== 'twice') return counted ? `${operation.stage} ${outcome}` : 'too late'
  // The second report of an attempt is refused, whether or not the first one counted.
  if (await report(ground, claim, operation, 'done')) throw new Error('a second report counted')
  return counted ? `${operation.stage} done` : 'too late'
}

function report(ground: Ground, claim: Claim, operation: Advance, outcome: AdvanceOutcome): Promise<boolean> {
  switch (outcome) {
    case 'done':
    case 'twice': {
      if (claim.stage === 'package') return reportSucceeded(ground, claim, outputOf(claim))
      const { contextIrApplied } = operation
      return reportDone(ground, claim, { key: 'none', ...(claim.stage === 'encode' ? { contextIrApplied } : {}) })
    }
    case 'void':
      return reportVoid(ground, claim, 'chaos')
    case 'rejected':
      return reportRejected(ground, claim, { ...FAILURE, reason: 'content_policy_output', retry: false })
    case 'failed':
      return reportFailed(ground, claim, { ...FAILURE, retry: false })
    case 'error':
      return reportFailed(ground, claim, { ...FAILURE, retry: true })
    case 'handed back':
      return handBack(ground, claim)
  }
}

function outputOf({ task }: Claim): TaskOutput {
  const { width, height, frames } = task
  const file = { key: 'none', thumbnailKey: 'none', bytes: 1, sha256: '' }
  return { ...file, width, height, frames, hasAudio: true, watermarked: false }
}
