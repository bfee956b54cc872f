import type { Listed } from './work.ts'

/** Whether two lists have the same works, whatever has changed of these. */
export function isSame(works: readonly Listed[], others: readonly Listed[]): boolean {
  return works.length === others.length && works.every(({ id }, at) => id === others[at]?.id)
}

/** For a sort: newest first; the tasks of one create in their order. */
export function byNewest(one: Listed, other: Listed): number {
  if (one.groupId !== null && one.groupId === other.groupId) return (one.nIndex ?? 0) - (other.nIndex ?? 0)
  // Times and ids of one form need no rules of language, which cost most of a frame.
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? 1 : -1
  return one.id < other.id ? 1 : -1
}
