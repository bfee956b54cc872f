import type { Status } from './task.ts'

/** States a task may leave for another (docs/rules/tasks.md#states). Terminal states are left for none. */
export const MOVES: Readonly<Record<Status, readonly Status[]>> = {
  queued: ['encoding', 'upscaling', 'failed', 'cancelled', 'rejected'],
  encoding: ['rendering', 'failed', 'cancelled', 'rejected'],
  rendering: ['upscaling', 'packaging', 'failed', 'cancelled', 'rejected'],
  upscaling: ['packaging', 'failed', 'cancelled', 'rejected'],
  // Back to rendering or upscaling only when the finished file was found bad and is made once more.
  packaging: ['rendering', 'upscaling', 'succeeded', 'failed', 'rejected'],
  succeeded: [],
  failed: [],
  cancelled: [],
  rejected: [],
}

/** States from which a state can be reached, itself included where staying is no move. */
export function sourcesOf(target: Status): Status[] {
  return (Object.keys(MOVES) as Status[]).filter((from) => MOVES[from].includes(target))
}
