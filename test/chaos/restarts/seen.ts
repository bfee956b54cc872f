import { isTerminal, type Status } from '../../../src/task/task.ts'
import type { Update } from './follow.ts'

/** The updates of one subscriber for its task. */
export interface Seen {
  seq: number | null
  progress: number
  /** Terminal states; there must be one. */
  ends: number
  /** Jumps of seq without a mark in the update. */
  gaps: number
  /** Jumps with a mark. */
  skips: number
  /** Updates that were not newer than the last one, or with less progress. */
  backwards: number
}

export function newSeen(): Seen {
  return { seq: null, progress: 0, ends: 0, gaps: 0, skips: 0, backwards: 0 }
}

export function note(seen: Seen, { seq, skipped, task }: Update): void {
  const jumped = seen.seq !== null && seq > seen.seq + 1
  if (skipped) seen.skips += 1
  if (jumped && !skipped) seen.gaps += 1
  if ((seen.seq !== null && seq <= seen.seq) || task.progress < seen.progress) seen.backwards += 1
  if (isTerminal(task.status.toLowerCase() as Status)) seen.ends += 1
  seen.seq = seq
  seen.progress = task.progress
}
