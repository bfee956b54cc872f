import type { EntryFragment } from '../generated/graphql.ts'

/**
 * The ledger with the lines of a work together, in the place of its newest: what was set aside under what came of it.
 * @param entries newest first
 */
export function byWork(entries: readonly EntryFragment[]): readonly (readonly EntryFragment[])[] {
  return [...Map.groupBy(entries, ({ id, taskId }) => taskId ?? id).values()]
}
