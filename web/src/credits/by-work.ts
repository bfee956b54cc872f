interface Line {
  readonly id: string
  readonly taskId: string | null
}

/**
 * The ledger with the lines of a work together, in the place of its newest: what was set aside under what came of it.
 * @param entries newest first
 */
export function byWork<T extends Line>(entries: readonly T[]): readonly (readonly T[])[] {
  return [...Map.groupBy(entries, ({ id, taskId }) => taskId ?? id).values()]
}
