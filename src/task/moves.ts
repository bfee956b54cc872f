import type { Status } from './task.ts'

/** States from which each state may be entered (docs/rules/tasks.md#states). Terminal states are never left. */
export const MOVES: Readonly<Record<Status, readonly Status[]>> = {
  queued: ['encoding', 'upscaling', 'failed', 'cancelled', 'rejected'],
  encoding: ['rendering', 'failed', 'cancelled', 'rejected'],
  rendering: ['upscaling', 'packaging', 'failed', 'cancelled', 'rejected'],
  upscaling: ['packaging', 'failed', 'cancelled', 'rejected'],
  // Back to rendering or upscaling only if the finished file failed its check and is produced again.
  packaging: ['rendering', 'upscaling', 'succeeded', 'failed', 'rejected'],
  succeeded: [],
  failed: [],
  cancelled: [],
  rejected: [],
}

/** States from which a state can be reached, including itself if staying counts as a move. */
export function sourcesOf(target: Status): Status[] {
  return (Object.keys(MOVES) as Status[]).filter((from) => MOVES[from].includes(target))
}
