import type { TaskStatus } from '../generated/graphql.ts'

const ENDED: readonly TaskStatus[] = ['SUCCEEDED', 'FAILED', 'CANCELLED', 'REJECTED']

export const FILTERS = ['ALL', 'WORKING', 'DONE', 'ENDED', 'STARRED'] as const
export type Filter = (typeof FILTERS)[number]

/** The states of a filter; null for all. */
export const STATUSES: Readonly<Record<Filter, TaskStatus[] | null>> = {
  ALL: null,
  WORKING: ['QUEUED', 'ENCODING', 'RENDERING', 'UPSCALING', 'PACKAGING'],
  DONE: ['SUCCEEDED'],
  ENDED: ['FAILED', 'CANCELLED', 'REJECTED'],
  STARRED: null,
}

export function passes(filter: Filter, status: TaskStatus): boolean {
  return STATUSES[filter]?.includes(status) ?? true
}

export function hasEnded(status: TaskStatus): boolean {
  return ENDED.includes(status)
}

/** In PACKAGING all billed work is done, so it can no longer be cancelled. */
export function isCancellable(status: TaskStatus): boolean {
  return !hasEnded(status) && status !== 'PACKAGING'
}
