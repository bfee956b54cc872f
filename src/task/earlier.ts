import { STATUSES, type Status, type Task } from './task.ts'

/**
 * States of the earlier form (docs/rules/versions.md#earlier-states): it has no upscaling, packaging or rejected, and
 * its `encoding` is the packaging.
 */
export const EARLIER_STATUSES = ['queued', 'rendering', 'encoding', 'succeeded', 'failed', 'cancelled'] as const
export type EarlierStatus = (typeof EARLIER_STATUSES)[number]

/** For tasks without a waiting notice. A task with one is shown as `rendering`, whatever its state. */
const SHOWN: Readonly<Record<Status, EarlierStatus>> = {
  queued: 'queued',
  encoding: 'rendering',
  rendering: 'rendering',
  upscaling: 'rendering',
  packaging: 'encoding',
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'cancelled',
  rejected: 'failed',
}

/** A task's state in the earlier version. Only unfinished tasks have a notice. */
export function earlierStatus({ status, waitingSince }: Pick<Task, 'status' | 'waitingSince'>): EarlierStatus {
  return waitingSince ? 'rendering' : SHOWN[status]
}

/**
 * The states of the tasks that the earlier version shows as these: for tasks without a notice, and for tasks with one, which are
 * all unfinished.
 */
export function statusesShownAs(shown: readonly EarlierStatus[]): { statuses: Status[]; waitingStatuses: Status[] } {
  return {
    statuses: STATUSES.filter((status) => shown.includes(SHOWN[status])),
    waitingStatuses: shown.includes('rendering') ? [...STATUSES] : [],
  }
}
