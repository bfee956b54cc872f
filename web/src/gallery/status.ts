import type { TaskStatus } from '../generated/graphql.ts'

const ENDED: readonly TaskStatus[] = ['SUCCEEDED', 'FAILED', 'CANCELLED', 'REJECTED']

export function hasEnded(status: TaskStatus): boolean {
  return ENDED.includes(status)
}

/** From PACKAGING on there is nothing left to save. */
export function isCancellable(status: TaskStatus): boolean {
  return !hasEnded(status) && status !== 'PACKAGING'
}
