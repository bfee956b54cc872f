import { STATUSES, type Status, type Task } from './task.ts'

/**
 * States of the earlier form (docs/rules/versions.md#earlier-states): it has no upscaling, packaging or rejected, and
 * its `encoding` is the packaging.
 */
export const EARLIER_STATUSES = ['queued', 'rendering', 'encoding', 'succeeded', 'failed', 'cancelled'] as const
export type EarlierStatus = (typeof EARLIER_STATUSES)[number]

/** Without a waiting notice; a task that bears one is `rendering` whatever its state, which then means still queued. */
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

/** A task's state as the earlier form has it. Only unfinished tasks bear a notice. */
export function earlierStatus({ status, waitingSince }: Pick<Task, 'status' | 'waitingSince'>): EarlierStatus {
  return waitingSince ? 'rendering' : SHOWN[status]
}

/**
 * The states of the tasks that the earlier form shows as these: of those without a notice, and of those with one, which none
 * has that has ended.
 */
export function statusesShownAs(shown: readonly EarlierStatus[]): { statuses: Status[]; waitingStatuses: Status[] } {
  return {
    statuses: STATUSES.filter((status) => shown.includes(SHOWN[status])),
    waitingStatuses: shown.includes('rendering') ? [...STATUSES] : [],
  }
}
