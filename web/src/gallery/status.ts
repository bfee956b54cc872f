import type { TaskStatus } from '../generated/graphql.ts'

const ENDED: readonly TaskStatus[] = ['SUCCEEDED', 'FAILED', 'CANCELLED', 'REJECTED']

export const FILTERS = ['ALL', 'WORKING', 'DONE', 'ENDED'] as const
export type Filter = (typeof FILTERS)[number]

/** The states that a filter lets through; null: all. */
export const STATUSES: Readonly<Record<Filter, TaskStatus[] | null>> = {
  ALL: null,
  WORKING: ['QUEUED', 'ENCODING', 'RENDERING', 'UPSCALING', 'PACKAGING'],
  DONE: ['SUCCEEDED'],
  ENDED: ['FAILED', 'CANCELLED', 'REJECTED'],
}

export function passes(filter: Filter, status: TaskStatus): boolean {
  return STATUSES[filter]?.includes(status) ?? true
}

export function hasEnded(status: TaskStatus): boolean {
  return ENDED.includes(status)
}

/** From PACKAGING on there is nothing left to save. */
export function isCancellable(status: TaskStatus): boolean {
  return !hasEnded(status) && status !== 'PACKAGING'
}
