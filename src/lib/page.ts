/** A page of a keyset list (docs/rules/doors.md#lists). */
export interface Page<T> {
  readonly items: readonly T[]
  readonly hasMore: boolean
}

/** Of `limit + 1` rows read, `limit` are the page; the extra one shows that there are more. */
export function pageOf<T>(rows: readonly T[], limit: number): Page<T> {
  return { items: rows.slice(0, limit), hasMore: rows.length > limit }
}
