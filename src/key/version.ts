/**
 * Versions of REST by their dates (docs/rules/versions.md#choosing-a-version). GraphQL uses only the current
 * one.
 */
export const CURRENT_VERSION = '2026-11-01'

/** The earlier version (spec 9), for accounts for which the operator enabled it. In it a cancel costs nothing. */
export const EARLIER_VERSION = '2026-06-01'

/** Whether a caller uses the earlier version, or a task was created with it. */
export function isEarlier({ apiVersion }: { readonly apiVersion: string }): boolean {
  return apiVersion === EARLIER_VERSION
}
